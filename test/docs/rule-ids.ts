import ts from 'typescript';
import { edgeCases } from '../types/edge-cases.js';
import { refusals } from '../types/refusals.js';
import { wireCases } from '../wire/wire-case.js';
import { parse, read, typeScriptFiles } from './source-files.js';

/**
 * Ids of rules in a test's name: `id is always returned [include 4] [decision 7]` -> `include 4`,
 * `decision 7`.
 */
const idsIn = (name: string): string[] =>
  [...name.matchAll(/\[((?:general|include|where|authentication|decision) \d+)\]/g)].map(
    ([, id = '']) => id,
  );

/**
 * The ids of rules in the names of the tests in a source file, one for each test. A name is the
 * first argument of `test`, `it` or `describe`, or part of the table in `test.each([…])`. Tests
 * that are skipped do not count.
 */
export function idsOfTests(source: string): string[] {
  const ids: string[] = [];
  const visitTable = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) ids.push(...idsIn(node.text));
    ts.forEachChild(node, visitTable);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const modifiers = modifiersOf(node.expression);
      if (modifiers?.some((modifier) => modifier === 'skip' || modifier === 'todo')) return;
      const [first] = node.arguments;
      if (modifiers?.at(-1) === 'each' && !ts.isCallExpression(node.expression))
        node.arguments.forEach(visitTable);
      else if (modifiers && first && ts.isStringLiteralLike(first)) ids.push(...idsIn(first.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return ids;
}

/**
 * `test` -> `[]`, `describe.skip` and `it.each(rows)` -> what follows; `undefined` for anything
 * that is no test.
 */
function modifiersOf(callee: ts.Expression): string[] | undefined {
  if (ts.isIdentifier(callee))
    return ['test', 'it', 'describe'].includes(callee.text) ? [] : undefined;
  if (ts.isCallExpression(callee)) return modifiersOf(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  return modifiersOf(callee.expression)?.concat(callee.name.text);
}

const areas: Record<string, string> = { I: 'include', W: 'where', D: 'decision' };

/** `W3` of a snippet that must not compile -> `where 3`. */
const idOfRefusal = (rule: string): string => `${areas[rule.charAt(0)]} ${rule.slice(1)}`;

/**
 * Every test file with the ids that it names: once for each test, or once for a table of snippets
 * or requests.
 */
export function testsByFile(): Map<string, readonly string[]> {
  const files = new Map<string, readonly string[]>();
  for (const file of typeScriptFiles('test'))
    if (file.endsWith('.test.ts')) files.set(file, idsOfTests(read(file)));
  files.set('test/types/refusals.ts', unique(refusals.map(({ rule }) => idOfRefusal(rule))));
  files.set('test/types/edge-cases.ts', unique(edgeCases.flatMap(({ says }) => idsIn(says))));
  for (const { name, rules = [] } of wireCases) files.set(`test/wire/cases/${name}.json`, rules);
  return files;
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
