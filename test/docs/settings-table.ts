import { isSetting } from '../../src/dialect/resolve-dialect.js';
import type { Setting } from '../../src/dialect/setting.js';
import { presets, settings } from '../../src/dialect/settings.js';
import { isPlainObject } from '../../src/values/plain-object.js';
import { read } from './source-files.js';

/** The settings of a group by name. */
type Group = { readonly [name: string]: Setting };

/** `17` -> `[Null values in filters](../decisions/where.md#17-null-values-in-filters)`, from the index of the decisions. */
const decisionLinks = new Map(
  [...read('docs/decisions/README.md').matchAll(/^\| (\d+) +\| \[(.*)\]\((.+)\)/gm)].map(
    ([, number = '', title = '', page = '']) => [Number(number), `[${title}](../decisions/${page})`],
  ),
);

/** The reference of all settings for the guide: a heading and a table for each group. */
export const settingsTable = (): string =>
  Object.entries<Setting | Group>(settings)
    .map(([name, group]) => groupSection(name, isSetting(group) ? { [name]: group } : group))
    .join('\n\n');

function groupSection(name: string, group: Group): string {
  const notes = [...presetNotes(name), ...valueNotes(group)].join(' ');
  const table = name === 'parameters' ? parameterTable(group) : settingTable(group);
  return [`### \`${name}\``, ...(notes ? [notes] : []), table].join('\n\n');
}

const settingTable = (group: Group): string =>
  [
    '| setting | meaning | decision | used by |',
    '|---|---|---|---|',
    ...Object.entries(group).map(
      ([name, setting]) =>
        `| \`${name}\` | ${meaningOf(setting)} | ${decisionLinks.get(setting.decision)} | ${setting.usedBy.join(', ')} |`,
    ),
  ].join('\n');

/** The names of parameters differ in nothing but the parameter. */
const parameterTable = (group: Group): string =>
  [
    `Client, mock and proxy use them. See ${decisionLinks.get(54)}.`,
    '',
    '| parameter | default | meaning |',
    '|---|---|---|',
    ...Object.entries(group).map(
      ([name, { about, default: usual }]) =>
        `| \`${name}\` | ${code(literalOf(usual))} | ${about.replace(/^The query parameter with /, '')} |`,
    ),
  ].join('\n');

/** What a setting is about, and a line for each alternative. The default is first, and bold. */
function meaningOf({ about, alternatives, default: usual }: Setting): string {
  const isDefault = (value: string) => value === literalOf(usual);
  const values = Object.keys(alternatives).sort(
    (left, right) => Number(isDefault(right)) - Number(isDefault(left)),
  );
  const lines = values.map(
    (value) => `${isDefault(value) ? `**${code(value)}**` : code(value)}: … ${alternatives[value]}`,
  );
  return [`${about} …`, ...lines].join('<br>');
}

/** The name of the alternative that a default is. */
const literalOf = (value: unknown): string => (isPlainObject(value) ? JSON.stringify(value) : String(value));

/** As it is written in a dialect. A number without a limit is left out. */
function code(value: string): string {
  if (value === 'Infinity') return '`undefined`';
  return /^(null|undefined|\d+|\{.*\})$/.test(value) ? `\`${value}\`` : `\`'${value}'\``;
}

/** What the presets of a group set, on one line. The first is the default. */
function presetNotes(name: string): string[] {
  const [usual, ...others] = Object.entries<object>(
    Object.hasOwn(presets, name) ? presets[name as keyof typeof presets] : {},
  );
  if (!usual) return [];
  const sets = others.map(([preset, members]) => {
    const list = Object.entries(members).map(([member, value]) => `${member}: '${value}'`);
    return `\`${name}: '${preset}'\` is short for \`{ ${list.join(', ')} }\`.`;
  });
  return [`\`${name}: '${usual[0]}'\` is the default.`, ...sets];
}

/** Which further values are possible. */
function valueNotes(group: Group): string[] {
  const names = new Map<string, string[]>();
  for (const [name, { expected }] of Object.entries(group))
    if (!expected.startsWith('one of ')) names.set(expected, [...(names.get(expected) ?? []), `\`${name}\``]);
  return [...names].map(([expected, members]) =>
    members.length === Object.keys(group).length
      ? `Possible values: ${expected}.`
      : `Possible values of ${members.join(', ')}: ${expected}.`,
  );
}
