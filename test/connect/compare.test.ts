import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import {
  compareDialect,
  compareFetch,
  compareServer,
  found,
  payments,
  unexplained,
} from './compare-server.js';

describe('the comparison of a service with the mock', { timeout: 120_000 }, () => {
  test('finds nothing in a service that is like the mock', async () => {
    const comparison = await compareDialect({});
    expect(comparison.causes).toEqual([]);
    expect(comparison.differences).toEqual([]);
    expect(comparison.dialect).toEqual({});
    expect(comparison.agreement.same).toBe(comparison.agreement.of);
    expect(comparison.agreement.of).toBeGreaterThan(100);
    expect(comparison.isConclusive).toBe(true);
    expect(comparison.requests).toBeLessThanOrEqual(800);
  });

  test('finds a preset, a setting of text and a missing comparator', async () => {
    const dialect = {
      nulls: 'sql',
      text: { like: 'insensitive' },
      comparators: { string: { not_contains: false } },
    } as const;
    const comparison = await compareDialect(dialect);
    const { notContains, ...nulls } = (comparison.dialect.nulls as Record<string, string>) ?? {};
    expect(comparison.dialect).toMatchObject({ text: dialect.text, comparators: dialect.comparators });
    expect(comparison.dialect.nulls === 'sql' || { notContains, ...nulls }).toBeTruthy();
    expect(comparison.differences).toEqual([]);
    expect(comparison.agreement.same).toBe(comparison.agreement.of);
  });

  test('keeps a difference unexplained if the setting is said to be known', async () => {
    const comparison = await compareDialect({ text: { like: 'insensitive' } }, { fixed: ['text.like'] });
    expect(found(comparison)).not.toHaveProperty('text.like');
    expect(unexplained(comparison)).toContain('like: another case (string)');
  });

  test('lists every difference if it is not asked for the dialect', async () => {
    const comparison = await compareDialect({ empty: { in: 'rejected' } }, { fit: false });
    expect(comparison.causes).toEqual([]);
    expect(unexplained(comparison)).toContain('empty in (string)');
    expect(comparison.differences[0]).toMatchObject({ kind: 'rejected', observed: 'rejected with 400' });
  });

  test('says that it found out nothing about a service without rows', async () => {
    const rows = Object.fromEntries(Object.keys(payments).map((name) => [name, []]));
    const comparison = await compareDialect({}, { rows });
    expect(comparison.isConclusive).toBe(false);
    expect(comparison.unknown).toContain('The service returned fewer than 3 rows.');
  });

  test('says that it found out too little if it may send few requests', async () => {
    const comparison = await compareDialect({}, { maxRequests: 40 });
    expect(comparison.requests).toBeLessThanOrEqual(40);
    expect(comparison.isConclusive).toBe(false);
  });

  test('says so if most queries get no answer', async () => {
    const { clientOptions } = createMock();
    let count = 0;
    const fetch: typeof globalThis.fetch = async (input, init) =>
      ++count % 3 === 0 ? clientOptions.fetch(input as Request, init) : new Response(null, { status: 503 });
    const comparison = await compareFetch({ ...clientOptions, fetch }, { maxRequests: 90 });
    expect(comparison.isConclusive).toBe(false);
  });

  test('names the rule that a service violates, and shows no values and no key', async () => {
    const comparison = await compareServer({
      change: async ({ request, next }) => {
        const url = new URL(request.url);
        if (url.pathname.endsWith('/transactions/lines')) url.searchParams.delete('include');
        return next(new Request(url, request));
      },
    });
    expect(comparison.differences[0]).toMatchObject({ kind: 'rows', rule: 'include 2' });
    const { apiKey, ...result } = comparison;
    const text = JSON.stringify(result);
    expect(text).not.toContain(apiKey);
    const { db } = createMock();
    for (const { id, name, description } of db.balances.all())
      expect([id, name, description].some((value) => text.includes(value))).toBe(false);
  });
});
