import { createClient, paymentsSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { expect, test } from 'vitest';
import { dialectCheck } from '../../src/dialect.js';
import type { Field } from '../../src/schema/field.js';
import type { Relation } from '../../src/schema/relation.js';
import { read, root } from '../snippets/extract-snippets.js';

const code = (name: string) => `\`${name}\``;

/** `` `archived_at`: date or null `` */
function fieldOf(name: string, { kind, nullable, computed, values }: Field): string {
  const type = [kind === 'string' ? 'text' : kind, ...(nullable ? ['null'] : [])].join(' or ');
  const known = values.length > 0 ? ` (${values.join(', ')})` : '';
  const entry = `${code(name)} ${type}${known}`;
  return computed ? `*${entry}*` : entry;
}

const relationOf = (name: string, { cardinality, target }: Relation) =>
  `${code(name)} ${cardinality === 'one' ? 'one of' : 'many'} ${target}`;

/** The table of all resources, as they are declared. */
const fieldsTable = () =>
  [
    '| resource, path | fields | relations |',
    '|---|---|---|',
    ...Object.entries(paymentsSchema).map(([name, { path, fields, relations }]) => {
      const fieldCells = Object.entries<Field>(fields).map((entry) => fieldOf(...entry));
      const relationCells = Object.entries<Relation>(relations).map((entry) =>
        relationOf(...entry),
      );
      const place = path ? `, ${code(path)}` : '';
      return `| ${code(name)}${place} | ${fieldCells.join(', ')} | ${relationCells.join(', ')} |`;
    }),
  ].join('\n');

test('the guide lists every field and relation as it is declared; `-u` writes them', async () => {
  const page = 'docs/guide/schema.md';
  const part = /(?<=^<!-- Generated from src\/schema.*-->\n\n).*?(?=<!-- end -->)/ms;
  const text = read(page);
  expect(text).toMatch(part);
  const written = text.replace(part, `${fieldsTable()}\n\n`);
  await expect(written).toMatchFileSnapshot(`${root}/${page}`);
});

/** The options that a function accepts, by its error for another one. */
function optionsOf(create: (options: never) => unknown): string[] {
  try {
    create({ unknownOption: true } as never);
  } catch (error) {
    return / The options are (.+)\.$/.exec((error as Error).message)?.[1]?.split(', ') ?? [];
  }
  return [];
}

/** The names in the first cells of the table below a heading. */
function namesBelow(heading: string): string[] {
  const page = read('docs/guide/options.md');
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const [table = ''] = section.split(/^### /m);
  return [...table.matchAll(/^\| ((?:\**`[^|]+`\**(?:, )?)+) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/\w+/g) ?? [],
  );
}

test.for([
  ['Client', createClient],
  ['Mock', createMock],
  ['Proxy', createProxy],
] as const)('the page of options lists every option of create%s', ([heading, create]) => {
  expect(optionsOf(create).length).toBeGreaterThan(5);
  const options = optionsOf(create).filter(
    (name) => heading !== 'Proxy' || name !== 'validator', // whose message says why it is none
  );
  expect(namesBelow(heading).sort()).toEqual(options.sort());
});

test('the page of options lists every member of a dialect', () => {
  const [, , members] = dialectCheck();
  expect(namesBelow('Dialect').sort()).toEqual(Object.keys(members ?? {}).sort());
});

test('the README names the version of the package', () => {
  const { version }: { version: string } = JSON.parse(read('package.json'));
  expect(read('README.md')).toContain(`\nVersion ${version} · `);
});
