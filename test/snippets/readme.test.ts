import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from './extract-snippets.js';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { version }: { version: string } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The field names of an exported interface. */
function membersOf(file: string, name: string): string[] {
  const path = join(root, file);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const found = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  return found && ts.isInterfaceDeclaration(found)
    ? found.members.flatMap((member) =>
        member.name && ts.isIdentifier(member.name) ? member.name.text : [],
      )
    : [];
}

test('the page of options lists every option of createClient, and marks those of a call', () => {
  const page = readFileSync(join(root, 'docs/guide/options.md'), 'utf8');
  const [, table = ''] = /^## Client\n(.*?)^## /ms.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| (\**)`(\w+)`/gm)];
  const options = rows.map(([, , name]) => name);
  expect(options.toSorted()).toEqual(
    membersOf('src/client/client-options.ts', 'ClientOptions').sort(),
  );
  const ofCall = rows.flatMap(([, bold, name]) => (bold ? name : []));
  expect([...ofCall, 'signal'].sort()).toEqual(
    membersOf('src/client/client-options.ts', 'RequestOptions').sort(),
  );
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

test.each([
  ['Mock', createMock],
  ['Proxy', createProxy],
])('the page of options lists every option of create%s', (part, create) => {
  const page = readFileSync(join(root, 'docs/guide/options.md'), 'utf8');
  const [, table = ''] = new RegExp(`^## ${part}\n(.*?)(?=^## |(?![^]))`, 'ms').exec(page) ?? [];
  const names = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/\w+/g) ?? [],
  );
  expect(names.sort()).toEqual(optionsOf(create).sort());
});

test('the README names the version of the package', () => {
  expect(readme).toContain(`\nVersion ${version} · `);
});
