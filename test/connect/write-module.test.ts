import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as sdk from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { blockObject, call, constant, evaluate, inlineObject } from '../../src/pull/expression.js';
import { foreignKeysTo, isNamedAfter, resourceNameOf } from '../../src/pull/names.js';
import { printExpression, quote } from '../../src/pull/print-expression.js';
import { root } from '../types/lib/declarations.js';

const nasty = [
  "it's", '"', '\'"', '\\', '*/', '//', '\n', '\r', '\t', '\0', '\u2028', '\u2029', '\u202e', '\ufeff', '\ud800', '😀',
  '${x}', '`', '</script>', '__proto__', 'constructor', 'class', '7', 'a b', 'naïve', '',
]; // biome-ignore format: a list

describe('quote', () => {
  test.each(nasty)('writes a literal of %j', (text) => {
    const literal = quote(text);
    expect(new Function(`return ${literal}`)()).toBe(text);
    expect(new Function(`// ${literal}\nreturn 1`)()).toBe(1);
    expect(literal).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+$/u);
  });

  test('prefers single quotes', () => {
    expect([`it's`, `a "b"`, `it's "b"`].map(quote)).toEqual([`"it's"`, `'a "b"'`, `'it\\'s "b"'`]);
  });
});

describe('printed code', () => {
  const long = Array.from({ length: 12 }, (_, index) => constant(`a_rather_long_value_${index}`));
  const expression = blockObject([
    ...nasty
      .filter((name) => name !== '__proto__' && !/\s$/.test(name))
      .map((name) => ({ name, value: call('string') })),
    { name: 'long', value: call('enumeration', ...long), comment: 'Evidence.' },
    { name: 'longer', value: call('nullable', call('enumeration', ...long)) },
    { name: 'middle', value: call('nullable', call('enumeration', ...long.slice(0, 3))) },
    {
      name: 'relation',
      value: call(
        'one',
        constant('a_rather_long_name_of_a_resource'),
        inlineObject({
          foreignKey: constant('the_name_of_a_foreign_key_that_is_long'),
          nullable: constant(true),
        }),
      ),
    },
    { name: 'path', value: { type: 'array', items: [constant('get'), constant('list')] } },
    { name: 'empty', value: blockObject([]) },
    { name: 'score', value: call('computed', call('json'), { type: 'function', result: inlineObject({}) }) },
  ]);
  const code = `export const schema = make(${printExpression(expression)});\n`;

  test('is formatted as a formatter would', () => {
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    // Biome removes the quotes of this name, Prettier does not.
    const input = code.replace("'naïve'", 'naïve');
    const args = [biome, 'format', '--stdin-file-path', 'written.ts'];
    const { stdout } = spawnSync(process.execPath, args, { input, encoding: 'utf8', cwd: root });
    expect(input).toBe(stdout);
  });

  test('has no line of more than 110 columns', () => {
    expect(Math.max(...code.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(110);
  });

  test('does what the expression says', () => {
    const make = new Function('sdk', 'make', code.replace('export const schema =', 'with (sdk) return'));
    const run = (value: unknown) => JSON.stringify(value);
    expect(run(make(sdk, (value: unknown) => value))).toBe(run(evaluate(expression)));
  });
});

describe('names of resources', () => {
  test.each([
    ['bank', 'banks'],
    ['bank_entity', 'bankEntities'],
    ['box', 'boxes'],
    ['day', 'days'],
    ['address', 'addresses'],
  ])('%s is a row of %s', (relation, resource) => {
    expect(resourceNameOf(relation, false)).toBe(resource);
    expect(isNamedAfter(relation, resource)).toBe(true);
    expect(foreignKeysTo(resource)).toContain(`${relation}_id`);
  });

  test('of several rows is the one of the relation', () => {
    expect(resourceNameOf('bank_entities', true)).toBe('bankEntities');
  });
});
