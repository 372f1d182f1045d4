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
    ['without an order is in insertion order', {}, 'abcd'],
    ['skips rows', { skip: '1', take: '2' }, 'bc'],
    ['is empty with take=0', { take: '0' }, ''],
    ['may end before take', { skip: '3', take: '9' }, 'd'],
    ['is empty behind its end', { skip: '9' }, ''],
    ['has nulls last in ascending order', { order_by: 'score' }, 'badc'],
    [
      'has nulls first in descending order, and ties in insertion order',
      { order_by: 'score:desc' },
      'cadb',
    ],
    ['may be ordered by more than one field', { order_by: 'score:desc, name:desc' }, 'cdab'],
    ['orders decimals by value', { order_by: 'amount:asc' }, 'bdac'],
    ['orders dates', { order_by: 'at' }, 'bdac'],
    ['orders false before true', { order_by: 'active,name' }, 'badc'],
    ['may be ordered by a computed field', { order_by: 'shout:desc' }, 'dcba'],
    ['may be empty and ordered', { order_by: 'name', take: '0' }, ''],
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

  test('a cursor means one of several equal rows', async () => {
    const after = cursor({ score: 3, id: idOf('a') });
    expect(await page({ order_by: 'score', after })).toBe('dc');
    expect(await page({ order_by: 'score', before: after })).toBe('b');
    expect(await page({ order_by: 'score', after: cursor({ score: null, id: idOf('c') }) })).toBe(
      '',
    );
  });

  test('a cursor works without an order', async () => {
    expect(await page({ after: cursor({ id: idOf('b') }) })).toBe('cd');
  });

  test('a cursor of a deleted row repeats equal rows, so that none is lost', async () => {
    const gone = '00000000-0000-4000-8000-000000000000';
    expect(await page({ order_by: 'score', after: cursor({ score: 3, id: gone }) })).toBe('adc');
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
    [
      'a cursor with a value of another type',
      { order_by: 'score', after: cursor({ id: 'x', score: [] }) },
      'after: expected a number, got an array.',
    ],
  ])('%s is rejected', async (_, parameters, message) => {
    expect(await page(parameters as Record<string, string>)).toBe(message);
  });
});
