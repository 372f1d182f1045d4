import type { Dialect } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test, vi } from 'vitest';
import { inTurn } from '../../fixtures/in-turns.js';
import { createChance } from '../../types/lib/random.js';
import {
  compareDialect,
  compareFetch,
  compareServer,
  differingSettings,
} from './compare-server.js';

/** Services as they are often built. */
// Retries wait a twentieth of their delays, so that computing is what takes the time.
vi.mock('../../../src/values/wait.js', async (original) =>
  (await import('../../fixtures/short-delays.js')).shortDelays(await original()),
);

const mixes: Readonly<Record<string, Dialect>> = {
  'Prisma and PostgreSQL': {
    rejections: { query: 422 },
    nulls: 'sql',
    text: { collation: 'en' },
    uuids: 'uuid',
    unknown: { parameters: 'ignored' },
    json: { paths: 'literal', notContains: 'opposite' },
    comparators: { string: { not_contains: false }, decimal: { like: false } },
  },
  'Express and MongoDB': {
    rejections: { credentials: 403 },
    dates: 'text',
    unknown: { where: 'ignored', include: 'ignored' },
    empty: { or: 'rejected', quantifier: 'everything' },
    json: { emptyObject: 'equal', contains: 'shallow' },
    order: { nulls: 'smallest' },
  },
  'PHP and MySQL': {
    nulls: { neq: 'skipped', notIn: 'skipped', insideIn: 'ignored', insideNotIn: 'nothing' },
    text: {
      like: 'insensitive',
      collation: { ignores: ['case'] },
      equality: 'collation',
      wildcards: 'sql',
    },
    empty: { in: 'rejected' },
    computed: { where: 'rejected', orderBy: 'rejected' },
    order: { nulls: 'smallest' },
  },
};

describe('the comparison of a service with the mock', { timeout: 120_000 }, () => {
  test('finds a preset, a setting of text and a missing comparator', async () => {
    const dialect = {
      nulls: 'sql',
      text: { like: 'insensitive' },
      comparators: { string: { not_contains: false } },
    } as const;
    const comparison = await compareDialect(dialect);
    expect(differingSettings(dialect, comparison)).toEqual([]);
    expect(comparison.dialect).toMatchObject({
      text: dialect.text,
      comparators: dialect.comparators,
    });
    expect(comparison.differences).toEqual([]);
    expect(comparison.agreement.same).toBe(comparison.agreement.of);
  });

  test('finds the kinds of fields that lack a comparator, and not each of their fields', async () => {
    const comparators = { date: { gte: false }, decimal: { gte: false } };
    expect((await compareDialect({ comparators })).dialect).toEqual({ comparators });
  });

  test('says so if most queries get no answer', async () => {
    const { clientOptions } = createMock();
    let count = 0;
    const fetch: typeof globalThis.fetch = async (input, init) =>
      ++count % 3 === 0
        ? clientOptions.fetch(input as Request, init)
        : new Response(null, { status: 503 });
    const comparison = await compareFetch({ ...clientOptions, fetch }, { maxRequests: 90 });
    expect(comparison.notDetermined).not.toEqual([]);
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

  test.each(inTurn(Object.entries(mixes), 4))(
    'finds every setting of a service with %s',
    async (_, dialect) => {
      const comparison = await compareDialect(dialect);
      expect(differingSettings(dialect, comparison)).toEqual([]);
      expect(comparison.differences).toEqual([]);
      expect(comparison.agreement.same).toBe(comparison.agreement.of);
    },
  );

  test('takes no failure for a difference', async () => {
    const { clientOptions } = createMock();
    const chance = createChance(7);
    const fetch: typeof globalThis.fetch = async (input, init) =>
      chance.happens(0.2)
        ? new Response(null, { status: 503, headers: { 'retry-after': '0' } })
        : clientOptions.fetch(input as Request, init);
    const comparison = await compareFetch({ ...clientOptions, fetch }, { maxRequests: 600 });
    expect(comparison.causes).toEqual([]);
    expect(comparison.differences).toEqual([]);
  });

  test('says so if a service breaks down', async () => {
    const { clientOptions } = createMock();
    let count = 0;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (++count > 40) throw new TypeError('connection refused');
      return clientOptions.fetch(input as Request, init);
    };
    const comparison = await compareFetch({ ...clientOptions, fetch });
    expect(comparison.notDetermined).not.toEqual([]);
    expect(comparison.differences).toEqual([]);
    expect(comparison.notDetermined[0]).toBe('The service stopped responding.');
  });
});
