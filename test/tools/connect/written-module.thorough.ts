import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createClient, type paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { zodValidator } from 'payments-data-client/validation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSchema } from '../../../src/tools/cli/load-schema.js';
import { listen } from '../../fixtures/listen.js';
import { createPostgresService, type PostgresService } from '../../fixtures/postgres-service.js';
import { randomRows } from '../../fixtures/random-rows.js';
import { runCommand } from '../../fixtures/run-command.js';
import { scratchFolder } from '../../fixtures/scratch-folder.js';
import { createChance } from '../../types/lib/random.js';
import { payments } from './compare-server.js';

// Inside the project, so that the written module finds the package.
const folder = scratchFolder('written');
/** More than a page of the service, with digits of dates that it does not show. */
const stored = randomRows(payments, createChance(11), { count: 130, hiddenDigits: 'any' });

/** Serves the database on a port, and passes what `connect` writes about it to a client. */
async function connectTo(service: PostgresService) {
  await service.load(stored);
  const server = await listen(
    createServer(async (request, response) => {
      const headers = { authorization: request.headers.authorization ?? '' };
      const reply = await service.fetch(`${service.baseUrl}${request.url}`, { headers });
      response
        .writeHead(reply.status, { 'content-type': 'application/json' })
        .end(await reply.text());
    }),
  );
  const { apiKey } = service.clientOptions;
  const files = ['--out', 'payments.ts', '--rows', 'rows.json'];
  const connected = await runCommand(['connect', '--base-url', server.url, ...files], {
    cwd: folder,
    env: { PAYMENTS_API_KEY: apiKey },
  });
  expect(connected).toMatchObject({ status: 0, errors: '' });
  expect(connected.out).toMatch(/gave the same response to (\d+) of \1 random queries/);
  expect(connected.out).toContain(
    'list() returns one page, here 50 rows; all() returns every row.',
  );
  const { schema: loaded, dialect = {} } = await loadSchema('payments.ts', { cwd: folder });
  const schema = loaded as object as typeof paymentsSchema; // no field was removed
  const options = { baseUrl: server.url, apiKey, schema, dialect };
  return { ...options, server, client: createClient({ ...options, validator: zodValidator() }) };
}

let service: PostgresService;
let connected: Awaited<ReturnType<typeof connectTo>>;
beforeAll(async () => {
  service = await createPostgresService();
  connected = await connectTo(service);
}, 300_000);
afterAll(async () => {
  connected.server.close();
  await service.close();
});

/** The ids of the rows that a query in SQL returns. */
async function idsInSql(resource: string, rest: string, values: unknown[] = []): Promise<string[]> {
  const { rows: schemas } = await service.db.query<{ name: string }>(
    'select table_schema as name from information_schema.tables where table_name = $1',
    [resource],
  );
  const { rows } = await service.db.query<{ id: string }>(
    `select id from "${schemas[0]?.name}"."${resource}" ${rest}`,
    values,
  );
  return rows.map(({ id }) => id);
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('the rows that connect wrote have more digits where the service hides some', () => {
  const written = JSON.parse(readFileSync(join(folder, 'rows.json'), 'utf8')) as typeof stored;
  const { units: _, ...listed } = written; // units have no list of their own to ask
  const dates = Object.entries(listed).flatMap(([resource, rows]) =>
    rows.flatMap((row) => {
      const original = stored[resource]?.find(({ id }) => id === row.id)?.created_at;
      return typeof original === 'string' ? [{ date: String(row.created_at), original }] : [];
    }),
  );
  expect(dates.length).toBeGreaterThan(100);
  for (const { date, original } of dates) {
    expect(date.slice(0, 23)).toBe(original.slice(0, 23));
    expect(date.endsWith('500Z')).toBe(!/(\.\d{3}|000)Z$/.test(original));
  }
});

describe('with the module that connect wrote', { timeout: 120_000 }, () => {
  test.each([
    ['created_at', 'desc', 'created_at desc, id'],
    ['available_balance', 'asc', 'available_balance, id'],
    ['archived_at', 'asc', 'archived_at asc nulls last, id'],
  ] as const)('all() returns every row once, by %s %s as in SQL', async (field, direction, sql) => {
    const orderBy = { [field]: direction, id: 'asc' } as const;
    const rows = await connected.client.balances.all({ orderBy, include: { name: true } });
    expect(idsOf(rows)).toEqual(await idsInSql('balances', `order by ${sql}`));
    expect(rows).toHaveLength(130);
  });

  test('iterate() and pages() return the rows of a filter as in SQL', async () => {
    const where = {
      balance: { gte: '0' },
      external_id: { not_in: ['a', ''] },
      name: { like: 'A' },
    };
    const orderBy = { created_at: 'asc', id: 'asc' } as const;
    const expected = await idsInSql(
      'balances',
      `where balance >= 0 and external_id not in ('a', '') and name ilike '%a%' order by created_at, id`,
    );
    expect(expected.length).toBeGreaterThan(3);
    const found: string[] = [];
    for await (const { id } of connected.client.balances.iterate({ where, orderBy }))
      found.push(id);
    expect(found).toEqual(expected);
    const pages: string[] = [];
    for await (const page of connected.client.balances.pages({ where, orderBy }, { pageSize: 2 }))
      pages.push(...idsOf(page));
    expect(pages).toEqual(expected);
  });

  test('a list with a long `in` returns every row that it names', async () => {
    const unknown = Array.from(
      { length: 400 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    const known = (await idsInSql('transactionLines', 'order by id')).filter(
      (_, index) => index % 3 > 0,
    );
    const rows = await connected.client.transactionLines.list({
      where: { id: { in: [...unknown, ...known] } },
    });
    expect(idsOf(rows).sort()).toEqual(known);
  });

  test('get() and all() return what a mock with the rows of the database returns', async () => {
    const { schema, dialect, client } = connected;
    const mock = createMock({ schema, dialect, data: stored as object });
    const local = createClient({
      ...mock.clientOptions,
      schema,
      dialect,
      validator: zodValidator(),
    });
    const include = {
      unit: { symbol: true },
      account: { balances: { id: true } },
      amount: true,
    } as const;
    for (const id of (await idsInSql('balances', 'order by id')).slice(0, 10))
      expect(sorted(await client.balances.get(id, { include }))).toEqual(
        sorted(await local.balances.get(id, { include })),
      );
    const query = {
      where: {
        OR: [{ lines: { some: { amount: { gt: 0 } } } }, { lines: { none: {} }, status: 'failed' }],
      },
      include: { lines: { where: { amount: { gt: 0 } } } },
      orderBy: { id: 'asc' },
    } as const;
    const rows = await client.transactions.all(query);
    expect(rows.length).toBeGreaterThan(3);
    expect(sorted(rows)).toEqual(sorted(await local.transactions.all(query)));
  });

  test('a proxy returns the visible rows, as in SQL', async () => {
    const { schema, dialect, client: _, server: __, ...access } = connected;
    const accountId = String(stored.balances?.[0]?.account_id);
    const visible = pickSchema(schema, { balances: ['name', 'balance', 'account_id'] });
    const proxy = createProxy({
      ...access,
      schema: visible,
      serviceSchema: schema,
      dialect,
      authenticate: () => ({ accountId }),
      policies: { balances: (session) => ({ account_id: { neq: session.accountId } }) },
    });
    const page = createClient({
      baseUrl: 'https://page.example',
      apiKey: null,
      schema: visible,
      fetch: (input, init) => proxy.fetch(new Request(input, init)),
    });
    const rows = await page.balances.all({
      where: { name: { like: 'a' } },
      orderBy: { id: 'asc' },
    });
    expect(idsOf(rows)).toEqual(
      await idsInSql('balances', `where account_id <> $1 and name ilike '%a%' order by id`, [
        accountId,
      ]),
    );
    expect(rows.length).toBeGreaterThan(3);
  });
});

/** Related rows in the order of their ids: the service returns them in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(sorted)
      .sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sorted(inner)]));
}
