import ts from 'typescript';
import { expect, test } from 'vitest';
import { read } from '../snippets/extract-snippets.js';
import { filesIn } from './source-files.js';

/** The rules of the specification by its sections, and the decisions by the rows of their page. */
const numbered = (section: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${section} ${index + 1}`);
const decisions = [...read('docs/decisions.md').matchAll(/^\| <a id="(\d+)"><\/a>(\d+) \|/gm)].map(
  ([, anchor, number]) => (anchor === number ? `decision ${number}` : 'differs from its anchor'),
);
const rules = [
  ...numbered('general', 6),
  ...numbered('include', 11),
  ...numbered('where', 9),
  ...numbered('authentication', 7),
  ...decisions,
];

/** The ids in a text, such as `[include 2]` and `[decision 17]`, or `"decision 17"` in JSON. */
const idsIn = (text: string): string[] =>
  [...text.matchAll(/[["]((?:general|include|where|authentication|decision) \d+)["\]]/g)].map(
    ([, id = '']) => id,
  );

/** The texts of a file of tests, without its comments. */
function textsOf(path: string): string {
  if (path.endsWith('.json')) return read(path);
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return texts.join('\n');
}

const proven = new Set(
  filesIn('test', /^(?!test\/docs\/rule-ids).*\.(tsx?|json)$/).flatMap((path) =>
    idsIn(textsOf(path)),
  ),
);

test('each rule and each decision is in the name of a test that proves it', () => {
  expect(new Set(rules).size).toBe(rules.length);
  expect(rules.filter((rule) => !proven.has(rule))).toEqual([]);
});

test('no test names a rule or a decision that does not exist', () => {
  expect([...proven].filter((id) => !rules.includes(id))).toEqual([]);
});

test('no code names a decision that does not exist', () => {
  const links = filesIn('src', /\.ts$/).flatMap((path) =>
    [...read(path).matchAll(/(?:docs\/decisions\.md#|[Dd]ecision )(\d+)/g)].map(
      ([, number]) => `decision ${number}`,
    ),
  );
  expect(links.filter((id) => !decisions.includes(id))).toEqual([]);
});
