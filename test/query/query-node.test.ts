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
