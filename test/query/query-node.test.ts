import { describe, expect, test } from 'vitest';
import { copyJson } from '../../src/query/operand.js';
import { QueryNode } from '../../src/query/query-node.js';
import { queryErrorMessage } from '../fixtures/failure.js';

class Money {
  amount = 1;
}

const node = (value: unknown) => new QueryNode('q', value);
const copy = (value: unknown) => copyJson(node(value));
const rejected = (value: unknown) => queryErrorMessage(() => copy(value));

test('members are the own ones, in their order, read once', () => {
  let reads = 0;
  const value = { b: 1, ...JSON.parse('{"__proto__":2,"constructor":3}') };
  Object.defineProperty(value, 'a', { get: () => reads++, enumerable: true });
  const members = node(value).members('an object');
  expect(members.map(([key, member]) => [key, member.path, member.value])).toEqual([
    ['b', 'q.b', 1],
    ['__proto__', 'q.__proto__', 2],
    ['constructor', 'q.constructor', 3],
    ['a', 'q.a', 0],
  ]);
  expect(reads).toBe(1);
});

test('members are those of plain objects only, whose keys are text', () => {
  const membersOf = (value: unknown) => () => node(value).members('a filter');
  expect(membersOf({ [Symbol('id')]: 1 })).toThrow('q: expected string keys, got Symbol(id).');
  expect(membersOf([])).toThrow('q: expected a filter, got an array.');
  expect(membersOf(new Money())).toThrow(
    'q: expected a filter, got an instance of a class. Spread it: { ...value }.',
  );
  class Getters {
    #type = 'main';
    get type() {
      return this.#type;
    }
  }
  class Both extends Getters {
    name = 'a';
  }
  for (const partial of [new Getters(), new Both(), Object.create({ a: 1 }), new (class {})()])
    expect(membersOf(partial)).toThrow(
      'q: expected a filter, got an instance of a class. Pass an object literal with its values.',
    );
  const hidden = Object.defineProperty({ id: 1 }, Symbol('hidden'), { value: 1 });
  expect(membersOf(hidden)).not.toThrow();
});

test('items are those of an array, holes too', () => {
  // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
  expect(node([1, , 2]).mapItems('a list', ({ path, value }) => [path, value])).toEqual([
    ['q[0]', 1],
    ['q[1]', undefined],
    ['q[2]', 2],
  ]);
  for (const value of [{ length: 1 }, 'text', new Set([1]), null])
    expect(() => node(value).mapItems('a list', () => 1)).toThrow('q: expected a list, got ');
});

test('an error about a key has the path of the parent, and the value', () => {
  const [[, inner] = []] = node({ nmae: 'x' }).members('an object');
  expect(inner?.error('is wrong.')).toMatchObject({
    ...{ message: 'q.nmae: is wrong.', path: 'q.nmae', value: 'x' },
  });
  expect(inner?.unknownKey('is not a field.', ['name'], ' Use it.')).toMatchObject({
    ...{ message: 'q: `nmae` is not a field. Did you mean `name`?', path: 'q', value: 'x' },
  });
  expect(inner?.unknownKey('is not a field.', [], ' Use it.').message).toBe(
    'q: `nmae` is not a field. Use it.',
  );
});

describe('size', () => {
  const tooMany =
    'q: has too many values. Use at most 1,000,000 values and 100,000 objects and arrays; an object that occurs several times counts each time.';

  test('a million values are accepted, more are rejected', () => {
    const list = (length: number) => Array.from({ length }, () => null);
    expect(node([0, list(999_998)]).mapItems('a list', copyJson)[1]).toHaveLength(999_998);
    expect(rejected([0, list(999_999)])).toBe(tooMany);
  });

  test('100,000 objects and arrays are accepted, more are rejected', () => {
    const list = (length: number) => Array.from({ length }, () => ({}));
    expect(copy(list(99_999))).toHaveLength(99_999);
    expect(rejected(list(100_000))).toBe(tooMany);
  });

  test('an object that occurs many times is rejected, although it is small', () => {
    let shared: unknown = 1;
    for (let level = 0; level < 30; level++) shared = { a: shared, b: shared };
    expect(rejected(shared)).toBe(tooMany);
    const long = 'x'.repeat(1_000_000);
    expect(rejected(Array.from({ length: 51 }, () => long))).toBe(tooMany);
    const twice = { a: 1 };
    expect(copy([twice, twice])).toEqual([{ a: 1 }, { a: 1 }]);
  });
});

test.each<[string, (inner: unknown) => unknown]>([
  ['objects', (a) => ({ a })],
  ['arrays', (item) => [item]],
])('32 levels of %s are accepted, 33 are rejected', (_, wrap) => {
  let value: unknown = 1;
  for (let level = 0; level < 32; level++) value = wrap(value);
  expect(copy(value)).toEqual(value);
  expect(rejected(wrap(value))).toBe(
    'q: is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.',
  );
});

test('an object or array that contains itself is rejected as circular, with a short path', () => {
  const cycle: Record<string, unknown> = {};
  cycle.myself = { other: [cycle] };
  expect(rejected({ a: cycle })).toBe('q.a.myself: is circular and cannot be sent.');
  const list: unknown[] = [];
  list.push(list);
  expect(rejected(list)).toBe('q: is circular and cannot be sent.');
});
