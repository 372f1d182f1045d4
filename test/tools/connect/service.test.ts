import { isAuthenticationError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type ConnectionOptions,
  createService,
} from '../../../src/tools/connect/service/live-service.js';
import { failure } from '../../fixtures/failure.js';

const row = { id: 'a', name: 'x' };

/** A service whose responses a test chooses, by the number of the request from 1. */
function serviceOf(
  respond: (number: number, request: Request) => Response | Promise<Response>,
  options: Partial<ConnectionOptions> = {},
) {
  let number = 0;
  return createService({
    baseUrl: 'https://api.example.com',
    apiKey: 'the-key',
    fetch: async (input, init) => respond(++number, new Request(input, init)),
    ...options,
  });
}

const list = () => Response.json([row]);

describe('a service is asked', () => {
  test('in the words of its dialect', async () => {
    const urls: string[] = [];
    const service = serviceOf(
      (_, { url }) => {
        urls.push(decodeURI(url));
        return list();
      },
      {
        dialect: {
          parameters: { where: 'filter', take: 'limit', orderBy: 'sort' },
          orderFormat: '-name',
        },
      },
    );
    const query = { where: { name: 'x' }, take: 2, orderBy: { name: 'desc', id: 'asc' } } as const;
    await service.get({ path: '/balances', query, raw: [['take', 'a b'], ['take', '2']] }); // biome-ignore format: one line
    expect(urls).toEqual([
      "https://api.example.com/v1/balances?filter=name:'x'&sort=-name,id&limit=2&take=a b&take=2",
    ]);
  });

  test('with other credentials, or none, once each if they are rejected', async () => {
    const sent: (string | null)[] = [];
    const service = serviceOf((_, { headers }) => {
      sent.push(headers.get('authorization'));
      return new Response('', { status: 401 });
    });
    await service.get({ path: '/a', authorization: 'APIKey wrong' });
    await service.get({ path: '/a', authorization: null });
    expect(sent).toEqual(['APIKey wrong', null]);
  });

  test('four requests at a time', async () => {
    let [active, most] = [0, 0];
    const service = serviceOf(async () => {
      most = Math.max(most, ++active);
      await new Promise((resolve) => setTimeout(resolve, 1));
      active--;
      return list();
    });
    await Promise.all(Array.from({ length: 20 }, () => service.get({ path: '/a' })));
    expect(most).toBe(4);
    expect(service.requests).toBe(20);
  });

  test('again after the seconds of a Retry-After, which all requests wait for', async () => {
    const times: number[] = [];
    const service = serviceOf((number) => {
      times.push(Date.now());
      return number === 1
        ? new Response('', { status: 429, headers: { 'retry-after': '0.2' } })
        : list();
    });
    expect((await service.get({ path: '/a' })).status).toBe(200);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(190);
    expect(service.requests).toBe(2);
  });

  test('at once without a Retry-After', async () => {
    const delays = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => void vi.restoreAllMocks());
    await serviceOf(list).get({ path: '/a' });
    expect(delays.mock.calls.filter(([, delay = 0]) => delay <= 1)).toEqual([]);
  });
});

describe('the answer of a service', () => {
  test.each([
    [[row], { rows: [row] }],
    [{ result: [row] }, { rows: [row] }],
    [{ data: [row], total: 1 }, { rows: [row] }],
    [{ result: row }, { row }],
    [row, { row }],
    [{ ...row, lines: [row] }, { row: { ...row, lines: [row] } }],
    [{ a: [row], b: [row] }, {}],
    [{}, {}],
    [null, {}],
    [[1], {}],
  ])('with the body %j', async (body, expected) => {
    const answer = await serviceOf(() => Response.json(body)).get({ path: '/a' });
    expect(answer).toEqual({ status: 200, body, ...expected });
  });

  test('has the status and the body of a rejection', async () => {
    const body = { error: 'no' };
    const answer = await serviceOf(() => Response.json(body, { status: 422 })).get({ path: '/a' });
    expect(answer).toMatchObject({ status: 422, body });
  });

  test('has no body if it is a page of HTML', async () => {
    const answer = await serviceOf(() => new Response('<p>')).get({ path: '/a' });
    expect(answer).toMatchObject({ status: 200, body: undefined });
    expect(answer.rows).toBeUndefined();
  });
});

describe('no more requests are sent', () => {
  test('at the limit', async () => {
    const service = serviceOf(list, { maxRequests: 3 });
    for (let index = 0; index < 3; index++) await service.get({ path: '/a' });
    expect(service.left).toBe(0);
    expect(await failure(service.get({ path: '/a' }))).toMatchObject({
      reason: 'budget',
      message: 'The limit of 3 requests was reached.',
    });
    expect(service.requests).toBe(3);
  });

  test('after six failures in a row, if a request fails that succeeded before', async () => {
    let isUp = true;
    const service = serviceOf(() => (isUp ? list() : new Response('', { status: 501 })));
    await service.get({ path: '/a' });
    isUp = false;
    for (let index = 0; index < 9; index++) await service.get({ path: '/b' }); // 501 is an answer
    const down = serviceOf((number) => (number === 1 ? list() : new Response('', { status: 505 })));
    await down.get({ path: '/a' });
    for (let index = 0; index < 6; index++)
      expect((await down.get({ path: '/b' })).status).toBe(505);
    expect(await failure(down.get({ path: '/b' }))).toMatchObject({
      reason: 'failures',
      message: 'The service failed 6 times in a row, the last time with status 505.',
    });
  });

  test('after too many attempts that failed, each of which is counted once', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0); // no delays
    onTestFinished(() => void vi.restoreAllMocks());
    const service = serviceOf((number) =>
      number % 2 ? new Response('', { status: 503 }) : list(),
    );
    for (let index = 1; index < 30; index++) await service.get({ path: '/a' });
    expect(await failure(service.get({ path: '/a' }))).toMatchObject({
      reason: 'failures',
      message: 'The service failed 30 of 60 requests.',
    });
    expect(service.requests).toBe(60);
  });

  test('never because of one kind of request that fails', async () => {
    const service = serviceOf((_, { url }) =>
      url.endsWith('/a') ? list() : new Response('', { status: 505 }),
    );
    await service.get({ path: '/a' });
    for (let index = 0; index < 30; index++)
      expect((await service.get({ path: '/b' })).status).toBe(505);
  });

  test('once it is interrupted', async () => {
    const controller = new AbortController();
    const service = serviceOf(list, { signal: controller.signal });
    controller.abort();
    expect(await failure(service.get({ path: '/a' }))).toMatchObject({ reason: 'aborted' });
    expect(service.requests).toBe(0);
  });

  test('if the key is rejected', async () => {
    const service = createService({ ...createMock().clientOptions, apiKey: 'wrong' });
    expect(isAuthenticationError(await failure(service.get({ path: '/balances' })))).toBe(true);
  });
});
