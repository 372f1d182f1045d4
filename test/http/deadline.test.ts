import { getEventListeners } from 'node:events';
import { createClient, isTimeoutError, type Middleware } from 'payments-data-client';
import { describe, expect, it } from 'vitest';
import { answeringFetch, json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { answer, drip, hostileServer, silence, type Turn } from '../fixtures/hostile-server.js';
import { withoutDelays } from '../fixtures/without-delays.js';

withoutDelays();

const good = { baseUrl: 'https://api.example.com', apiKey: 'test-key' };

async function clientOf(...turns: [Turn, ...Turn[]]) {
  const server = await hostileServer(...turns);
  return { server, client: createClient({ ...good, baseUrl: server.baseUrl, retry: 0 }) };
}

describe('a timeout', () => {
  it('ends a call that gets no response', async () => {
    const { client } = await clientOf(silence);
    const error = await failure(client.balances.list({}, { timeout: 100 }));
    expect(isTimeoutError(error)).toBe(true);
    expect(error.message).toBe(
      'GET /v1/balances failed: the timeout of 100 ms expired. Increase `timeout`, or request less data.',
    );
    expect(error).toMatchObject({ method: 'GET', path: '/v1/balances', attempts: 1, timeout: 100 });
  });

  it('covers the body, also one that arrives slowly', async () => {
    const { client, server } = await clientOf(drip);
    const error = await failure(client.balances.list({}, { timeout: 150 }));
    expect(error.name).toBe('TimeoutError');
    await expect.poll(server.closed).toBe(1);
  });

  it('covers every attempt and the delays between them', async () => {
    const { client, server } = await clientOf(answer(500), answer(503), silence);
    const error = await failure(client.balances.list({}, { timeout: 1_000, retry: 5 }));
    expect(error.message).toMatch(
      /^GET \/v1\/balances failed after 3 attempts: the timeout of 1000 ms expired\./,
    );
    expect(server.seen).toHaveLength(3);
  });

  it('covers a slow key function, and names it [decision 59]', async () => {
    const { baseUrl, seen } = await hostileServer(answer(200));
    const slow = createClient({ baseUrl, apiKey: () => new Promise(() => {}), timeout: 50 });
    const error = await failure(slow.apiKeys.delete('k1'));
    expect(error.message).toBe(
      'DELETE /v1/api-keys/k1 failed: the timeout of 50 ms expired while waiting for `apiKey()`. Increase `timeout`.',
    );
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 0 });
    expect(seen).toEqual([]);
  });

  it('names the service if the key function has returned', async () => {
    const { baseUrl } = await hostileServer(silence);
    const client = createClient({ baseUrl, apiKey: async () => 'key', timeout: 50 });
    expect((await failure(client.balances.list())).message).toBe(
      'GET /v1/balances failed: the timeout of 50 ms expired. Increase `timeout`, or request less data.',
    );
  });

  it('prevents a request if the key arrives after it', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    let give = (_: string) => {};
    const key = new Promise<string>((resolve) => (give = resolve));
    const late = createClient({ ...good, apiKey: () => key, fetch, timeout: 30 });
    await failure(late.balances.list());
    give('test-key');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(requests).toEqual([]);
  });

  it('covers a fetch that ignores its signal, and discards the response that arrives after it', async () => {
    let [end, give] = [() => {}, (_: Response) => {}];
    const isLetGo = new Promise<void>((resolve) => (end = resolve));
    const late = new Promise<Response>((resolve) => (give = resolve));
    const deaf = createClient({ ...good, fetch: () => late, timeout: 30, retry: 0 });
    expect((await failure(deaf.balances.list())).name).toBe('TimeoutError');
    give(new Response(new ReadableStream({ cancel: () => end() })));
    await isLetGo;
  });

  it('may be longer than the longest timer', async () => {
    const { client } = await clientOf(answer(200));
    for (const timeout of [Number.POSITIVE_INFINITY, 2 ** 40])
      await expect(client.balances.list({}, { timeout })).resolves.toEqual([]);
  });

  it('of a DELETE advises to check before a retry', async () => {
    const { client } = await clientOf(silence);
    const error = await failure(client.apiKeys.delete('k1', { timeout: 50 }));
    expect(error.message).toBe(
      'DELETE /v1/api-keys/k1 failed: the timeout of 50 ms expired. Increase `timeout`. The request may still have been processed; check before you retry.',
    );
  });
});

describe('a signal', () => {
  it('stops a call before it begins, with its own reason', async () => {
    const { client, server } = await clientOf(answer(200));
    const reason = { any: 'thing' };
    const signal = AbortSignal.abort(reason);
    await expect(client.balances.list({}, { signal })).rejects.toBe(reason);
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['waits for an answer', silence],
    ['reads a body', drip],
    ['waits for another attempt', answer(503, [], { 'retry-after': '20' })],
  ])('stops a call that %s', async (_, turn) => {
    const { client, server } = await clientOf(turn);
    const controller = new AbortController();
    const call = client.balances.list({}, { signal: controller.signal, retry: 2 });
    await expect.poll(() => server.seen.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const began = performance.now();
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    expect(performance.now() - began).toBeLessThan(15_000); // all of the waits above are longer
    expect(server.seen).toHaveLength(1);
    await expect.poll(server.closed).toBe(1);
  });

  it('reaches middleware as its own reason, not as a lost connection', async () => {
    const { client } = await clientOf(silence);
    const heard: unknown[] = [];
    const listening = client.with({
      middleware: (request, next) =>
        next(request).catch((error) => {
          heard.push(error);
          throw error;
        }),
    });
    const call = listening.balances.list({}, { signal: AbortSignal.timeout(50) });
    const message = expect.stringContaining('aborted');
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', message });
    await expect.poll(() => heard).toMatchObject([{ name: 'TimeoutError' }]);
  });

  const anew: Middleware = ({ url, headers }, next) => next(new Request(url, { headers }));

  it.each([[[]], [[anew]]])(
    'reaches a custom `fetch`, behind the middleware %j',
    async (middleware) => {
      let heard: AbortSignal | undefined;
      const fetch = (_: string, { signal }: { signal: AbortSignal }) => {
        heard = signal;
        return new Promise<Response>(() => {});
      };
      const client = createClient({ ...good, fetch, middleware });
      const controller = new AbortController();
      const call = client.balances.list({}, { signal: controller.signal });
      await expect.poll(() => heard).toBeDefined();
      controller.abort('enough');
      await expect(call).rejects.toBe('enough');
      expect(heard?.reason).toBe('enough');
    },
  );

  it('is that of the request which middleware sees', async () => {
    let seen: AbortSignal | undefined;
    const middleware: Middleware = ({ signal }) => {
      seen = signal;
      return new Promise(() => {});
    };
    const client = createClient({ ...good, middleware });
    const controller = new AbortController();
    const call = client.balances.list({}, { signal: controller.signal });
    await expect.poll(() => seen).toBeDefined();
    controller.abort('enough');
    await expect(call).rejects.toBe('enough');
    expect(seen?.reason).toBe('enough');
  });

  it('may be shared by many calls at once, and Node warns of no leak', async () => {
    const { client } = await clientOf(silence);
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const controller = new AbortController();
    const calls = Array.from({ length: 20 }, () =>
      client.balances.list({}, { signal: controller.signal }),
    );
    const outcomes = Promise.allSettled(calls);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort('enough');
    expect(await outcomes).toEqual(Array(20).fill({ status: 'rejected', reason: 'enough' }));
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });

  it('still stops a call after another call that shares it has ended', async () => {
    const { client } = await clientOf(answer(200), silence);
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const calls = [client.balances.list({}, options), client.balances.list({}, options)];
    await Promise.race(calls);
    controller.abort('enough');
    const outcomes = (await Promise.allSettled(calls)).map(({ status }) => status);
    expect(outcomes.sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('that lives long gathers no listeners', async () => {
    const { client } = await clientOf(answer(200));
    const { signal } = new AbortController();
    for (let call = 0; call < 20; call++) await client.balances.list({}, { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
