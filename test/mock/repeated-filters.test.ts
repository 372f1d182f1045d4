import type { Dialect, JsonObject } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect/resolve-dialect.js';
import { compileWhere, findSlots } from '../../src/mock/listing/compile-where.js';
import { RowWriter } from '../../src/mock/rows/row-writer.js';
import { Store } from '../../src/mock/rows/store.js';
import { QueryNode } from '../../src/query/query-node.js';
import { parseWhere } from '../../src/query/where.js';
import { ask, mockOfThings } from './send.js';
import { things } from './things.js';

const idOf = (index: number) => `${String(index).padStart(8, '0')}-0000-4000-8000-00000000000a`;

/**
 * Forty things. The second half repeats values of the first, with capital letters and spaces at the
 * end: an ordinary space that collations ignore, or another one that they compare as an ordinary
 * one.
 */
const rows = Array.from({ length: 40 }, (_, index) => ({
  id: idOf(index),
  name: index < 20 ? `n${index % 7}` : `N${index % 7}${index % 2 ? ' ' : '\xA0'}`,
  text: index % 4 === 0 ? null : `t${index % 3}`,
  code:
    index % 5 === 0 ? null : index % 2 ? 'aaaaaaaa-0000-4000-8000-000000000000' : idOf(index % 3),
  amount: index % 2 ? '1.50' : '1.5',
  at: index % 2 ? '2026-01-31T00:00:00.000Z' : null,
  box_id: null,
}));

const mockWith = (dialect?: Dialect) => {
  const mock = mockOfThings({ things: rows, boxes: [] }, dialect && { dialect });
  const list = async (where: object, parameters: Record<string, string> = {}): Promise<unknown> => {
    const { body } = await ask(mock, '/things', {
      where: JSON.stringify(where),
      include: 'id:true',
      ...parameters,
    });
    return body.errors ?? body.map(({ id }: JsonObject) => Number(String(id).slice(0, 8)));
  };
  /** The response to the first of equal queries, which all others have as well. */
  const repeat = async (...query: Parameters<typeof list>) => {
    mock.db.things.update(idOf(1), {});
    const [first, ...others] = [await list(...query), await list(...query), await list(...query)];
    expect(others).toEqual([first, first]);
    return first;
  };
  return { mock, repeat };
};

const wheres: object[] = [
  { id: { in: [31, 3, 31, 99, 0].map(idOf) } },
  { id: { in: [5, 4].map((index) => idOf(index).toUpperCase()) } },
  { name: 'n1' },
  { name: { in: ['N2 ', 'n3'] } },
  { name: { in: ['n4 ', 'n5\xA0'] } },
  { text: null },
  { text: { in: [null, 't1'] } },
  { text: { in: [null] } },
  { text: { not_in: [null, 't1'] } },
  { code: 'AAAAAAAA-0000-4000-8000-000000000000' },
  { amount: { in: ['1.5', 2] } },
  { at: '2026-01-31' },
  { at: { in: ['2026-01-31T01:00:00.0000004+01:00'] } },
  { amount: '1.50', name: { in: ['n1', 'n2'] }, text: 't1' },
  { id: { in: [1, 2, 3, 30].map(idOf), gt: idOf(1) } },
  { OR: [{ text: 't1' }, { name: 'n4' }] },
  { OR: [{ id: idOf(9), name: 'n2' }, { code: null }] },
];

describe('a filter that is repeated', () => {
  test.each<Dialect>([
    {},
    { nulls: 'sql', uuids: 'insensitive', dates: 'microseconds' },
    {
      uuids: 'uuid',
      text: { collation: { ignores: ['case', 'trailingSpaces'] }, equality: 'collation' },
    },
    {
      text: {
        collation: { locale: 'en', ignores: ['accents', 'trailingSpaces'] },
        equality: 'collation',
      },
    },
    { dates: 'text', nulls: { insideIn: 'ignored' }, order: { default: 'id' } },
  ])('has the same rows in the same order, in the dialect %j', async (dialect) => {
    const { repeat } = mockWith(dialect);
    let found = 0;
    for (const where of wheres) {
      const ids = await repeat(where);
      if (Array.isArray(ids)) found += ids.length;
      expect(await repeat(where, { take: '3', skip: '1' })).toEqual((ids as number[]).slice(1, 4));
      expect(await repeat(where, { order_by: 'name:desc' })).toHaveLength((ids as number[]).length);
    }
    expect(found).toBeGreaterThan(100);
  });

  test('has rows in insertion order, and none twice', async () => {
    const { repeat } = mockWith();
    expect(await repeat({ id: { in: [31, 3, 31, 99, 0].map(idOf) } })).toEqual([0, 3, 31]);
    expect(await repeat({ at: '2026-01-31', name: { in: ['n1', 'n5'] } })).toEqual([1, 5, 15, 19]);
  });

  test('follows each write', async () => {
    const { mock, repeat } = mockWith();
    const where = { text: { in: [null, 't1'] }, id: { in: [0, 1, 2, 4].map(idOf) } };
    expect(await repeat(where)).toEqual([0, 1, 4]);
    mock.db.things.update(idOf(2), { text: null });
    expect(await repeat(where)).toEqual([0, 1, 2, 4]);
    mock.db.things.delete(idOf(0));
    expect(await repeat(where)).toEqual([1, 2, 4]);
    const snapshot = mock.snapshot();
    mock.db.things.insert({ ...rows[0] });
    expect(await repeat(where)).toEqual([1, 2, 4, 0]);
    mock.restore(snapshot);
    expect(await repeat(where)).toEqual([1, 2, 4]);
    mock.reset();
    expect(await repeat(where)).toEqual([0, 1, 4]);
  });

  test('scans the rows once after a write, and then has an index', () => {
    const store = new Store(things, resolveDialect('test'));
    const writer = new RowWriter(store, () => 0);
    writer.load({ things: rows }, () => true);
    const compile = (where: object) =>
      compileWhere(
        parseWhere(things, 'things', new QueryNode('where', where)).filter,
        store,
        'things',
      );
    const where = { id: { in: [7, 3].map(idOf) }, amount: { gt: 1 } };
    expect(compile(where).find).toBeUndefined();
    expect(compile(where).find?.()).toEqual([3, 7]);
    expect(compile({ id: { in: [3, 9, 7].map(idOf), gt: idOf(3) } }).find?.()).toEqual([7, 9]);
    expect(compile({ id: { neq: idOf(7) } }).find).toBeUndefined();
    expect(compile({ OR: [{ id: idOf(9) }, where] }).find?.()).toEqual([3, 7, 9]);
    expect(compile({ OR: [where, { amount: { gt: 1 } }] }).find).toBeUndefined();
    writer.update('things', idOf(3), { amount: '0' });
    expect(compile(where).find).toBeUndefined();
    expect(compile(where).find?.()).toEqual([7]);
    writer.delete('things', idOf(4));
    const withoutText = [1, 2].map(() => findSlots(store, 'things', compile({ text: null })));
    expect(withoutText[0]).toEqual([0, 8, 12, 16, 20, 24, 28, 32, 36]);
    expect(withoutText[1]).toEqual(withoutText[0]);
  });
});
