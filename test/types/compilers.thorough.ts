import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { settingsFor, versions, versionsWithApi } from './lib/compiler.js';
import { testSchemas } from './lib/schemas.js';
import { testSnippets } from './lib/snippets.js';
import { testTypes, typeTests } from './lib/type-tests.js';
import { testWishes } from './lib/wishes.js';

for (const version of versionsWithApi) {
  testSnippets(version);
  testSchemas(version);
}
for (const version of versions) {
  testTypes(version);
  testWishes(version);
}

describe('A type test', { timeout: 120_000 }, () => {
  it('does not compile with another expectation', () => {
    const changed = new Map(
      typeTests.map((path) => [path, changeExpectations(path, readFileSync(path, 'utf8'))]),
    );
    const options = { ...settingsFor(ts), types: ['node'] };
    const host = ts.createCompilerHost(options);
    const { readFile } = host;
    host.readFile = (path) => changed.get(path)?.text ?? readFile(path);
    const program = ts.createProgram(typeTests, options, host);
    let count = 0;
    for (const [path, { expectations }] of changed) {
      const file = program.getSourceFile(path);
      const diagnostics = program.getSemanticDiagnostics(file);
      const unnoticed = expectations.filter(
        ({ start, end }) =>
          !diagnostics.some(
            (one) => one.start !== undefined && one.start >= start && one.start < end,
          ),
      );
      expect([path, unnoticed.map(({ text }) => text)]).toEqual([path, []]);
      count += expectations.length;
    }
    expect(count).toBeGreaterThan(60);
  });
});

interface Expectation {
  readonly text: string;
  /** In the changed file. */
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces each expected type by another, and each expected field name by an existing or missing
 * one.
 */
function changeExpectations(path: string, text: string) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: { node: ts.CallExpression; from: number; to: number; by: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression;
      const [expected] = node.typeArguments ?? [];
      if (expected && /^to(EqualTypeOf|Extend)$/.test(name.text))
        found.push({ node, from: expected.getStart(), to: expected.end, by: "'another type'" });
      if (name.text === 'toHaveProperty' || name.text === 'toBeFunction')
        found.push({ node, from: name.getStart(), to: name.end, by: 'toBeNever' });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  found.sort((one, other) => one.from - other.from);
  let changed = '';
  let last = 0;
  const expectations: Expectation[] = [];
  for (const { node, from, to, by } of found) {
    const start = node.getStart() + changed.length - last;
    changed += text.slice(last, from) + by;
    last = to;
    expectations.push({ text: node.getText(), start, end: changed.length + node.end - to });
  }
  return { text: changed + text.slice(last), expectations };
}
