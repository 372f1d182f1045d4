import { presets } from '../../src/dialect/settings.js';
import { type NamedSetting, namedSettings } from '../../src/tools/named-settings.js';
import { isPlainObject } from '../../src/values/plain-object.js';
import { read } from './source-files.js';

/** `17` -> `[Null values in filters](../decisions/where.md#17-null-values-in-filters)`, from the index of the decisions. */
const decisionLinks = new Map(
  [...read('docs/decisions/README.md').matchAll(/^\| (\d+) +\| \[(.*)\]\((.+)\)/gm)].map(
    ([, number = '', title = '', page = '']) => [Number(number), `[${title}](../decisions/${page})`],
  ),
);

/** The reference of all settings for the guide: a heading and a table for each group. */
export const settingsTable = (): string =>
  [...new Set(namedSettings.map(({ group }) => group))]
    .map((name) =>
      groupSection(
        name,
        namedSettings.filter(({ group }) => group === name),
      ),
    )
    .join('\n\n');

function groupSection(name: string, group: readonly NamedSetting[]): string {
  const notes = [...presetNotes(name), ...valueNotes(group)].join(' ');
  const table = name === 'parameters' ? parameterTable(group) : settingTable(group);
  return [`### \`${name}\``, ...(notes ? [notes] : []), table].join('\n\n');
}

const settingTable = (group: readonly NamedSetting[]): string =>
  [
    '| setting | meaning | decision | used by |',
    '|---|---|---|---|',
    ...group.map(
      (one) =>
        `| \`${nameOf(one)}\` | ${meaningOf(one)} | ${decisionLinks.get(one.decision)} | ${one.usedBy.join(', ')} |`,
    ),
  ].join('\n');

/** The names of parameters differ in nothing but the parameter. */
const parameterTable = (group: readonly NamedSetting[]): string =>
  [
    `Client, mock and proxy use them. See ${decisionLinks.get(54)}.`,
    '',
    '| parameter | default | meaning |',
    '|---|---|---|',
    ...group.map(
      ({ name, about, setting }) =>
        `| \`${name}\` | ${code(literalOf(setting.default))} | ${about.replace(/^The query parameter with /, '')} |`,
    ),
  ].join('\n');

/** A single setting has the name of its group. */
const nameOf = ({ group, name = group }: NamedSetting): string => name;

/** What a setting is about, and a line for each alternative. The default is first, and bold. */
function meaningOf({ about, alternatives, setting }: NamedSetting): string {
  const isDefault = (value: string) => value === literalOf(setting.default);
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
function valueNotes(group: readonly NamedSetting[]): string[] {
  const names = new Map<string, string[]>();
  for (const one of group) {
    const { expected } = one.setting;
    if (!expected.startsWith('one of '))
      names.set(expected, [...(names.get(expected) ?? []), `\`${nameOf(one)}\``]);
  }
  return [...names].map(([expected, members]) =>
    members.length === group.length
      ? `Possible values: ${expected}.`
      : `Possible values of ${members.join(', ')}: ${expected}.`,
  );
}
