import { expect, describe as group, test } from 'vitest';
import { copyJson } from '../../src/query/copy-json.js';
import { MAX_DEPTH, QueryNode } from '../../src/query/query-node.js';
import { queryErrorMessage } from '../fixtures/failure.js';

class Money {
  amount = 1;
}

/** Objects in objects, so many deep. */
function nested(depth: number, value: unknown = 1): unknown {
  return depth === 0 ? value : { a: nested(depth - 1, value) };
}

/** A copy of what stands at `q`. */
const copy = (value: unknown) => copyJson(new QueryNode('q', value));

group('members', () => {
  test('are the own ones, in their order', () => {
    const members = new QueryNode('where', { b: 1, a: undefined }).members('an object');
    expect(members.map(([key, { path, value }]) => [key, path, value])).toEqual([
      ['b', 'where.b', 1],
      ['a', 'where.a', undefined],
    ]);
  });

  test('named as those of Object.prototype are members like others', () => {
    const members = new QueryNode('where', JSON.parse('{"__proto__":1,"constructor":2}')).members(
      'an object',
    );
    expect(members.map(([key, { value }]) => [key, value])).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });

  test('are read once', () => {
    let reads = 0;
    const value = {
      get id() {
        reads++;
        return 'a';
      },
    };
    new QueryNode('where', value).members('an object');
    expect(reads).toBe(1);
  });

  test('with a symbol for a key are refused', () => {
    expect(queryErrorMessage(() => new QueryNode('where', { [Symbol('id')]: 1 }).members('an object'))).toBe(
      'where: expected string keys, got a symbol.',
    );
  });

  test('of anything that is not a plain object are refused', () => {
    expect(queryErrorMessage(() => new QueryNode('where.a', new Money()).members('a filter'))).toBe(
      'where.a: expected a filter, got an instance of a class.',
    );
    expect(queryErrorMessage(() => new QueryNode('where.a', []).members('a filter'))).toBe(
      'where.a: expected a filter, got an array.',
    );
  });
});

group('items', () => {
  test('are those of an array, holes among them', () => {
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    const items = new QueryNode('where.a', [1, , 2]).items('a list');
    expect(items.map(({ path, value }) => [path, value])).toEqual([
      ['where.a[0]', 1],
      ['where.a[1]', undefined],
      ['where.a[2]', 2],
    ]);
  });

  test.each([
    ['an object', { length: 1 }],
    ['"text"', 'text'],
    ['an instance of a class', new Set([1])],
    ['null', null],
  ])('of %s are refused', (words, value) => {
    expect(queryErrorMessage(() => new QueryNode('where.a', value).items('a list'))).toBe(
      `where.a: expected a list, got ${words}.`,
    );
  });
});

group('an error', () => {
  const whole = new QueryNode('where', { OR: [{ nmae: 'x' }] });

  /** The part of the whole to which the keys lead. */
  const partAt = (...keys: string[]): QueryNode =>
    keys.reduce((part, key) => {
      const members = Array.isArray(part.value)
        ? part.items('a list').map((item, index): [string, QueryNode] => [String(index), item])
        : part.members('an object');
      return new Map(members).get(key) ?? expect.fail(key);
    }, whole);

  test('names the way to a value, and holds it', () => {
    const error = partAt('OR', '0', 'nmae').error('is wrong.');
    expect(error).toMatchObject({ message: 'where.OR[0].nmae: is wrong.', path: 'where.OR[0].nmae' });
    expect(error.value).toBe('x');
  });

  test('on a key stands at the parent', () => {
    const error = partAt('OR', '0', 'nmae').unknownKey('is not a property.');
    expect(error).toMatchObject({ message: 'where.OR[0]: `nmae` is not a property.', path: 'where.OR[0]' });
    expect(error.value).toBe('x');
    expect(whole.unknownKey('is not known.').message).toBe('where: `where` is not known.');
  });

  test('on another sort says what came', () => {
    expect(partAt('OR').typeError('a filter').message).toBe('where.OR: expected a filter, got an array.');
  });
});

group('depth', () => {
  const tooDeep = 'more than 32 nested objects and arrays.';

  test('32 nested objects are copied, 33 are refused', () => {
    expect(MAX_DEPTH).toBe(32);
    expect(copy(nested(32))).toEqual(nested(32));
    expect(queryErrorMessage(() => copy(nested(33)))).toBe(`q${'.a'.repeat(32)}: ${tooDeep}`);
  });

  test('a path of 80 characters is not cut', () => {
    const path = 'q'.repeat(16);
    expect(queryErrorMessage(() => copyJson(new QueryNode(path, nested(33))))).toBe(
      `${path}${'.a'.repeat(32)}: ${tooDeep}`,
    );
  });

  test('arrays count as objects do', () => {
    const lists = (depth: number): unknown => (depth === 0 ? 1 : [lists(depth - 1)]);
    expect(copy(lists(32))).toEqual(lists(32));
    expect(queryErrorMessage(() => copy(lists(33)))).toMatch(tooDeep);
  });

  test('a long path is cut', () => {
    const path = 'q'.repeat(17);
    expect(queryErrorMessage(() => copyJson(new QueryNode(path, nested(33))))).toBe(
      `${path}${'.a'.repeat(32).slice(0, 63)}…: ${tooDeep}`,
    );
  });

  test('an object or array that contains itself is rejected as circular, with a short path', () => {
    const cycle: Record<string, unknown> = {};
    cycle.myself = { other: [cycle] };
    expect(queryErrorMessage(() => copy({ a: cycle }))).toBe('q.a.myself: is circular: it contains itself.');
    const list: unknown[] = [];
    list.push(list);
    expect(queryErrorMessage(() => copy(list))).toBe('q: is circular: it contains itself.');
  });

  test('an object that stands in two places is no cycle', () => {
    const twice = { a: 1 };
    expect(copy([twice, twice])).toEqual([{ a: 1 }, { a: 1 }]);
  });
});
