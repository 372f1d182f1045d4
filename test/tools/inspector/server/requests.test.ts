import type { Dialect } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenInspector, openInspector } from './open-inspector.js';

let inspector: OpenInspector;
beforeEach(async () => {
  inspector = await openInspector();
});
afterEach(() => inspector.close());

type Listed = { readonly body: { readonly requests: readonly { readonly id: number }[] } };
const ids = ({ body }: Listed) => body.requests.map(({ id }) => id);

describe('the list of requests', () => {
  test('has the decoded query of each', async () => {
    const before = Date.now();
    await inspector.ask('/v1/balances?where=name:%27a+b%27&include=name:true&take=1&take=2');
    await inspector.ask('/v1/api-keys/x', { method: 'DELETE' });
    await inspector.ask('/v1/balances/a%20b');
    const { body } = await inspector.get('requests');
    const common = {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      milliseconds: expect.any(Number),
    };
    expect(body).toEqual({
      requests: [
        {
          ...common,
          id: 1,
          method: 'GET',
          path: '/v1/balances',
          resource: { name: 'balances', operation: 'list', id: '' },
          parameters: [
            { name: 'where', text: "{ name: 'a b' }", isCode: true },
            { name: 'include', text: '{ name: true }', isCode: true },
            { name: 'take', text: '1', isCode: false },
            { name: 'take', text: '2', isCode: false },
          ],
          status: 400,
        },
        { ...common, id: 2, method: 'DELETE', path: '/v1/api-keys/x', parameters: [], status: 404 },
        {
          ...common,
          id: 3,
          method: 'GET',
          path: '/v1/balances/a%20b',
          resource: { name: 'balances', operation: 'get', id: 'a b' },
          parameters: [],
          status: 404,
        },
      ],
    });
    const time = Date.parse(body.requests[0].time);
    expect([time >= before - 1000, time <= Date.now() + 1000]).toEqual([true, true]);
  });

  test('has those after one, and at most 500 in a response', async () => {
    const { ask, get } = inspector;
    for (let round = 0; round < 11; round++)
      await Promise.all(Array.from({ length: 50 }, () => ask('/v1/balances?take=0')));
    const pages = [
      await get('requests'),
      await get('requests?after=500'),
      await get('requests?after=550'),
    ];
    expect(pages.map((page) => ids(page).length)).toEqual([500, 50, 0]);
    expect([ids(pages[0] as Listed)[0], ids(pages[1] as Listed)[0]]).toEqual([1, 501]);
    expect((await get('requests?after=-1')).body).toEqual({
      error: 'after: expected a whole number.',
    });
  }, 60_000); // it sends 550 requests

  test('cuts long parameters, which the details have in full', async () => {
    const where = `name:'${'a'.repeat(1_000)}'`;
    await inspector.ask(`/v1/balances?where=${where}`);
    const [summary] = (await inspector.get('requests')).body.requests;
    expect(summary.parameters[0].text).toBe(`{ name: '${'a'.repeat(491)}`);
    const { parameters } = (await inspector.get('requests/1')).body;
    expect(JSON.parse(parameters[0].text)).toEqual({ name: 'a'.repeat(1_000) });
  });

  test('is small, whatever was sent', async () => {
    const parameters = Array.from(
      { length: 900 },
      (_, index) => `${'p'.repeat(600)}${index}=${'v'.repeat(500)}`,
    );
    await inspector.ask(`/v1/${'x'.repeat(20_000)}?${parameters.join('&')}`);
    expect((await inspector.get('requests')).text.length).toBeLessThan(25_000);
    const detail = (await inspector.get('requests/1')).body;
    expect([detail.path.length, detail.parameters.length]).toEqual([20_004, 900]);
  });

  test('is empty after a reset, and goes on counting', async () => {
    await inspector.ask('/v1/balances');
    inspector.mock.reset();
    expect((await inspector.get('requests')).body).toEqual({ requests: [] });
    expect((await inspector.get('requests/1')).status).toBe(404);
    await inspector.ask('/v1/balances');
    expect(ids(await inspector.get('requests'))).toEqual([2]);
  });

  test('shows no requests of the page itself', async () => {
    await inspector.get('state');
    await inspector.raw('/');
    await inspector.post('snapshot');
    expect(ids(await inspector.get('requests'))).toEqual([]);
  });
});

describe('the details of a request', () => {
  test('have headers without the key, and both bodies', async () => {
    const body = '{"name":"Zürich"}';
    const [{ id = '' } = {}] = inspector.mock.apiKeys.all();
    await inspector.ask(`/v1/api-keys/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-Trace': '1', Cookie: 'session=1' },
      body,
    });
    const detail = (await inspector.get('requests/1')).body;
    const names = detail.requestHeaders.map(([name]: [string]) => name.toLowerCase());
    expect(names).not.toContain('authorization');
    expect(detail.requestHeaders).toContainEqual(['X-Trace', '1']);
    expect(detail.requestHeaders).toContainEqual(['Cookie', '[redacted]']);
    expect(detail.requestBody).toEqual({
      text: body,
      json: '{\n  "name": "Zürich"\n}',
      bytes: 18,
      isCut: false,
    });
    const response = { id, name: 'Zürich', status: 'active' };
    expect(JSON.parse(detail.responseBody.text)).toEqual(response);
    expect(detail.responseHeaders).toContainEqual(['content-type', 'application/json']);
    expect(detail).not.toHaveProperty('problem');
  });

  test('have the message of a refused query', async () => {
    await inspector.ask('/v1/balances?where=nmae:1');
    expect((await inspector.get('requests/1')).body).toMatchObject({
      status: 400,
      problem: 'where: `nmae` is not a field or relation of balances. Did you mean `name`?',
      parameters: [{ name: 'where', text: '{\n  "nmae": 1\n}', isCode: true }],
      dataQuery: { where: 'nmae:1' },
    });
  });

  test('have what was sent of a query that cannot be parsed', async () => {
    await inspector.ask('/v1/balances?where={name&include=%E0%A4%A');
    const detail = (await inspector.get('requests/1')).body;
    expect(detail.parameters).toEqual([
      { name: 'where', text: '{name', isCode: false },
      { name: 'include', text: '%E0%A4%A', isCode: false },
    ]);
    expect(detail).not.toHaveProperty('clientCall');
  });

  test('have the beginning of a large body', async () => {
    await inspector.ask('/v1/api-keys/x', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: `{"name":"${'a'.repeat(100_000)}"}`,
    });
    const detail = (await inspector.get('requests/1')).body;
    expect(detail.requestBody).toMatchObject({ bytes: 100_011, isCut: true });
    expect(detail.requestBody.text).toHaveLength(65_536);
    expect(detail).not.toHaveProperty('clientCall');
  });

  test('have JSON that is nested too deeply as it was sent', async () => {
    const body = `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    await inspector.ask('/v1/api-keys/x', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const { requestBody } = (await inspector.get('requests/1')).body;
    expect(requestBody).toEqual({ text: body, bytes: body.length, isCut: false });
  });

  test('have no status if there was no response', async () => {
    inspector.mock.fail({ error: 'network' });
    await inspector.ask('/v1/balances').catch(() => {});
    const detail = (await inspector.get('requests/1')).body;
    expect(detail).not.toHaveProperty('status');
    expect(detail).not.toHaveProperty('responseBody');
    expect(detail.responseHeaders).toEqual([]);
  });
});

describe('the state', () => {
  test('reports the ids of the requests that are kept', async () => {
    await inspector.ask('/v1/units');
    expect((await inspector.get('state')).body.requests).toEqual({ first: 1, last: 1 });
    await inspector.ask('/v1/accounts');
    expect((await inspector.get('state')).body.requests).toEqual({ first: 1, last: 2 });
  });

  test('reports the clock of the mock in seconds, so that a running clock changes it once a second', async () => {
    const other = await openInspector(createMock({ now: '2026-03-01T12:00:00.789Z' }));
    try {
      expect((await other.get('state')).body.now).toBe('2026-03-01T12:00:00Z');
    } finally {
      await other.close();
    }
  });

  test.each([
    ['a row', (mock: OpenInspector['mock']) => void mock.db.units.insert({}), '"units":5'],
    [
      'a fault',
      (mock: OpenInspector['mock']) => void mock.fail({ status: 418 }),
      'every request: status 418',
    ],
    [
      'a key',
      (mock: OpenInspector['mock']) => void mock.apiKeys.create({ name: 'New one' }),
      'New one',
    ],
    ['a reset', (mock: OpenInspector['mock']) => mock.reset(), '"requests":{"first":2,"last":1}'],
  ])('reports %s that a script changed', async (_, change, expected) => {
    await inspector.ask('/v1/units');
    expect((await inspector.get('state')).text).not.toContain(expected);
    change(inspector.mock);
    expect((await inspector.get('state')).text).toContain(expected);
  });

  test('has another revision after each change of a value', async () => {
    const revision = async () => (await inspector.get('state')).body.revision;
    const before = await revision();
    inspector.mock.db.units.update(String(inspector.mock.db.units.all()[0]?.id), { name: 'new' });
    expect(await revision()).toBeGreaterThan(before);
  });

  test('has the settings of the dialect that differ from the default', async () => {
    expect((await inspector.get('state')).body.dialect).toEqual([]);
    const dialect = {
      pageSize: { max: 50 },
      parameters: { where: 'filter' },
      comparators: { string: { like: false } },
    } as const;
    const other = await openInspector(createMock({ dialect }));
    try {
      expect((await other.get('state')).body.dialect).toEqual([
        { name: 'parameters.where', value: "'filter'" },
        { name: 'pageSize.max', value: '50' },
        { name: 'comparators', value: '{ string: { like: false } }' },
      ]);
    } finally {
      await other.close();
    }
  });
});

describe('a query', () => {
  const opened: OpenInspector[] = [];
  afterEach(() => Promise.all(opened.splice(0).map(({ close }) => close())));

  /** The details of a request to a mock of a dialect. */
  async function detailOf(path: string, dialect: Dialect = {}, rows = 3) {
    const data = {
      balances: Array.from({ length: rows }, (_, index) => ({ name: `Balance ${index}` })),
    };
    const other = await openInspector(createMock({ dialect, data }));
    opened.push(other);
    await other.ask(path);
    return (await other.get('requests/1')).body;
  }

  test('is read with the parameter names of the dialect, and opens in Data with those of the default', async () => {
    const parameters = { where: 'filter', include: 'fields', orderBy: 'sort' };
    const path =
      "/v1/balances?filter=name:{like:'Balance'}&fields=name:true&sort=-name&where=name:'x'";
    const unknown = { parameters: 'ignored' } as const;
    expect(await detailOf(path, { parameters, orderFormat: '-name', unknown })).toMatchObject({
      parameters: [
        { name: 'filter', text: '{\n  "name": {\n    "like": "Balance"\n  }\n}', isCode: true },
        { name: 'fields', text: '{\n  "name": true\n}', isCode: true },
        { name: 'sort', text: '-name', isCode: false },
        { name: 'where', text: "name:'x'", isCode: false },
      ],
      dataQuery: { where: "name:{like:'Balance'}", include: 'name:true', orderBy: 'name:desc' },
      rows: { shown: 3, total: 3 },
      hints: [],
    });
  });

  test('for one row opens in Data as its id', async () => {
    const { dataQuery, rows } = await detailOf("/v1/balances/it's?include=name:true");
    expect(dataQuery).toEqual({ where: `id:"it's"`, include: 'name:true', orderBy: '' });
    expect(rows).toBeUndefined();
  });

  test('that the page size cuts off has a hint, and the number of all rows', async () => {
    const all = await detailOf('/v1/balances', { pageSize: { default: 50 } }, 6_000);
    expect([all.rows, all.hints]).toEqual([
      { shown: 50, total: 6_000 },
      ["The page size of this dialect is 50. The client's `all` reads every row."],
    ]);
    const many = await detailOf(
      '/v1/balances?take=500',
      { pageSize: { max: 100 }, envelope: 'data' },
      120,
    );
    expect([many.rows, many.hints.length]).toEqual([{ shown: 100, total: 120 }, 1]);
    const few = await detailOf('/v1/balances?take=50', { pageSize: { max: 50 } }, 60);
    expect([few.rows, few.hints]).toEqual([{ shown: 50, total: 60 }, []]);
    const last = await detailOf('/v1/balances?skip=50', { pageSize: { default: 50 } }, 100);
    expect([last.rows, last.hints]).toEqual([{ shown: 50, total: 100 }, []]);
  });

  test('whose response was too large to keep has the number of its rows all the same', async () => {
    const { rows, responseBody } = await detailOf('/v1/balances?skip=10', {}, 2_000);
    expect([rows, responseBody.isCut]).toEqual([{ shown: 1_990, total: 2_000 }, true]);
  });

  test('without rows has a hint for each value that no row can have', async () => {
    const { hints } = await detailOf(
      "/v1/accounts?where=status:'banana',OR:[{status:{in:['active','actve']}}," +
        "{balances:{some:{name:{like:'%25Ada%25'}}}}]",
    );
    expect(hints).toEqual([
      "`status`: the schema does not list 'banana'. The listed values are active.",
      "`status`: the schema does not list 'actve'. Did you mean `active`? The listed values are active.",
      "`name`: % is no wildcard of `like`, so '%Ada%' only matches a percent sign. Try 'Ada'.",
    ]);
  });

  test.each([
    "/v1/balances?where=name:{like:'Balance'}",
    "/v1/balances?where=name:'Nobody'",
    "/v1/balances?where=nmae:{like:'%25'}",
    '/v1/balances?where=name:{in:[]}',
  ])('has no hint otherwise: %s', async (path) => {
    expect((await detailOf(path)).hints).toEqual([]);
  });

  test('has no hint for % where the dialect has wildcards', async () => {
    const path = "/v1/balances?where=name:{like:'%25Nobody%25'}";
    expect((await detailOf(path)).hints).toEqual([
      "`name`: % is no wildcard of `like`, so '%Nobody%' only matches a percent sign. Try 'Nobody'.",
    ]);
    expect((await detailOf(path, { text: { wildcards: 'sql' } })).hints).toEqual([]);
  });
});
