import { createMock } from 'payments-data-client/mock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenInspector, openInspector } from './open-inspector.js';
import { eventsIn, readEvents } from './read-events.js';

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
    const common = { time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), milliseconds: expect.any(Number) };
    expect(body).toEqual({
      requests: [
        {
          ...common,
          id: 1,
          method: 'GET',
          path: '/v1/balances',
          resource: { name: 'balances', operation: 'list', id: '' },
          parameters: [
            { name: 'where', text: "name:'a b'" },
            { name: 'include', text: 'name:true' },
            { name: 'take', text: '1' },
            { name: 'take', text: '2' },
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
    const pages = [await get('requests'), await get('requests?after=500'), await get('requests?after=550')];
    expect(pages.map((page) => ids(page).length)).toEqual([500, 50, 0]);
    expect([ids(pages[0] as Listed)[0], ids(pages[1] as Listed)[0]]).toEqual([1, 501]);
    expect((await get('requests?after=-1')).body).toEqual({ error: 'after: expected a whole number.' });
  }, 60_000); // it sends 550 requests

  test('cuts long parameters, which the details have in full', async () => {
    const where = `name:'${'a'.repeat(1_000)}'`;
    await inspector.ask(`/v1/balances?where=${where}`);
    const [summary] = (await inspector.get('requests')).body.requests;
    expect(summary.parameters).toEqual([{ name: 'where', text: where.slice(0, 500) }]);
    const { parameters } = (await inspector.get('requests/1')).body;
    expect(parameters).toEqual([{ name: 'where', text: where }]);
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
    expect(detail.requestBody).toEqual({ text: body, bytes: 18, isCut: false });
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
      parameters: [{ name: 'where', text: 'nmae:1' }],
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
    expect(detail.requestBody).toMatchObject({ bytes: 100_011, isCut: true });
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
  test('begins with the state, and reports the id of the last request', async () => {
    await inspector.ask('/v1/units');
    let hasBegun = false;
    const text = await readEvents(inspector, (read) => {
      if (!hasBegun) void inspector.ask('/v1/accounts');
      hasBegun = true;
      return read.includes('"last":2');
    });
    const events = eventsIn(text);
    expect(events[0]).toMatchObject({ event: 'news', data: { requests: { first: 1, last: 1 } } });
    expect(events.at(-1)).toMatchObject({ event: 'news', data: { requests: { first: 1, last: 2 } } });
  });

  test('reports the clock of the mock in seconds, so that a running clock is no news ten times a second', async () => {
    const other = await openInspector(createMock({ now: '2026-03-01T12:00:00.789Z' }));
    try {
      const text = await readEvents(other, (read) => read.includes('event: news'));
      expect(eventsIn(text)[0]).toMatchObject({ data: { now: '2026-03-01T12:00:00Z' } });
    } finally {
      await other.close();
    }
  });

  test.each([
    ['a row', (mock: OpenInspector['mock']) => void mock.db.units.insert({}), '"units":5'],
    [
      'a value',
      (mock: OpenInspector['mock']) =>
        void mock.db.units.update(String(mock.db.units.all()[0]?.id), { name: 'new' }),
      '"revision":',
    ],
    [
      'a fault',
      (mock: OpenInspector['mock']) => void mock.fail({ status: 418 }),
      'every request: status 418',
    ],
    ['a key', (mock: OpenInspector['mock']) => void mock.apiKeys.create({ name: 'New one' }), 'New one'],
    ['a reset', (mock: OpenInspector['mock']) => mock.reset(), '"requests":{"first":2,"last":1}'],
  ])('reports %s that a script changed', async (_, change, expected) => {
    await inspector.ask('/v1/units');
    let isChanged = false;
    const text = await readEvents(inspector, (read) => {
      if (!isChanged && eventsIn(read).length === 1) {
        isChanged = true;
        change(inspector.mock);
      }
      return read.split('event: news').slice(2).join().includes(expected);
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
