import type { JsonObject } from 'payments-data-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hardRows } from '../fixtures/engines/hard-rows.js';
import { type Module, type OpenEngine, openEngine } from './open-engine.js';
import { enginesToTest, isLong } from './options.js';

type OrderBy = Readonly<Record<string, 'asc' | 'desc'>>;

const ids = (rows: readonly JsonObject[]): string => rows.map(({ id }) => id).join();

describe.each(enginesToTest)('a client of a service on %s', (name) => {
  let open: OpenEngine;
  beforeAll(async () => {
    open = await openEngine(name, { rows: hardRows({ count: isLong ? 300 : 60 }) });
  }, 60_000);
  afterAll(() => open.engine.close());

  /** The order of the service's own list, as the service takes it. */
  const order = (orderBy: OrderBy): string => {
    const { parameters, orderFormat } = open.module.dialect;
    const keys = Object.entries({ ...orderBy, ...(orderBy.id ? {} : { id: 'asc' }) }).map(
      ([key, direction]) =>
        orderFormat === '-name'
          ? `${direction === 'desc' ? '-' : ''}${key}`
          : `${key}:${direction}`,
    );
    return `${(parameters as { orderBy?: string } | undefined)?.orderBy ?? 'order_by'}=${keys.join()}`;
  };

  /**
   * Reads every list in every order, and returns what was read in another order or not at all, and
   * the errors.
   */
  async function readEverything(module: Module, pageSizes: readonly number[]) {
    const client = open.client(module);
    const found = { right: 0, wrong: [] as string[], errors: new Map<string, string[]>() };
    for (const [resource, { fields, path, operations }] of Object.entries(open.module.schema))
      for (const [field, { kind }] of Object.entries(fields))
        for (const direction of ['asc', 'desc'] as const) {
          if (!path || !operations.includes('list') || kind === 'json') continue;
          const orderBy = { [field]: direction };
          const expected = await open.whole(`${path}?${order(orderBy)}`).catch(() => undefined);
          for (const pageSize of pageSizes) {
            const what = `${resource} by ${field} ${direction}, pages of ${pageSize}`;
            try {
              const rows = await client(resource).all({ orderBy }, { pageSize });
              if (expected && ids(rows) === ids(expected)) found.right += 1;
              else found.wrong.push(`${what}: ${rows.length} of ${expected?.length} rows`);
            } catch (error) {
              const message = `${kind}: ${String(error)}`;
              found.errors.set(message, [...(found.errors.get(message) ?? []), what]);
            }
          }
        }
    if (isLong)
      console.log(
        name,
        found.right,
        found.wrong.slice(0, 20),
        [...found.errors]
          .map(([message, of]) => `${of.length} × ${message}: ${of[0]}`)
          .slice(0, 20),
      );
    return found;
  }

  const pageSizes = isLong ? [1, 2, 7, 20] : [3];

  test('reads every list in every order, in pages', async () => {
    const { wrong, errors } = await readEverything(open.module, pageSizes);
    expect(wrong.join('\n')).toBe('');
    expect(
      [...errors.keys()].filter((message) => !/identifier:(asc|desc) is not valid/.test(message)),
    ).toEqual([]);
  });

  test('does so, or says why it cannot, with the names of the parameters alone', async () => {
    const { envelope, parameters, orderFormat } = open.module.dialect;
    const dialect = {
      ...(envelope && { envelope }),
      ...(parameters && { parameters }),
      ...(orderFormat && { orderFormat }),
    };
    const { wrong } = await readEverything({ ...open.module, dialect }, pageSizes);
    expect(wrong.join('\n')).toBe('');
  });

  test('splits a long `in`, and reads each of its rows', async () => {
    const client = open.client(open.module)('balances');
    const some = (open.rows.balances ?? []).map(({ id }) => id ?? null);
    const missing = Array.from(
      { length: 700 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    const where = { id: { in: [...missing, ...some.slice(3)] } };
    const found = await client.list({ where });
    expect(found.map(({ id }) => id).sort()).toEqual(some.slice(3).sort());
    expect((await client.all({ where })).map(({ id }) => id).sort()).toEqual(some.slice(3).sort());
  });
});
