import {
  extendSchema,
  isAuthenticationError,
  isServerError,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { describe, expect, test, vi } from 'vitest';
import { pull } from '../../src/pull/pull.js';
import { json } from '../fixtures/answering-fetch.js';
import { pullFrom, pullOptions, rowsWith, uuidOf } from './static-service.js';

// Each test reads a whole service. A busy machine takes seconds for that.
vi.setConfig({ testTimeout: 30_000 });

const schema = extendSchema(paymentsSchema, {
  accounts: { fields: { country: string() } },
  entities: { path: '/entities', operations: ['list'], fields: { id: uuid(), name: string() } },
});
const createService = () => {
  const mock = createMock({ schema });
  for (const [index, { id }] of mock.db.accounts.all().entries())
    mock.db.accounts.update(id, { country: `Country ${index}` });
  mock.db.entities.insert({ name: 'x' });
  return mock;
};
const paths = new Map([['entities', '/entities']]);

type Mock = ReturnType<typeof createService>;

/** Pulls from a mock whose requests and responses are changed. */
function pullThrough(
  mock: Mock,
  change: (url: URL, send: (url: URL) => Promise<Response>) => Promise<Response>,
  options: Partial<Parameters<typeof pull>[0]> = {},
) {
  const fetch = (input: RequestInfo | URL) => {
    const request = new Request(input);
    return change(new URL(request.url), (url) => mock.fetch(new Request(url, request)));
  };
  const connection = { ...mock.clientOptions, fetch, ...options.connection };
  return pull(pullOptions({ paths, ...options, connection }));
}

const expected = async () => pull(pullOptions({ connection: createService().clientOptions, paths }));

describe('pull finds the same as without a change', () => {
  const without = (name: string) => async (url: URL, send: (url: URL) => Promise<Response>) => {
    url.searchParams.delete(name);
    return send(url);
  };

  test('at a service that returns at most ten rows', async () => {
    const pulled = await pullThrough(createService(), async (url, send) => {
      if (!/where/.test(url.search)) url.searchParams.set('take', '10');
      else url.searchParams.set('take', String(Math.min(10, Number(url.searchParams.get('take') ?? 10))));
      return send(url);
    });
    expect(pulled.text).toBe((await expected()).text);
    expect(pulled.readings.map(({ isUnordered }) => isUnordered)).not.toContain(true);
  });

  test.each(['order_by', 'where', 'skip'])('at a service that ignores %s', async (name) => {
    const pulled = await pullThrough(createService(), without(name));
    expect(pulled.text).toBe((await expected()).text);
  });

  test('at a service that rejects order_by and take', async () => {
    const pulled = await pullThrough(createService(), async (url, send) =>
      /order_by|take/.test(url.search) ? json({ errors: ['unknown parameter'] }, { status: 400 }) : send(url),
    );
    expect(pulled.text).toBe((await expected()).text);
    expect(pulled.readings.every(({ isUnordered, rows }) => isUnordered && rows.size > 0)).toBe(true);
  });

  test('at a service that ignores unknown names in an include', async () => {
    const pulled = await pullThrough(createService(), async (url, send) => {
      const response = await send(url);
      if (response.status !== 400) return response;
      url.searchParams.delete('include');
      return send(url);
    });
    expect(pulled.text).toBe((await expected()).text);
  });

  test('at a service that returns relations by default', async () => {
    const pulled = await pullThrough(createService(), async (url, send) => {
      if (url.pathname.endsWith('/balances') && !url.searchParams.has('include'))
        url.searchParams.set('include', 'unit:true,account:true');
      return send(url);
    });
    expect(pulled.text).toBe((await expected()).text);
  });

  test('at a service with another envelope', async () => {
    const pulled = await pullThrough(
      createService(),
      async (url, send) => {
        const response = await send(url);
        return response.ok ? json({ data: await response.json() }) : response;
      },
      { connection: { ...createService().clientOptions, envelope: 'data' } as never },
    );
    expect(pulled.text).toBe((await expected()).text);
  });
});

describe('pull of a part', () => {
  test('reads exactly as many rows as it may', async () => {
    const mock = createService();
    const pulled = await pull(pullOptions({ connection: mock.clientOptions, rows: 7 }));
    expect(pulled.changes.resources.map(({ name, rows }) => [name, rows])).toEqual([
      ['balances', 7],
      ['units', 2],
      ['accounts', 7],
      ['transactions', 7],
      ['transactionLines', 7],
    ]);
    expect(pulled.disagreements).toEqual([]); // rows may refer to rows that were not read
  });

  test('reads 250 rows of a longer list in three pages', async () => {
    const mock = createMock({ data: sampleData({ accounts: 260, transactions: 0 }) });
    const pulled = await pull(pullOptions({ connection: mock.clientOptions, rows: 250 }));
    expect(pulled.readings.find(({ name }) => name === 'accounts')?.rows.size).toBe(250);
    const pages = mock.requests.filter(
      ({ path, include }) => path === '/v1/accounts' && include === undefined,
    );
    expect(pages).toHaveLength(4); // with the first look at the rows
    expect(pulled.disagreements).toEqual([]);
  });

  test('says what the key may not read, and reads the rest', async () => {
    const mock = createService();
    mock.fail({ path: '/v1/transactions', status: 403 });
    const pulled = await pull(pullOptions({ connection: mock.clientOptions, paths }));
    expect(pulled.text).toContain('// Not read.\n// - transactions: the service returned status 403\n');
    expect(pulled.text).toContain('country: string(),');
  });

  test('says which rows have no id', async () => {
    const { unread } = await pullFrom({ '/accounts': { rows: [{ name: 'secret' }] as never } });
    expect(unread).toEqual([
      {
        path: ['accounts'],
        text: 'GET /v1/accounts failed: [0]: expected a row with a string `id`, got an object.',
      },
    ]);
  });

  test('does not expect an order of UUIDs that are not in lower case', async () => {
    const ids = ['aaaaaaaa', 'BBBBBBBB', 'cccccccc'].map((start) => start + uuidOf(0).slice(8));
    const { readings } = await pullFrom({ '/accounts': { rows: ids.map((id) => ({ id })) } });
    expect(readings.find(({ name }) => name === 'accounts')).toMatchObject({
      isUnordered: false,
      isComplete: true,
    });
  });

  test('finds nothing in an empty workspace', async () => {
    const mock = createMock({ data: {} });
    const { text, changes, disagreements } = await pull(pullOptions({ connection: mock.clientOptions }));
    expect(text).toContain('extendSchema(paymentsSchema, {});');
    expect(changes.resources).toEqual([]);
    expect(disagreements).toEqual([]);
  });

  test('declares a new resource without rows', async () => {
    const { schema, text } = await pullFrom({ '/entities': { rows: [] } }, { paths });
    expect(schema.entities).toMatchObject({
      path: '/entities',
      operations: ['list'],
      fields: { id: { kind: 'uuid' } },
    });
    expect(text).toContain('/** No rows. */');
  });

  test('finds out whether a row can be requested by its id', async () => {
    const rows = rowsWith(1, () => ({ name: 'x' }));
    const list = { '/entities': { rows } };
    expect((await pullFrom(list, { paths })).schema.entities?.operations).toEqual(['list']);
    const both = Object.assign({ ...list }, { [`/entities/${uuidOf(0)}`]: { rows } });
    const pulled = await pullFrom(both, { paths }); // a list in place of the row
    expect(pulled.schema.entities?.operations).toEqual(['list']);
  });

  test('gives a declared resource a path', async () => {
    const { text, schema } = await pullFrom(
      { '/units': { rows: rowsWith(1, () => ({ name: 'EUR' })) } },
      { paths: new Map([['units', '/units']]) },
    );
    expect(text).toContain("  units: {\n    path: '/units',\n    operations: ['list'],\n  },");
    expect(schema.units?.path).toBe('/units');
  });
});

describe('pull fails without a result', () => {
  test('if the key is rejected', async () => {
    const connection = { ...createMock().clientOptions, apiKey: 'wrong' };
    await expect(pull(pullOptions({ connection }))).rejects.toSatisfy(isAuthenticationError);
  });

  test('if the service fails, because a part of the rows would remove declarations', async () => {
    const mock = createService();
    mock.fail({ path: '/v1/transactions', status: 500 });
    const connection = { ...mock.clientOptions, retry: 0 };
    await expect(pull(pullOptions({ connection }))).rejects.toSatisfy(isServerError);
  });

  test('if it is interrupted', async () => {
    const controller = new AbortController();
    const mock = createService();
    const pulling = pullThrough(
      mock,
      async (url, send) => {
        if (mock.requests.length > 10) controller.abort(new Error('stopped'));
        return send(url);
      },
      { signal: controller.signal },
    );
    await expect(pulling).rejects.toThrow('stopped');
    const { length } = mock.requests;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(mock.requests.length).toBe(length);
  });
});

test('pull sends at most four requests at a time, and only GET', async () => {
  const mock = createService();
  let [active, most] = [0, 0];
  await pullThrough(mock, async (url, send) => {
    active++;
    most = Math.max(most, active);
    await new Promise((resolve) => setTimeout(resolve, 1));
    active--;
    return send(url);
  });
  expect(most).toBe(4);
  expect(new Set(mock.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('rows of the list are declared in the same way in any order', async () => {
  const rows = rowsWith(30, (index) => ({
    status: 'active',
    identifier_prefix: 'a',
    identifier_value: 'b',
    tier: ['b', 'a'][index % 2],
    n: index / 2,
  }));
  const forward = await pullFrom({ '/accounts': { rows } });
  const backward = await pullFrom({ '/accounts': { rows: rows.toReversed() } });
  expect(backward.text).toBe(forward.text);
  expect(backward.readings.find(({ name }) => name === 'accounts')?.isUnordered).toBe(true);
});
