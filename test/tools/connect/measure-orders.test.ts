import { describe, expect, test } from 'vitest';
import { measureOrders, measureTies } from '../../../src/tools/connect/measure/measure-service.js';

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

  test('is not taken from few rows', () => {
    expect(measureOrders([byId.slice(0, 3)], [])).toEqual({});
  });

  test('is that of the insertion if each list begins with the oldest row', () => {
    expect(measureOrders([[...newestFirst].reverse()], [])).toEqual({ default: 'insertion' });
  });
});

describe('the order of related rows', () => {
  const oldestFirst = Array.from({ length: 6 }, () => rows(['m', 1], ['z', 2], ['a', 3]));

  test('may begin with the oldest row, if the lists have another order', () => {
    const related = { created_at: 'asc' };
    expect(measureOrders([newestFirst], oldestFirst)).toEqual({
      default: { created_at: 'desc' },
      related,
    });
    expect(measureOrders([byId], oldestFirst)).toEqual({ default: 'id', related });
  });

  test('is that of the insertion if the lists begin with the oldest row, too', () => {
    const related = 'insertion';
    expect(measureOrders([[...newestFirst].reverse()], oldestFirst)).toEqual({
      default: 'insertion',
      related,
    });
    expect(measureOrders([], oldestFirst)).toEqual({ related });
  });

  test('is not taken from few rows', () => {
    expect(measureOrders([newestFirst], oldestFirst.slice(0, 4))).toEqual({
      default: { created_at: 'desc' },
    });
  });
});

describe('a known order', () => {
  const known = { default: 'id', related: 'id' } as const;
  const related = Array.from({ length: 6 }, () => rows(['m', 2], ['z', 1], ['a', 3]));

  test('is that of the insertion if the rows contradict it', () => {
    const insertion = { default: 'insertion', related: 'insertion' };
    expect(measureOrders([byId, newestFirst], related, known)).toEqual(insertion);
    expect(measureOrders([byId, newestFirst], related)).toEqual({});
  });

  test('is kept if the rows lack its field, and if they are few', () => {
    const dated = { default: { archived_at: 'desc' } } as const;
    expect(measureOrders([byId, newestFirst], [], dated)).toEqual({});
    expect(measureOrders([newestFirst.slice(0, 5)], related.slice(0, 4), known)).toEqual({});
  });
});

describe('the order of ties', () => {
  const tiesOf = (...all: (typeof byId)[]) =>
    measureTies(all.map((some) => ({ fields: ['name'], rows: some })));

  test('is by id if no equal rows are in another order', () => {
    expect(tiesOf(byId)).toBe('id');
    expect(tiesOf(byId, newestFirst)).toBeUndefined();
  });

  test('is that of the insertion if several equal rows are not in the order of their ids', () => {
    expect(tiesOf(newestFirst, newestFirst)).toBe('insertion');
    expect(tiesOf(newestFirst)).toBeUndefined();
  });

  test('is not taken from few rows', () => {
    expect(tiesOf(byId.slice(0, 5))).toBeUndefined();
    expect(measureTies([{ fields: ['created_at'], rows: byId }])).toBeUndefined();
  });
});
