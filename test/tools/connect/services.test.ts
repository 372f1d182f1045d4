import {
  extendSchema,
  isAuthenticationError,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test, vi } from 'vitest';
import { readSchema, type SchemaOptions } from '../../../src/tools/connect/infer/read-schema.js';
import { measure } from '../../../src/tools/connect/measure/measure-service.js';
import {
  type ConnectionOptions,
  createService,
} from '../../../src/tools/connect/service/live-service.js';
import { json } from '../../fixtures/answering-fetch.js';
import { failure } from '../../fixtures/failure.js';
import { moduleOf, readFrom, readStatic, rowsWith, uuidOf } from './static-service.js';

// Each test reads a whole service. A busy machine takes seconds for that.
vi.setConfig({ testTimeout: 30_000 });

const schema = extendSchema(paymentsSchema, {
  accounts: { fields: { country: string() } },
  entities: { path: '/entities', operations: ['list'], fields: { id: uuid(), name: string() } },
});
const createWorkspace = () => {
  const mock = createMock({ schema });
  for (const [index, { id }] of mock.db.accounts.all().entries())
    mock.db.accounts.update(id, { country: `Country ${index}` });
  mock.db.entities.insert({ name: 'x' });
  return mock;
};
const paths = new Map([['entities', '/entities']]);

type Mock = ReturnType<typeof createWorkspace>;

/**
 * Reads the schema of a mock whose requests and responses are changed, after measuring how it is
 * asked.
 */
async function readThrough(
  mock: Mock,
  change: (url: URL, send: (url: URL) => Promise<Response>) => Promise<Response> = (url, send) =>
    send(url),
  options: Partial<SchemaOptions> = {},
  access: Partial<ConnectionOptions> = {},
) {
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    return change(new URL(request.url), (url) => mock.fetch(new Request(url, request)));
  };
  const base = { ...paymentsSchema };
  const service = createService({ ...mock.clientOptions, fetch, maxRequests: 10_000, ...access });
  await measure(service, base);
  const read = await readSchema(service, base, {
    rowsPerResource: 500,
    paths,
    values: true,
    ...options,
  });
  return { ...read, text: moduleOf(read) };
}

const expected = async () => (await readThrough(createWorkspace())).text;

describe('connect finds the same schema as without a change', () => {
  test('at a service that returns at most ten rows', async () => {
    const read = await readThrough(createWorkspace(), async (url, send) => {
      url.searchParams.set(
        'take',
        String(Math.min(10, Number(url.searchParams.get('take') ?? 10))),
      );
      return send(url);
    });
    expect(read.text).toBe(await expected());
    expect(read.readings.map(({ isComplete }) => isComplete)).not.toContain(false);
  });

  test.each(['order_by', 'skip'])('at a service that ignores %s', async (name) => {
    const read = await readThrough(createWorkspace(), async (url, send) => {
      url.searchParams.delete(name);
      return send(url);
    });
    expect(read.text).toBe(await expected());
  });

  test('at a service that rejects order_by and take', async () => {
    const read = await readThrough(createWorkspace(), async (url, send) =>
      /order_by|take/.test(url.search)
        ? json({ errors: ['unknown parameter'] }, { status: 400 })
        : send(url),
    );
    expect(read.text).toBe(await expected());
  });

  test('at a service that ignores unknown names in an include', async () => {
    const read = await readThrough(createWorkspace(), async (url, send) => {
      const response = await send(url);
      if (response.status !== 400) return response;
      url.searchParams.delete('include');
      return send(url);
    });
    expect(read.text).toBe(await expected());
  });

  test('at a service that returns relations by default', async () => {
    const read = await readThrough(createWorkspace(), async (url, send) => {
      if (url.pathname.endsWith('/balances') && !url.searchParams.has('include'))
        url.searchParams.set('include', 'unit:true,account:true');
      return send(url);
    });
    expect(read.text).toBe(await expected());
  });

  test('at a service with another envelope', async () => {
    const read = await readThrough(createWorkspace(), async (url, send) => {
      const response = await send(url);
      return response.ok ? json({ data: await response.json() }) : response;
    });
    expect(read.text).toBe(await expected());
  });

  test('without being told of a resource that a foreign key names', async () => {
    const mock = createWorkspace();
    const [entity] = mock.db.entities.all();
    for (const { id } of mock.db.transactions.all())
      mock.db.transactions.update(id, { entity_id: entity?.id });
    const read = await readThrough(mock, undefined, { paths: new Map() });
    expect(read.text).toBe((await readThrough(mock)).text);
    expect(read.schema.entities).toMatchObject({ path: '/entities', operations: ['list'] });
  });
});

describe('connect to a part of a service', () => {
  test('reads exactly as many rows as it may', async () => {
    const { readings } = await readThrough(createWorkspace(), undefined, {
      rowsPerResource: 7,
      paths: new Map(),
    });
    expect(readings.map(({ rows }) => rows.size)).toEqual([7, 7, 7, 7, 1]);
  });

  test('says what the key may not read, and reads the rest', async () => {
    const mock = createWorkspace();
    mock.fail({ path: '/v1/transactions', status: 403 });
    const { text } = await readThrough(mock);
    expect(text).toContain('// Not read.\n// - transactions: the service rejects its list\n');
    expect(text).toContain('country: string(),');
  });

  test('finds nothing in an empty workspace', async () => {
    const { text } = await readFrom(createMock({ data: {} }).clientOptions);
    expect(text).toContain('export const schema = paymentsSchema;\n');
  });

  test('declares a new resource without rows', async () => {
    const { schema } = await readStatic({ '/entities': { rows: [] } }, { paths });
    expect(schema.entities).toMatchObject({
      path: '/entities',
      operations: ['list'],
      fields: { id: { kind: 'uuid' } },
    });
  });

  test('finds out whether a row can be requested by its id', async () => {
    const rows = rowsWith(1, () => ({ name: 'x' }));
    const list = { '/entities': { rows } };
    expect((await readStatic(list, { paths })).schema.entities?.operations).toEqual(['list']);
    const both = Object.assign({ ...list }, { [`/entities/${uuidOf(0)}`]: { rows } });
    const read = await readStatic(both, { paths }); // a list in place of the row
    expect(read.schema.entities?.operations).toEqual(['list']);
  });

  test('gives a declared resource a path', async () => {
    const { text, schema } = await readStatic(
      { '/units': { rows: rowsWith(1, () => ({ name: 'EUR' })) } },
      { paths: new Map([['units', '/units']]) },
    );
    expect(text).toContain("  units: {\n    path: '/units',\n    operations: ['list'],\n");
    expect(schema.units?.path).toBe('/units');
  });
});

test('connect takes a failure for a rejection if the service fails for each unknown name', async () => {
  const read = await readThrough(createWorkspace(), async (url, send) => {
    const response = await send(url);
    return response.status === 400 ? new Response('', { status: 505 }) : response;
  });
  expect(read.text).toBe(await expected());
});

describe('connect fails without a result', () => {
  test('if the key is rejected', async () => {
    const reading = readThrough(createWorkspace(), undefined, {}, { apiKey: 'wrong' });
    expect(isAuthenticationError(await failure(reading))).toBe(true);
  });

  test('if the service fails for a declared name, because a part of the rows would remove declarations', async () => {
    const reading = readThrough(createWorkspace(), async (url, send) =>
      /include=.*lines/.test(url.search) ? new Response('', { status: 505 }) : send(url),
    );
    await expect(reading).rejects.toThrow('505');
  });
});

test('connect sends only GET requests', async () => {
  const mock = createWorkspace();
  await readThrough(mock);
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
  const forward = await readStatic({ '/accounts': { rows } });
  const backward = await readStatic({ '/accounts': { rows: rows.toReversed() } });
  expect(backward.text).toBe(forward.text);
});
