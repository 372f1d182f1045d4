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
const idOf = (wanted: string) => mock.db.things.all().find(({ name }) => name === wanted)?.id ?? '';
const cursor = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');

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

describe('after and before', () => {
  test.each([
    ['a value excludes equal rows', { order_by: 'score', after: '1' }, 'adc'],
    ['a value in descending order', { order_by: 'score:desc', after: '3' }, 'b'],
    ['a value is before nulls in ascending order', { order_by: 'score', after: '3' }, 'c'],
    ['a value is after nulls in descending order', { order_by: 'score:desc', before: '3' }, 'c'],
    ['two values bound a range', { order_by: 'amount', after: '9.500', before: '11' }, 'a'],
    [
      'a date is compared as an instant',
      { order_by: 'at', after: '2026-01-01T01:00:00+01:00' },
      'dac',
    ],
    ['text', { order_by: 'name', before: 'c', take: '1' }, 'a'],
    ['true and false', { order_by: 'active', after: 'false' }, 'adc'],
  ])('%s', async (_, parameters, expected) => {
    expect(await page(parameters as Record<string, string>)).toBe(expected);
  });

  test('a cursor works without an order', async () => {
    expect(await page({ after: cursor({ id: idOf('b') }) })).toBe('cd');
  });

  test('a cursor of a deleted row keeps its place', async () => {
    const gone = '00000000-0000-4000-8000-000000000002'; // between b and d
    expect(await page({ order_by: 'score', after: cursor({ score: 3, id: gone }) })).toBe('dc');
  });

  test.each([
    [
      'a value without an order',
      { after: '1' },
      'after: needs `order_by`, because it is a value of the first ordering field.',
    ],
    [
      'a value of another type',
      { order_by: 'score', after: 'x' },
      'after: expected a number, got "x".',
    ],
    [
      'a date without a zone',
      { order_by: 'at', before: '2026-01-01T00:00:00' },
      'before: expected a date with a time zone, got "2026-01-01T00:00:00". Add `Z` for UTC.',
    ],
    [
      'a cursor without an ordering field',
      { order_by: 'score', after: cursor({ id: 'x' }) },
      'after: the cursor has no `score`, by which the list is ordered.',
    ],
  ])('%s is rejected', async (_, parameters, message) => {
    expect(await page(parameters as Record<string, string>)).toBe(message);
  });
});

describe('the cursors of a dialect', () => {
  const dialect = {
    envelope: { rows: 'items', cursor: 'next' },
    parameters: { cursor: 'cursor' },
    pageSize: { max: 3 },
  } as const;
  const names = ['d', 'a', 'c', 'b', 'e', 'a', 'c'];
  const build = () => mockOfThings({ things: names.map((name) => ({ name, rank: 1 })) }, dialect);
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

  test('are not those of another resource', async () => {
    const mock = build();
    mock.db.boxes.insert([{}, {}]);
    const { body } = await ask(mock, '/boxes', { take: '1' });
    expect((await ask(mock, '/things', { cursor: body.next })).status).toBe(400);
  });
});
