import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { compile } from './lib/compiler.js';
import { pageOptions, root, strictOptions } from './lib/declarations.js';

// The examples above types, such as `KeyOf<{ name: true }> // => 'name'`. Each is compiled as part
// of its own file, so that types which are not exported have examples too.

/** What the examples use, beside the names in their file. */
const given = `
import type { RelationView, ResourceView } from './query/types/resource-view.js';
import type { ResourceName } from './schema/names.js';
import type * as schema from './schema/payments-schema.js';
import type * as field from './schema/field.js';
import type * as rows from './schema/rows.js';
type View<Name extends ResourceName> = ResourceView<Name, schema.PaymentsSchema>;
type Inner<Type> = Type extends object ? { -readonly [Key in keyof Type]: Type[Key] } : Type;
/** Without \`readonly\`, which the examples leave out, on two levels. */
type Writable<Type> = Type extends object ? { -readonly [Key in keyof Type]: Inner<Type[Key]> } : Type;
declare global {
  type PaymentsSchema = schema.PaymentsSchema;
  type JsonObject = field.JsonObject;
  type OpenEnum<Values extends string> = field.OpenEnum<Values>;
  type Balance = rows.Balance;
  type Unit = rows.Unit;
  type Account = rows.Account;
  type Transaction = rows.Transaction;
  type TransactionLine = rows.TransactionLine;
  type BalanceProperties = rows.BalanceProperties;
  type AccountProperties = rows.AccountProperties;
  type Balances = View<'balances'>;
  type Units = View<'units'>;
  type Accounts = View<'accounts'>;
  type Transactions = View<'transactions'>;
  type TransactionLines = View<'transactionLines'>;
  type ToUnits = Balances['relations']['unit'];
  type ToBalances = Accounts['relations']['balances'];
  type __Same<One, Two> = (<T>() => T extends Writable<One> ? 1 : 2) extends <T>() => T extends Writable<Two> ? 1 : 2 ? true : false;
}`;

interface Example {
  readonly type: string;
  readonly result: string;
}

/** The examples of types in a file: \`type // => result\`, or the result on a line of its own. */
function examplesOf(text: string): Example[] {
  const blocks = [...text.matchAll(/@example\n(.*?)^\s*\*(?: @|\/)/gms)].map(
    ([, block = '']) => block,
  );
  return blocks.flatMap((block) => {
    const lines = block.replaceAll(/^\s*\* ?/gm, '').replaceAll('\n// =>', ' // =>');
    return [
      ...lines.matchAll(/^((?:keyof )?[A-Z]\w*(?:<.*>|\[).*?) \/\/ => (.+?)(?:, for `.*`)?$/gm),
    ].map(([, type = '', result = '']) => ({ type, result }));
  });
}

/** The examples that do not hold, or do not compile. */
function wrongExamples(texts: ReadonlyMap<string, string>): string[] {
  const checked = new Map(
    [...texts].map(([path, text]) => {
      const checks = examplesOf(text).map(
        ({ type, result }, index) => `const __${index}: __Same<${type}, ${result}> = true;`,
      );
      return [path, [text, ...checks].join('\n')];
    }),
  );
  const files = new Map([...sources, ...checked, ['src/given-in-examples.ts', given]]);
  const options = { ...pageOptions, ...strictOptions, types: ['node'] };
  return compile('7.0', files, options).flatMap(({ path, line, message }) => {
    const text = texts.get(path);
    if (text === undefined) return [`${path}: ${message}`];
    const example = examplesOf(text)[line - text.split('\n').length];
    return example ? [`${path}: ${example.type}: ${message}`] : [];
  });
}

const sources = new Map(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?!tools).*\.ts$/.test(name))
    .map((name) => [`src/${name}`, readFileSync(join(root, 'src', name), 'utf8')] as const),
);

describe('The examples above types', { timeout: 120_000 }, () => {
  it('give what they say', () => {
    expect([...sources.values()].flatMap(examplesOf).length).toBeGreaterThan(80);
    expect(wrongExamples(sources)).toEqual([]);
  });

  it('are there for every generic type of a query', () => {
    const without = [...sources]
      .filter(([path]) => /^src\/query\/types\//.test(path))
      .flatMap(([path, text]) => {
        const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
        return file.statements
          .filter((node) => ts.isTypeAliasDeclaration(node) && node.typeParameters)
          .filter((node) => !/@example/.test(text.slice(node.getFullStart(), node.getStart())))
          .map((node) => `${path}: ${(node as ts.TypeAliasDeclaration).name.text}`);
      });
    expect(without).toEqual([]);
  });
});
