import { expect, test } from 'vitest';
import { parseJsonPath } from '../../../src/query/match/match-json.js';

const value = {
  tags: [{ name: 'x' }, { name: 'y' }, 'text', null],
  list: Array.from({ length: 12 }, (_, index) => index),
  "it's": 1,
  'say "x"': 2,
  0: 'zero',
  none: null,
};

test.each([
  ['$', [value]],
  ['$.tags[1].name', ['y']],
  ['$.tags[*].name', ['x', 'y']],
  ['$.list[10]', [10]],
  ['$.list[12]', []],
  ['$.list.length', []],
  ["$['it\\'s']", [1]],
  ['$["say \\"x\\""]', [2]],
  ['$[0]', ['zero']],
  ['$.none', [null]],
  ['$.none.*', []],
  ['$.tags[2].*', []],
  ['$.missing', []],
  ['$.constructor', []],
])('%s finds the values at that path', (path, found) => {
  expect(parseJsonPath(path)?.(value)).toEqual(found);
});

test.each([
  '',
  'tags',
  'tags$',
  '$tags',
  '$.',
  '$..name',
  '$.tags[',
  '$.tags[-1]',
  "$['tags",
  '$.tags[?(@.name)]',
  '$.tags x',
])('%j is not a path', (path) => {
  expect(parseJsonPath(path)).toBeUndefined();
});
