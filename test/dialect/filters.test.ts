import { type Dialect, defineSchema, enumeration, integer, uuid } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { ask, mockOfThings } from '../mock/send.js';

const id = '3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b';
const data = {
  boxes: [{ id, label: 'full' }, { label: 'empty' }],
  things: [
    { name: 'one', state: 'open', code: id, data: { 'a/b': 1 }, box_id: id },
    { name: 'two', state: 'shut', data: { a: { b: 1 } }, box_id: id },
    { name: 'none', state: null, code: null, data: null, box_id: null },
  ],
};
const all = ['one', 'two', 'none'];

/** The names of the rows that match in a service with a dialect, or the error message. */
async function matches(
  dialect: Dialect,
  where: string,
  path = '/things',
): Promise<string[] | string> {
  const { status, body } = await ask(mockOfThings(data, { dialect }), path, { where });
  return status === 200
    ? body.map((row: { name?: string; label?: string }) => row.name ?? row.label)
    : body.errors[0];
}

describe('a service rejects', () => {
  test.each<[Dialect, string, string]>([
    [
      { empty: { in: 'rejected' } },
      'name:{in:[]}',
      'where.name.in: expected at least one value, got an array.',
    ],
    [
      { empty: { notIn: 'rejected' } },
      'name:{not_in:[]}',
      'where.name.not_in: expected at least one value, got an array.',
    ],
    [
      { empty: { or: 'rejected' } },
      'AND:[{OR:[]}]',
      'where.AND[0].OR: expected at least one filter, got an array.',
    ],
    [
      { empty: { or: 'rejected' } },
      'AND:[]',
      'where.AND: expected at least one filter, got an array.',
    ],
    [
      { nulls: { insideIn: 'rejected' } },
      'code:{in:[null]}',
      'where.code.in: expected an array without null, got an array. Test for null with `eq` or `neq`.',
    ],
    [
      { nulls: { insideNotIn: 'rejected' } },
      'code:{not_in:[null]}',
      'where.code.not_in: expected an array without null, got an array. Test for null with `eq` or `neq`.',
    ],
    [
      { enumerations: { values: 'closed' } },
      "state:'opne'",
      "where.state: 'opne' is not a value of the enumeration. Did you mean `open`?",
    ],
    [
      { enumerations: { values: 'closed' } },
      "state:{in:['open','lost']}",
      "where.state.in: 'lost' is not a value of the enumeration. Use open, shut.",
    ],
    [{ uuids: 'uuid' }, "code:'x'", 'where.code: expected a UUID, got "x".'],
    [
      { uuids: 'uuid' },
      `code:{not_in:['${id}','x']}`,
      'where.code.not_in: expected a UUID, got an array.',
    ],
    [
      { computed: { where: 'rejected' } },
      "shout:'ONE'",
      'where.shout: is computed and cannot be filtered.',
    ],
    [
      {},
      "data:{exists:'$.a'}",
      'where.data.exists: expected a key or a dotted path such as \'a.b\', got "$.a". Other paths are not specified.',
    ],
    [
      {},
      "data:{not_exists:'/a'}",
      'where.data.not_exists: expected a key or a dotted path such as \'a.b\', got "/a". Other paths are not specified.',
    ],
    [
      { json: { paths: 'jsonpath' } },
      "data:{exists:'$.a..b'}",
      'where.data.exists: expected a JSONPath of members and indexes, got "$.a..b".',
    ],
  ])('with the dialect %j, the filter %s', async (dialect, where, message) => {
    expect(await matches(dialect, where)).toBe(message);
  });

  test.each(['some', 'none'])(
    'a `%s` without comparisons, with `empty.quantifier: rejected`',
    async (op) => {
      expect(
        await matches({ empty: { quantifier: 'rejected' } }, `things:{${op}:{}}`, '/boxes'),
      ).toBe(`where.things.${op}: expected a filter with comparisons, got an empty object.`);
    },
  );
});

describe('a service that rejects some filters accepts', () => {
  test.each<[Dialect, string, string[]]>([
    [{ empty: { in: 'rejected' } }, "name:{in:['one']}", ['one']],
    [{ empty: { in: 'rejected' } }, 'name:{not_in:[]}', all],
    [{ empty: { notIn: 'rejected' } }, "name:{not_in:['one']}", ['two', 'none']],
    [{ empty: { notIn: 'rejected' } }, 'name:{in:[]}', []],
    [{ empty: { notIn: 'rejected' } }, 'data:{eq:[]}', []],
    [{ empty: { or: 'rejected' } }, "OR:[{name:'one'}]", ['one']],
    [{ enumerations: { values: 'closed' } }, "state:{in:['open',null]}", ['one', 'none']],
    [{ enumerations: { values: 'closed' } }, "name:'never heard of'", []],
    [{ uuids: 'uuid' }, `code:{in:['${id}',null]}`, ['one', 'two', 'none']],
    [{ uuids: 'uuid' }, "code:{like:'3f1c'}", ['one']],
    [{}, "data:{exists:'a/b'}", ['one']],
    [{ json: { paths: 'literal' } }, "data:{exists:'/a'}", []],
    [{ json: { paths: 'jsonpath' } }, "data:{exists:'$.a.b'}", ['two']],
    [{ json: { paths: 'jsonpath' } }, "data:{exists:'a.b'}", ['two']],
  ])('with the dialect %j, the filter %s', async (dialect, where, names) => {
    expect(await matches(dialect, where)).toEqual(names);
  });

  test.each([
    ['every:{}', ['full', 'empty']],
    ["some:{name:'one'}", ['full']],
    ["none:{name:'one'}", ['empty']],
    ["some:{name:'one',state:'open'}", ['full']],
    ['some:{OR:[]}', []],
  ])('{%s}, with `empty.quantifier: rejected`', async (quantifier, labels) => {
    expect(
      await matches({ empty: { quantifier: 'rejected' } }, `things:{${quantifier}}`, '/boxes'),
    ).toEqual(labels);
  });
});

describe('a service matches', () => {
  test.each<[Dialect, string, string[]]>([
    [{ uuids: 'uuid' }, `code:'${id.toUpperCase()}'`, ['one']],
    [{ empty: { quantifier: 'everything' } }, 'box:{AND:[]}', ['one', 'two']],
    [{ json: { paths: 'literal' } }, "data:{exists:'a.b'}", []],
    [{ unknown: { comparators: 'ignored' } }, 'data:{is:1}', all],
    [{ json: { exists: 'value' } }, "data:{exists:'a'}", ['two']],
  ])('with the dialect %j, the filter %s', async (dialect, where, names) => {
    expect(await matches(dialect, where)).toEqual(names);
  });

  test.each<[Dialect, string, boolean]>([
    [{}, '{contains:{list:[1,2]}}', true],
    [{}, '{contains:{list:[9]}}', false],
    [{}, '{not_contains:{list:[9]}}', true],
    [{}, '{contains:{text:[1]}}', false],
    [{}, '{not_contains:{text:[1]}}', true],
    [{}, '{contains:{deep:{a:[1]}}}', false],
    [{ json: { arrays: 'positions' } }, '{contains:{list:[1,2]}}', true],
    [{ json: { arrays: 'positions' } }, '{contains:{list:[2]}}', false],
    [{ json: { arrays: 'positions' } }, '{not_contains:{list:[1,2,3,4]}}', true],
    [{ json: { emptyObject: 'equal' } }, '{contains:{empty:{}}}', true],
    [{ json: { emptyObject: 'equal' } }, '{contains:{deep:{}}}', false],
    [{ json: { paths: 'literal' } }, "{exists:'$.a'}", true],
    [{ json: { paths: 'jsonpath' } }, "{exists:'$.deep.a'}", true],
    [{ json: { paths: 'jsonpath' } }, "{exists:'$.a'}", false],
  ])('with the dialect %j, data:%s on one JSON value: %s', async (dialect, where, expected) => {
    const value = { list: [1, 2, 3], text: 'text', empty: {}, deep: { a: 1 }, '$.a': 1 };
    const mock = mockOfThings({ things: [{ data: value }] }, { dialect });
    expect((await ask(mock, '/things', { where: `data:${where}` })).body).toHaveLength(
      expected ? 1 : 0,
    );
  });

  test.each([
    ["'2026-01-01T00:00:00.000Z'", false],
    ["{gt:'2026-01-01T00:00:00.000Z'}", true],
    ["{gt:'2026-01-01T00:00:00.001Z'}", false],
    ["{lt:'2026-01-01T00:00:00.001Z'}", true],
  ])('a date with hidden digits is later than shown: at:%s: %s', async (where, expected) => {
    const mock = mockOfThings(
      { things: [{ at: '2026-01-01T00:00:00.000500Z' }] },
      { dialect: { dates: 'microseconds' } },
    );
    const { body } = await ask(mock, '/things', { where: `at:${where}` });
    expect(body).toHaveLength(expected ? 1 : 0);
  });

  test('a date that is given with milliseconds has no hidden digits', async () => {
    const mock = mockOfThings(
      { things: [{ at: '2026-01-01T00:00:00.000Z' }] },
      { dialect: { dates: 'microseconds' } },
    );
    const where = "at:'2026-01-01T00:00:00.000Z'";
    expect((await ask(mock, '/things', { where })).body).toHaveLength(1);
  });
});

describe('a service that orders enumerations as the schema lists them', () => {
  const schema = defineSchema({
    notes: {
      path: '/notes',
      operations: ['list'],
      fields: { id: uuid(), state: enumeration('open', 'late', 'done'), rank: integer() },
    },
  });
  const states = ['done', 'zz', 'open', 'aa', 'late'];
  const notes = states.map((state, index) => ({ state, rank: index + 8 }));
  const order = async (order_by: string) => {
    const mock = createMock({
      schema,
      data: { notes },
      dialect: { enumerations: { order: 'declared' } },
    });
    const { body } = await ask(mock, '/notes', { order_by });
    return body.map(({ state }: { state: string }) => state);
  };

  test('returns unknown values first, as text', async () => {
    expect(await order('state')).toEqual(['aa', 'zz', 'open', 'late', 'done']);
  });

  test('orders other fields by value', async () => {
    expect(await order('rank:desc')).toEqual([...states].reverse());
  });
});
