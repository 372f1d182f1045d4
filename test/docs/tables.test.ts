import JSON5 from 'json5';
import { expect, test } from 'vitest';
import { presets } from '../../src/dialect/settings.js';
import { type NamedSetting, namedSettings } from '../../src/tools/named-settings.js';
import { fieldsTable } from './fields-table.js';
import { read, root } from './source-files.js';

test('the guide lists every field and relation as it is declared', async () => {
  const marker =
    '<!-- Generated from src/schema. Run `npx vitest run test/docs/tables.test.ts -u`. -->';
  const page = 'docs/guide/fields.md';
  const [text, ...rest] = read(page).split(marker);
  expect(rest).toHaveLength(1);
  await expect(`${text}${marker}\n\n${fieldsTable()}\n`).toMatchFileSnapshot(root + page);
});

const settingsPage = read('docs/guide/settings.md').split('\n## All settings\n')[1] ?? '';

/** The text of each group, below its heading. */
const documentedGroups = new Map(
  settingsPage.split('\n### ').flatMap((section): [string, string][] => {
    const [, group, text] = /^`(\w+)`\n(.*)$/s.exec(section) ?? [];
    return group !== undefined && text !== undefined ? [[group, text]] : [];
  }),
);

interface DocumentedSetting {
  readonly path: string;
  readonly values: readonly unknown[];
  readonly defaults: readonly unknown[];
}

const literalOf = (code: string): unknown => (code === 'undefined' ? undefined : JSON5.parse(code));

/** The rows of the tables. A cell has a line for each value; that of the default is bold. */
const documentedSettings = [...documentedGroups].flatMap(([group, text]) =>
  [...text.matchAll(/^\| `(\w+)` \| (.*?) \| /gm)].map(
    ([, name = '', cell = '']): DocumentedSetting => {
      const path = name === group ? group : `${group}.${name}`;
      if (group === 'parameters') {
        const value = literalOf(cell.replaceAll('`', ''));
        return { path, values: [value], defaults: [value] };
      }
      const lines = cell.split('<br>').slice(1);
      const values = lines.map((line) =>
        literalOf(/^(?:\*\*)?`(.+?)`(?:\*\*)?: … \S/.exec(line)?.[1] ?? line),
      );
      return {
        path,
        values,
        defaults: values.filter((_, index) => lines[index]?.startsWith('**')),
      };
    },
  ),
);

const defaultOf = ({ setting }: NamedSetting): unknown =>
  setting.default === Number.POSITIVE_INFINITY ? undefined : setting.default;

test('the guide lists every setting of a dialect, in its order and with its default', () => {
  expect(documentedSettings.map(({ path, defaults }) => ({ path, defaults }))).toEqual(
    namedSettings.map((one) => ({ path: one.path, defaults: [defaultOf(one)] })),
  );
});

test('the guide lists every value of a setting that has a fixed list, and no value that is rejected', () => {
  for (const { path, values } of documentedSettings) {
    const { setting } = namedSettings.find((one) => one.path === path) ?? {};
    const isPossible = (value: unknown) => value === undefined || setting?.accepts(value);
    expect({ path, values: values.filter((value) => !isPossible(value)) }).toEqual({
      path,
      values: [],
    });
    expect(values).toEqual(expect.arrayContaining([...(setting?.names ?? [])]));
  }
});

test('the guide lists what each preset is short for, and which other values are possible', () => {
  const expected = namedSettings.flatMap(({ group, setting }) =>
    setting.expected.startsWith('one of ') ? [] : [{ group, text: `: ${setting.expected}.` }],
  );
  const short = Object.entries(presets).flatMap(([group, byName]) =>
    Object.entries<object>(byName).map(([name, members]) => {
      const list = Object.entries(members).map(([member, value]) => `${member}: '${value}'`);
      const text = list.length === 0 ? 'the default' : `short for \`{ ${list.join(', ')} }\``;
      return { group, text: `\`${group}: '${name}'\` is ${text}.` };
    }),
  );
  for (const { group, text } of [...expected, ...short])
    expect(documentedGroups.get(group)).toContain(text);
});
