import { createMock } from 'payments-data-client/mock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenInspector, openInspector } from './open-inspector.js';
import { eventsIn, readEvents } from './read-events.js';

let inspector: OpenInspector;
beforeEach(async () => {
  inspector = await openInspector();
});
afterEach(() => inspector.close());

const ids = ({ body }: { body: { requests: { id: number }[] } }) => body.requests.map(({ id }) => id);

describe('the list of requests', () => {
  test('has the newest first, with the decoded query', async () => {
    const before = Date.now();
    await inspector.ask('/v1/balances?where=name:%27a+b%27&include=name:true&take=1&take=2');
    await inspector.ask('/v1/api-keys/x', { method: 'DELETE' });
    const { body } = await inspector.get('requests');
    expect(body).toEqual({
      requests: [
        {
          id: 2,
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          method: 'DELETE',
          path: '/v1/api-keys/x',
          parameters: [],
          status: 404,
          milliseconds: expect.any(Number),
        },
        {
          id: 1,
          time: expect.any(String),
          method: 'GET',
          path: '/v1/balances',
          resource: 'balances',
          parameters: [
            { name: 'where', text: "name:'a b'" },
            { name: 'include', text: 'name:true' },
            { name: 'take', text: '1' },
            { name: 'take', text: '2' },
          ],
          status: 400,
          milliseconds: expect.any(Number),
        },
      ],
      hasMore: false,
    });
    const time = Date.parse(body.requests[1].time);
    expect([time >= before - 1000, time <= Date.now() + 1000]).toEqual([true, true]);
  });

  test('has pages, and filters by resource and status', async () => {
    const { ask, get, mock } = inspector;
    mock.fail({ path: '/v1/accounts', error: 'network', times: 1 });
    await ask('/v1/balances');
    await ask('/v1/accounts').catch(() => {});
    await ask('/v1/accounts');
    await ask('/v1/balances/x');
    await ask('/v1/balances?take=x');
    await ask('/v1/transactions/lines');
    expect(ids(await get('requests'))).toEqual([6, 5, 4, 3, 2, 1]);
    expect(ids(await get('requests?limit=2'))).toEqual([6, 5]);
    expect((await get('requests?limit=2')).body.hasMore).toBe(true);
    expect(ids(await get('requests?limit=2&before=5'))).toEqual([4, 3]);
    expect(ids(await get('requests?resource=balances'))).toEqual([5, 4, 1]);
    expect(ids(await get('requests?resource=transactionLines'))).toEqual([6]);
    expect(ids(await get('requests?status=4xx'))).toEqual([5, 4]);
    expect(ids(await get('requests?status=404'))).toEqual([4]);
    expect(ids(await get('requests?status=none'))).toEqual([2]);
    expect(ids(await get('requests?status=2xx&resource=accounts'))).toEqual([3]);
    expect((await get('requests?status=ok')).body).toEqual({
      error: 'status: expected a status such as 404, a class such as 4xx, or none.',
    });
    expect((await get('requests?before=-1')).body).toEqual({ error: 'before: expected a whole number.' });
  });

  test('cuts long parameters, which the details have in full', async () => {
    const where = `name:'${'a'.repeat(1_000)}'`;
    await inspector.ask(`/v1/balances?where=${where}`);
    const [summary] = (await inspector.get('requests')).body.requests;
    expect(summary.parameters).toEqual([{ name: 'where', text: where.slice(0, 500), isCut: true }]);
    const { parameters } = (await inspector.get('requests/1')).body;
    expect(parameters).toEqual([{ name: 'where', text: where, json: { name: 'a'.repeat(1_000) } }]);
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
    expect((await inspector.get('requests')).body).toEqual({ requests: [], hasMore: false });
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
    expect(detail.requestBody).toEqual({ text: body, bytes: 18, kept: 'whole' });
    const response = { id, name: 'Zürich', status: 'active' };
    expect(JSON.parse(detail.responseBody.text)).toEqual(response);
    expect(detail.responseHeaders).toContainEqual(['content-type', 'application/json']);
    expect(detail.errors).toEqual([]);
  });

  test('have the message of a refused query', async () => {
    await inspector.ask('/v1/balances?where=nmae:1');
    expect((await inspector.get('requests/1')).body).toMatchObject({
      status: 400,
      errors: ['where: `nmae` is not a property or relation of balances. Did you mean `name`?'],
      parameters: [{ name: 'where', text: 'nmae:1', json: { nmae: 1 } }],
    });
  });

  test('have what was sent of a query that cannot be parsed', async () => {
    await inspector.ask('/v1/balances?where={name&include=%E0%A4%A');
    const detail = (await inspector.get('requests/1')).body;
    expect(detail.parameters).toEqual([
      { name: 'where', text: '{name' },
      { name: 'include', text: '%E0%A4%A' },
    ]);
    expect(detail).not.toHaveProperty('clientCall');
    expect(detail.curl).toContain('include=%E0%A4%A');
  });

  test('have the beginning of a large body', async () => {
    await inspector.ask('/v1/api-keys/x', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: `{"name":"${'a'.repeat(100_000)}"}`,
    });
    const detail = (await inspector.get('requests/1')).body;
    expect(detail.requestBody).toMatchObject({ bytes: 100_011, kept: 'cut' });
    expect(detail.requestBody.text).toHaveLength(65_536);
    expect(detail).not.toHaveProperty('curl');
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

describe('the event stream', () => {
  test('begins with the state, and reports new requests', async () => {
    await inspector.ask('/v1/units');
    let hasBegun = false;
    const text = await readEvents(inspector, (read) => {
      if (!hasBegun) void inspector.ask('/v1/accounts');
      hasBegun = true;
      return read.includes('/v1/accounts');
    });
    const events = eventsIn(text);
    expect(events[0]).toMatchObject({ event: 'change', data: { requests: { first: 1, last: 1 } } });
    expect(events.at(-1)).toMatchObject({ event: 'request', id: 2, data: [{ id: 2, path: '/v1/accounts' }] });
    expect(events.filter(({ event }) => event === 'request')).toHaveLength(1);
  });

  test('continues after the last request that the page has', async () => {
    for (let id = 1; id <= 5; id++) await inspector.ask('/v1/balances?take=1');
    const isEnough = (text: string) => text.includes('event: request');
    const reconnected = await readEvents(inspector, isEnough, undefined, { 'Last-Event-ID': '3' });
    const opened = await readEvents(inspector, isEnough, 4);
    const reported = (text: string) =>
      eventsIn(text).flatMap(({ event, data }) =>
        event === 'request' ? (data as { id: number }[]).map(({ id }) => id) : [],
      );
    expect([reported(reconnected), reported(opened)]).toEqual([[4, 5], [5]]);
  });

  test('asks the page to load the list again if there is too much to report', async () => {
    const { ask } = inspector;
    for (let round = 0; round < 12; round++)
      await Promise.all(Array.from({ length: 50 }, () => ask('/v1/balances?take=0')));
    const text = await readEvents(inspector, (read) => read.includes('event: overflow'), 0);
    expect(eventsIn(text).map(({ event, id }) => [event, id])).toContainEqual(['overflow', 600]);
    expect(text).not.toContain('event: request');
  });

  test.each([
    ['a row', (mock: OpenInspector['mock']) => void mock.db.units.insert({}), '"units":5'],
    [
      'a value',
      (mock: OpenInspector['mock']) =>
        void mock.db.units.update(String(mock.db.units.all()[0]?.id), { name: 'new' }),
      'event: change',
    ],
    [
      'a fault',
      (mock: OpenInspector['mock']) => void mock.fail({ status: 418 }),
      'every request: status 418',
    ],
    ['a key', (mock: OpenInspector['mock']) => void mock.apiKeys.create({ name: 'New one' }), 'New one'],
    ['a reset', (mock: OpenInspector['mock']) => mock.reset(), 'event: reset'],
  ])('reports %s that a script changed', async (_, change, expected) => {
    let isChanged = false;
    const text = await readEvents(inspector, (read) => {
      if (!isChanged) setTimeout(() => change(inspector.mock), 20);
      isChanged = true;
      return (
        (read.split('event: change', 2)[1] ?? '').length > 0 &&
        read.lastIndexOf(expected) > read.indexOf('data:')
      );
    });
    expect(text).toContain(expected);
  });

  test('does not hold the server open', async () => {
    const other = await openInspector(createMock());
    const reading = readEvents(other, () => {
      void other.close();
      return false;
    });
    await expect(reading).rejects.toThrow('the stream ended');
    await expect(other.close()).resolves.toBeUndefined();
  });
});
