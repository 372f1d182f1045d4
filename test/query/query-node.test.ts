import { expect, describe as group, test } from 'vitest';
import { copyJson } from '../../src/query/operand.js';
import { MAX_DEPTH, QueryNode } from '../../src/query/query-node.js';
import { queryErrorMessage } from '../fixtures/failure.js';

class Money {
  amount = 1;
}

/** `depth` levels of objects. */
function nested(depth: number, value: unknown = 1): unknown {
  return depth === 0 ? value : { a: nested(depth - 1, value) };
}

/** A copy of a value whose path is `q`. */
const copy = (value: unknown) => copyJson(new QueryNode('q', value));

group('members', () => {
  test('are the own members, in their order', () => {
    const members = new QueryNode('where', { b: 1, a: undefined }).members('an object');
    expect(members.map(([key, { path, value }]) => [key, path, value])).toEqual([
      ['b', 'where.b', 1],
      ['a', 'where.a', undefined],
    ]);
  });

  test('may have names of Object.prototype', () => {
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

  test('with a symbol key are rejected', () => {
    expect(
      queryErrorMessage(() => new QueryNode('where', { [Symbol('id')]: 1 }).members('an object')),
    ).toBe('where: expected string keys, got Symbol(id).');
  });

  test('of a value that is not a plain object are rejected', () => {
    expect(queryErrorMessage(() => new QueryNode('where.a', new Money()).members('a filter'))).toBe(
      'where.a: expected a filter, got an instance of a class. Spread it: { ...value }.',
    );
    expect(queryErrorMessage(() => new QueryNode('where.a', []).members('a filter'))).toBe(
      'where.a: expected a filter, got an array.',
    );
  });
});

group('items', () => {
  test('are those of the array, including holes', () => {
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    const node = new QueryNode('where.a', [1, , 2]);
    expect(node.mapItems('a list', ({ path, value }) => [path, value])).toEqual([
      ['where.a[0]', 1],
      ['where.a[1]', undefined],
      ['where.a[2]', 2],
    ]);
  });

  test.each([
    ['an object', { length: 1 }],
    ['"text"', 'text'],
    ['an instance of Set', new Set([1])],
    ['null', null],
  ])('of %s are rejected', (words, value) => {
    expect(
      queryErrorMessage(() => new QueryNode('where.a', value).mapItems('a list', (item) => item)),
    ).toBe(`where.a: expected a list, got ${words}.`);
  });
});

group('an error', () => {
  const whole = new QueryNode('where', { OR: [{ nmae: 'x' }] });

  /** The node at a path of keys. */
  const nodeAt = (...keys: string[]): QueryNode =>
    keys.reduce((node, key) => {
      const members = Array.isArray(node.value)
        ? node
            .mapItems('a list', (item) => item)
            .map((item, index) => [String(index), item] as const)
        : node.members('an object');
      return new Map(members).get(key) ?? expect.fail(key);
    }, whole);

  test('has the path and the value', () => {
    const error = nodeAt('OR', '0', 'nmae').error('is wrong.');
    expect(error).toMatchObject({
      message: 'where.OR[0].nmae: is wrong.',
      path: 'where.OR[0].nmae',
    });
    expect(error.value).toBe('x');
  });

  test('about a key has the path of the parent', () => {
    const error = nodeAt('OR', '0', 'nmae').unknownKey('is not a field.');
    expect(error).toMatchObject({
      message: 'where.OR[0]: `nmae` is not a field.',
      path: 'where.OR[0]',
    });
    expect(error.value).toBe('x');
    expect(whole.unknownKey('is not known.').message).toBe('where: `where` is not known.');
  });

  test('about a type describes the value', () => {
    expect(nodeAt('OR').typeError('a filter').message).toBe(
      'where.OR: expected a filter, got an array.',
    );
  });
});

group('size', () => {
  const tooMany =
    'has too many values. Use at most 1,000,000 values and 100,000 objects and arrays; an object that occurs several times counts each time.';

  test('100,000 values of a list are accepted', () => {
    const list = Array.from({ length: 100_000 }, (_, index) => index);
    expect(copy(list)).toEqual(list);
  });

  test('a million values are accepted, one more is rejected', () => {
    const values = (length: number) => Array.from({ length }, () => null);
    const inner = (count: number) =>
      new QueryNode('q', [0, values(count)]).mapItems('a list', copyJson)[1];
    expect(inner(999_998)).toHaveLength(999_998);
    expect(queryErrorMessage(() => inner(999_999))).toBe(`q: ${tooMany}`);
  });

  test('an object that occurs many times is rejected, although it is small', () => {
    let shared: unknown = 1;
    for (let level = 0; level < 30; level++) shared = { a: shared, b: shared };
    expect(queryErrorMessage(() => copy(shared))).toBe(`q: ${tooMany}`);
  });
});

group('depth', () => {
  const tooDeep =
    'is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.';

  test('32 levels of objects are accepted, 33 are rejected', () => {
    expect(MAX_DEPTH).toBe(32);
    expect(copy(nested(32))).toEqual(nested(32));
    expect(queryErrorMessage(() => copy(nested(33)))).toBe(`q: ${tooDeep}`);
  });

  test('arrays count like objects', () => {
    const lists = (depth: number): unknown => (depth === 0 ? 1 : [lists(depth - 1)]);
    expect(copy(lists(32))).toEqual(lists(32));
    expect(queryErrorMessage(() => copy(lists(33)))).toMatch(tooDeep);
  });

  test('an object or array that contains itself is rejected as circular, with a short path', () => {
    const cycle: Record<string, unknown> = {};
    cycle.myself = { other: [cycle] };
    expect(queryErrorMessage(() => copy({ a: cycle }))).toBe(
      'q.a.myself: is circular and cannot be sent.',
    );
    const list: unknown[] = [];
    list.push(list);
    expect(queryErrorMessage(() => copy(list))).toBe('q: is circular and cannot be sent.');
  });

  test('the same object in two places is not circular', () => {
    const twice = { a: 1 };
    expect(copy([twice, twice])).toEqual([{ a: 1 }, { a: 1 }]);
  });
});
