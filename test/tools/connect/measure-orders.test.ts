import { describe, expect, test } from 'vitest';
import { measureOrders, tiesOf } from '../../../src/tools/connect/measure/measure-service.js';

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const rows = (...values: (readonly [id: string, day: number])[]) =>
  values.map(([id, number]) => ({ id, name: 'x', created_at: day(number) }));
const byId = rows(['a', 3], ['b', 1], ['c', 2], ['d', 9], ['e', 4], ['f', 5]);
const newestFirst = rows(['c', 9], ['a', 8], ['b', 7], ['f', 6], ['e', 5], ['d', 4]);

describe('the default order', () => {
  test('is by id if each list shows it', () => {
    expect(measureOrders([byId, byId], [])).toEqual({ default: 'id' });
    expect(measureOrders([byId, newestFirst], [])).toEqual({});
    expect(measureOrders([[...byId].reverse()], [])).toEqual({ default: { id: 'desc' } });
  });

  test('is not taken from few rows, or from ascending dates, which rows have in the order of insertion', () => {
    expect(measureOrders([byId.slice(0, 3)], [])).toEqual({});
    expect(measureOrders([[...newestFirst].reverse()], [])).toEqual({});
  });
});

describe('the order of related rows', () => {
  const oldestFirst = Array.from({ length: 6 }, () => rows(['m', 1], ['z', 2], ['a', 3]));

  test('may begin with the oldest row, if the lists have another order', () => {
    const related = { created_at: 'asc' };
    expect(measureOrders([newestFirst], oldestFirst)).toEqual({ default: { created_at: 'desc' }, related });
    expect(measureOrders([byId], oldestFirst)).toEqual({ default: 'id', related });
  });

  test('is that of the insertion if the lists begin with the oldest row, too', () => {
    expect(measureOrders([[...newestFirst].reverse()], oldestFirst)).toEqual({});
    expect(measureOrders([], oldestFirst)).toEqual({});
  });

  test('is not taken from few rows', () => {
    expect(measureOrders([newestFirst], oldestFirst.slice(0, 4))).toEqual({
      default: { created_at: 'desc' },
    });
  });
});

test('the order of ties is by id if no equal rows are in another order', () => {
  expect(tiesOf([{ fields: ['name'], rows: byId }])).toBe('id');
  expect(tiesOf([{ fields: ['name'], rows: newestFirst }])).toBeUndefined();
  expect(tiesOf([{ fields: ['created_at'], rows: byId }])).toBeUndefined();
});
