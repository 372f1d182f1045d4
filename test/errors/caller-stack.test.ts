import {
  createClient,
  defineSchema,
  extendSchema,
  paymentsSchema,
  pickSchema,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { createProxy } from 'payments-data-client/proxy';
import { infiniteListQueryOptions as infinite } from 'payments-data-client/tanstack-query';
import { describe, expect, it, vi } from 'vitest';

const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'test-key' });
const proxy = createProxy({
  baseUrl: 'https://api.example.com',
  apiKey: 'test-key',
  schema: pickSchema(paymentsSchema, { balances: ['name'] }),
  policies: { balances: true },
});
const mock = createMock();
const deep = { AND: [{ OR: [{ AND: [{ OR: [{ name: { lke: 'a' } }] }] }] }] } as never;

/** Reads the first page, and throws what that throws. */
async function first(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages) return;
}

/** As TanStack Query calls it. */
const readPage = (balances: typeof client.balances, query = {}) =>
  infinite(balances, query).queryFn({ signal: new AbortController().signal, pageParam: null });

/** The first line of a stack that is not the message, and the name of the error. */
async function failure(act: () => unknown): Promise<{ name: string; frame: string | undefined }> {
  try {
    await act();
  } catch (error) {
    const { name, message, stack = '' } = error as Error;
    return { name, frame: stack.slice(stack.indexOf(message) + message.length).split('\n')[1] };
  }
  throw new Error('it did not fail');
}

describe('the stack of a failed request begins at the line that called', () => {
  const fetch = async (): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return Response.json({}, { status: 404 });
  };
  const service = client.with({ fetch, retry: 0 });
  const slow = service.with({ fetch: () => new Promise(() => {}), timeout: 5 });
  const lost = service.with({ fetch: () => Promise.reject(new TypeError('gone')) });
  const html = service.with({ fetch: async () => new Response('<html>') });
  const { signal } = new AbortController();
  const keyless = service.with({ apiKey: async () => '' });
  const ids = Array.from({ length: 2_000 }, (_, index) => `id-${index}`);

  it.each<[string, () => unknown]>([
    ['get', async () => await service.balances.get('b1')],
    ['list', async () => await service.balances.list()],
    ['list, in parts', async () => await service.balances.list({ where: { id: { in: ids } } })],
    ['request', async () => await service.request('GET', '/entities')],
    ['apiKeys.rename', async () => await service.apiKeys.rename('k1', 'a')],
    ['apiKeys.revoke', async () => await service.apiKeys.revoke('k1')],
    ['apiKeys.delete', async () => await service.apiKeys.delete('k1')],
    ['pages', async () => await first(service.balances.pages())],
    ['iterate', async () => await first(service.balances.iterate())],
    ['withResponse', async () => await service.balances.get('b1').withResponse()],
    [
      'Promise.all',
      async () => await Promise.all([service.balances.get('b1'), service.accounts.list()]),
    ],
    ['catch', async () => await service.balances.get('b1').catch((error) => Promise.reject(error))],
    ['a lost connection', async () => await lost.balances.list()],
    ['a timeout', async () => await slow.balances.list()],
    ['a timeout of a call with a signal', async () => await slow.balances.list({}, { signal })],
    ['a response that is no JSON', async () => await html.balances.list()],
    ['an invalid key of a key function', async () => await keyless.balances.list()],
    ['an event handler', () => service.balances.get('b1').then(String)],
    ['a page of an infinite query', async () => await readPage(service.balances)],
    ['after a retry', async () => await lost.with({ retry: { maxDelay: 1 } }).balances.get('b1')],
  ])('%s', async (_, act) => {
    const { name, frame } = await failure(act);
    expect(name).toMatch(/^(NotFound|Connection|Timeout|Response|Configuration)Error$/);
    expect(frame).toMatch(/Promise\.all|caller-stack\.test\.ts:\d+:\d+/);
  });

  it('and begins with the name and the message', async () => {
    const error = await service.balances.get('b1').catch((thrown: unknown) => thrown as Error);
    expect(`${(error as Error).stack}`.split('\n')[0]).toBe(
      'NotFoundError: GET /v1/balances/b1 failed: 404 Not Found. Check the id and the `baseUrl`.',
    );
  });

  it('and is captured once for a call', async () => {
    const capture = vi.spyOn(Error, 'captureStackTrace');
    try {
      const found = service.with({ fetch: async () => Response.json([]) });
      for (const call of [found.balances.list, found.balances.all]) {
        capture.mockClear();
        await call({ include: { id: true } });
        expect(capture).toHaveBeenCalledOnce();
      }
    } finally {
      capture.mockRestore();
    }
  });

  it('unless the error is of the caller, which stays as it is', async () => {
    const own = new Error('not on Sundays');
    const { stack } = own;
    const closed = service.with({ middleware: () => Promise.reject(own) });
    await expect(closed.balances.list()).rejects.toBe(own);
    expect(own.stack).toBe(stack);
  });
});

describe('the stack of a usage error begins at the line that called', () => {
  it.each([
    ['list', () => client.balances.list({ were: 1 } as never)],
    ['list, with an invalid value deep in the query', () => client.balances.list({ where: deep })],
    ['list, with an invalid option', () => client.balances.list({}, { timeout: -1 })],
    ['get', () => client.balances.get('')],
    ['pages', () => first(client.balances.pages({ take: 1 } as never))],
    ['iterate', () => first(client.balances.iterate({ where: deep }))],
    ['iterate, with an invalid option', () => first(client.balances.iterate({}, { pageSize: 0 }))],
    ['all', () => client.balances.all({ where: deep })],
    ['request', () => client.request('LIST', '/balances')],
    ['apiKeys.rename', () => client.apiKeys.rename('k1', '')],
    ['apiKeys.revoke', () => client.apiKeys.revoke('')],
    ['apiKeys.delete', () => client.apiKeys.delete('..')],
    ['with', () => client.with({ timeuot: 1 } as never)],
    ['with, with an invalid combination', () => client.with({ apiKey: '' })],
    [
      'list of another client',
      () => client.with({ timeout: 1 }).balances.list({ were: 1 } as never),
    ],
    ['a page of an infinite query', () => readPage(client.balances, { where: deep })],
    [
      'getNextPageParam',
      () => infinite(client.balances, { where: deep }).getNextPageParam([], [], null),
    ],
    ['createClient', () => createClient({} as never)],
    ['proxy.fetch', () => proxy.fetch(new Request('https://app.example/v1/balances'), {} as never)],
    ['createMock', () => createMock({ latency: -1 })],
    ['mock.fail', () => mock.fail({ status: 1 })],
    ['mock.db.insert', () => mock.db.balances.insert({ balance: 'a' })],
    ['mock.apiKeys.create', () => mock.apiKeys.create({ name: '' })],
    ['serveMock', () => serveMock(mock, { port: -1 })],
    ['defineSchema', () => defineSchema({ things: {} } as never)],
    ['extendSchema', () => extendSchema(paymentsSchema, { balances: { feilds: {} } } as never)],
  ])('%s', async (_, act) => {
    const { name, frame } = await failure(act);
    expect(name).toMatch(/^(QueryError|ConfigurationError)$/);
    expect(frame).toMatch(/caller-stack\.test\.ts:\d+:\d+/);
  });

  it('also if user code called it from inside another call', async () => {
    const insideKey = () => client.balances.list({ were: 1 } as never);
    let inside: Awaited<ReturnType<typeof failure>> | undefined;
    const outer = createClient({
      baseUrl: 'https://api.example.com',
      apiKey: async () => {
        inside = await failure(insideKey);
        throw new Error('no key');
      },
      retry: 0,
    });
    await expect(outer.balances.list()).rejects.toThrow('no key');
    expect(inside?.frame).toContain('insideKey');
  });
});
