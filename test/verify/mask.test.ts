import { createMock, type Mock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { createMask } from '../../src/verify/mask.js';
import { verifyService } from '../../src/verify/verify-service.js';

const names = new Set(['id', 'name', 'in', 'like', 'AND', 'contains', 'variables']);
const first = '6f1c3a52-0000-4000-8000-000000000001';
const second = '6f1c3a52-0000-4000-8000-000000000002';

describe('a mask', () => {
  test('gives equal values the same placeholder, by what they look like', () => {
    const { value } = createMask(names);
    expect([first, second, first].map(value)).toEqual(['<id-1>', '<id-2>', '<id-1>']);
    expect([-12.5, '-12.50', '2025-03-01', 'Ada', null, true, ''].map(value)).toEqual([
      '<number-1>',
      '<decimal-1>',
      '<date-1>',
      '<text-1>',
      'null',
      'true',
      '""',
    ]);
  });

  test('keeps names, wildcards and the values that probes make up', () => {
    const { json, text } = createMask(names);
    expect(json({ AND: [{ name: { like: 'A%e' } }, { made_up_property: { in: ['made_up'] } }] })).toEqual({
      AND: [{ name: { like: '<text-1>%<text-2>' } }, { made_up_property: { in: ['made_up'] } }],
    });
    expect(['name', '20', first, 'made_up_path'].map(text)).toEqual(['name', '20', '<id-1>', 'made_up_path']);
  });

  test('hides the keys of JSON values, and shortens long lists', () => {
    const { json } = createMask(names);
    expect(json({ variables: { contains: { tier: 'gold' } } })).toEqual({
      variables: { contains: { '<key-1>': '<text-1>' } },
    });
    expect(json({ id: { in: [first, second, 'x', 'y'] } })).toEqual({ id: { in: ['<id-1> … <text-3>'] } });
  });
});

/** Every text in the rows of a mock that is long enough to be recognized. */
function valuesOf(mock: Mock): Set<string> {
  const values = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && value.length > 8) values.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  const { balances, accounts, transactions, transactionLines } = mock.db;
  for (const rows of [balances.all(), accounts.all(), transactions.all(), transactionLines.all()])
    collect(rows);
  return values;
}

describe('a report', () => {
  test('contains no value of a row, whatever differs and whatever fails', { timeout: 60_000 }, async () => {
    const mock = createMock();
    let count = 0;
    // Other rows than the requested ones, and failures that name the path.
    const fetch: typeof mock.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (++count % 7 === 0) throw new TypeError('lost');
      const url = new URL(request.url);
      if (count % 3 === 0) url.searchParams.delete('where');
      return mock.fetch(new Request(url, request));
    };
    const report = await verifyService({ ...mock.clientOptions, fetch });
    const text = JSON.stringify(report);
    expect(report.probes.some(({ result }) => result === 'differs')).toBe(true);
    expect([...valuesOf(mock)].filter((value) => text.includes(value))).toEqual([]);
  });

  test('contains values if you ask for them', { timeout: 60_000 }, async () => {
    const mock = createMock();
    const { probes } = await verifyService({ ...mock.clientOptions, only: ['where.in'], showValues: true });
    expect(probes[0]?.asked.join()).toContain(mock.db.balances.all()[0]?.id);
  });
});
