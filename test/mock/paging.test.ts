import type { Dialect } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { ask, mockOfThings } from './send.js';

const mock = mockOfThings({
  things: [
    { name: 'a', score: 3, amount: '10', at: '2026-01-03T00:00:00Z', active: true },
    { name: 'b', score: 1, amount: '9.50', at: '2026-01-01T00:00:00Z', active: false },
    { name: 'c' },
    { name: 'd', score: 3, amount: '9.5', at: '2026-01-02T00:00:00Z', active: true },
  ],
});
const page = async (parameters: Record<string, string>): Promise<string> => {
  const { status, body } = await ask(mock, '/things', { include: 'name:true', ...parameters });
  return status === 200 ? body.map(({ name }: { name: string }) => name).join('') : body.errors[0];
};

describe('a list', () => {
  test.each([
    ['without an order is in the order of the ids', {}, 'abcd'],
    ['skips rows', { skip: '1', take: '2' }, 'bc'],
    ['is empty with take=0', { take: '0' }, ''],
    ['is empty behind its end', { skip: '9' }, ''],
    ['has nulls last in ascending order', { order_by: 'score' }, 'badc'],
    [
      'has nulls first in descending order, and ties in the order of the ids',
      { order_by: 'score:desc' },
      'cadb',
    ],
    ['may be ordered by more than one field', { order_by: 'score:desc, name:desc' }, 'cdab'],
    ['orders decimals by value', { order_by: 'amount:asc' }, 'bdac'],
    ['orders dates', { order_by: 'at' }, 'bdac'],
    ['orders false before true', { order_by: 'active,name' }, 'badc'],
    ['may be ordered by a computed field', { order_by: 'shout:desc' }, 'dcba'],
  ])('%s', async (_, parameters, expected) => {
    expect(await page(parameters as Record<string, string>)).toBe(expected);
  });
});

test.each([
  ['after', 'gt'],
  ['before', 'lt'],
  ['starting_after', 'gt'],
  ['endingBefore', 'lt'],
  ['cursor', 'gt'],
])('the parameter `%s` is unknown, and the message says what to use', async (name, comparator) => {
  expect(await page({ order_by: 'score', [name]: '1' })).toBe(
    `query: \`${name}\` is not a parameter of the service. Use \`where: { created_at: { ${comparator}: … } }\`.`,
  );
});

describe('the cursors of a dialect', () => {
  const dialect = {
    envelope: { rows: 'items', cursor: 'next' },
    pageSize: { max: 3 },
  } as const;
  const names = ['d', 'a', 'c', 'b', 'e', 'a', 'c'];
  const rows = names.map((name) => ({ name, rank: 1 }));
  const build = (parameters: Dialect['parameters'] = { cursor: 'cursor' }) =>
    mockOfThings({ things: rows }, { ...dialect, parameters });
  type Parameters = Record<string, string>;

  async function pages(
    mock: ReturnType<typeof build>,
    parameters: Parameters,
    change: (page: number) => void = () => {},
  ) {
    const read: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null && read.length < 20; change(read.length)) {
      const search: Parameters = { ...parameters, ...(cursor && { cursor }) };
      const { status, body } = await ask(mock, '/things', search);
      expect(status).toBe(200);
      read.push(body.items.map(({ name }: { name: string }) => name));
      cursor = body.next;
    }
    return read;
  }

  test.each<[Parameters, string]>([
    [{}, 'dac,bea,c'],
    [{ take: '2' }, 'da,cb,ea,c'],
    [{ take: '7' }, 'dac,bea,c'], // the page size of the service
    [{ order_by: 'name' }, 'aab,ccd,e'],
    [{ order_by: 'name:desc', take: '2' }, 'ed,cc,ba,a'],
    [{ order_by: 'shout', take: '2' }, 'aa,bc,cd,e'], // computed
    [{ order_by: 'rank,shout:desc', include: 'name:true' }, 'edc,cba,a'],
    [{ order_by: 'amount,shout', take: '4' }, 'aab,ccd,e'], // each amount is null
    [{ where: "name:{in:['a','c']}", take: '2' }, 'ac,ac'],
    [{ skip: '5' }, 'ac'],
  ])('read every page of %j: %s', async (parameters, expected) => {
    const read = await pages(build(), parameters);
    expect(read.map((page) => page.join('')).join()).toBe(expected);
  });

  test('are null after the last row, also if the page is full', async () => {
    const { body } = await ask(build(), '/things', { where: "name:'a'", take: '2' });
    expect([body.items.length, body.next]).toEqual([2, null]);
  });

  test('keep their place while rows are inserted and deleted', async () => {
    const mock = build();
    const read = await pages(mock, { order_by: 'name', take: '2' }, (page) => {
      if (page !== 1) return;
      for (const { id, name } of mock.db.things.all()) if (name === 'a') mock.db.things.delete(id);
      mock.db.things.insert([{ name: '0' }, { name: 'bb' }]);
    });
    expect(read.flat().join(' ')).toBe('a a b bb c c d e');
  });

  test.each<[string, Parameters]>([
    ['another filter', { where: "name:'a'" }],
    ['another order', { order_by: 'name' }],
    ['other text', { cursor: 'x' }],
  ])('are rejected with %s', async (_, parameters) => {
    const mock = build();
    const { body } = await ask(mock, '/things', { take: '2' });
    const { status, body: rejected } = await ask(mock, '/things', {
      cursor: body.next,
      ...parameters,
    });
    expect([status, rejected.errors[0]]).toEqual([
      400,
      'cursor: does not belong to this list. Send the cursor of its last response, with the same filter and order.',
    ]);
  });

  test('may be sent in a parameter `after`', async () => {
    const { body } = await ask(build({ cursor: 'after' }), '/things', { take: '6' });
    const next = await ask(build({ cursor: 'after' }), '/things', { after: body.next });
    expect(next.body.items).toMatchObject([{ name: 'b' }, { name: 'e' }, { name: 'a' }]);
  });

  test('explain a list without rows, if the later rows were deleted', async () => {
    const mock = build();
    const { body } = await ask(mock, '/things', { order_by: 'shout', take: '6' });
    const { body: rest } = await ask(mock, '/things', { order_by: 'shout', cursor: body.next });
    const { body: last } = await ask(mock, '/things', { order_by: 'shout', cursor: rest.next });
    for (const { id } of last.items) mock.db.things.delete(id);
    await ask(mock, '/things', { order_by: 'shout', cursor: rest.next });
    expect(mock.requests.at(-1)?.explanation).toEqual([
      'No row is behind `cursor`; without it 6 of 6 would match.',
    ]);
  });

  test('with an object, or with too few values, are rejected', async () => {
    const { body } = await ask(build(), '/things', { order_by: 'name', take: '1' });
    const [sum, position] = JSON.parse(atob(body.next));
    expect(position).toEqual(['a', expect.any(String)]);
    for (const forged of [{}, 'a', ['a'], ['a', {}], ['a', 'b', 'c']]) {
      const cursor = btoa(JSON.stringify([sum, forged]));
      const { status } = await ask(build(), '/things', { order_by: 'name', cursor });
      expect([forged, status]).toEqual([forged, 400]);
    }
  });

  test('are not those of another resource', async () => {
    const mock = build();
    mock.db.boxes.insert([{}, {}]);
    const { body } = await ask(mock, '/boxes', { take: '1' });
    expect((await ask(mock, '/things', { cursor: body.next })).status).toBe(400);
  });
});
