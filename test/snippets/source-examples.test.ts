import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileSnippets } from './compile-snippets.js';
import { placeOf, root } from './extract-snippets.js';
import { examplesOf, sourceFiles } from './source-examples.js';

const examples = sourceFiles.flatMap(examplesOf);

/** Calls such as `memberPath('where', 1) // => 'where[1]'` of functions that the file exports. */
const values = examples.flatMap((example) =>
  [...example.code.matchAll(/(?:^|; )((\w+)\([^;]*?\))\s*\/\/ => (.+)$/gm)]
    .filter(([whole, , name]) => example.code.includes(`{ ${name} }`) && !whole.includes('…'))
    .map(([, call = '', name = '', value = '']) => ({
      place: placeOf(example),
      example,
      call,
      name,
      value,
    })),
);

test('the examples in the source compile', { timeout: 120_000 }, () => {
  expect(examples.length).toBeGreaterThan(25);
  const named = examples.filter(
    ({ code }) => !/^\w+\(.*\/\/ =>/m.test(code) || code.startsWith('import'),
  );
  expect(compileSnippets(named, { above: '' })).toEqual([]);
});

describe('an example in the source', () => {
  test.for(values.filter(({ call }) => !/\b(now|schema|fields|dialect)\b/.test(call)))(
    '$place returns what it states: $call',
    async ({ example, call, name, value }) => {
      const module = await import(/* @vite-ignore */ join(root, example.page));
      const evaluate = (code: string) => new Function(name, `return (${code});`)(module[name]);
      expect(evaluate(call)).toEqual(evaluate(value));
    },
  );
});
