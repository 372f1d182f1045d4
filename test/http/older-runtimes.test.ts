import { build } from 'esbuild';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reactNative } from '../fixtures/react-native.js';

// A file of its own, because it deletes globals, and loads the package without them.

/** What Safari 16.0 and Chrome 109 lack. Not `toWellFormed`, which the `Request` of Node needs. */
const missing: readonly (readonly [name: string, owner: object, key: PropertyKey])[] = [
  ['URL.canParse', URL, 'canParse'],
  ['URL.parse', URL, 'parse'],
  ['AbortSignal.any', AbortSignal, 'any'],
  ['AbortSignal.timeout', AbortSignal, 'timeout'],
  ['signal.throwIfAborted', AbortSignal.prototype, 'throwIfAborted'],
  ['signal.reason', AbortSignal.prototype, 'reason'],
  ...(['with', 'toSorted', 'toReversed', 'toSpliced', 'findLast', 'group'] as const).map(
    (key) => [`Array.prototype.${key}`, Array.prototype, key] as const,
  ),
  ['Array.fromAsync', Array, 'fromAsync'],
  ['Object.groupBy', Object, 'groupBy'],
  ['Map.groupBy', Map, 'groupBy'],
  ['Promise.withResolvers', Promise, 'withResolvers'],
  ['Promise.try', Promise, 'try'],
  ['String.prototype.isWellFormed', String.prototype, 'isWellFormed'],
  ...(['union', 'intersection', 'difference', 'isSubsetOf'] as const).map(
    (key) => [`Set.prototype.${key}`, Set.prototype, key] as const,
  ),
  ['RegExp.escape', RegExp, 'escape'],
  ['Response.json', Response, 'json'],
  ['response.bytes', Response.prototype, 'bytes'],
  ['headers.getSetCookie', Headers.prototype, 'getSetCookie'],
  ['request.body', Request.prototype, 'body'],
  ['Error.captureStackTrace', Error, 'captureStackTrace'],
  ['structuredClone', globalThis, 'structuredClone'],
  ['navigator', globalThis, 'navigator'],
];

let restore: (() => void)[] = [];
afterEach(() => {
  for (const undo of restore.reverse()) undo();
  restore = [];
  vi.unstubAllGlobals();
});

function remove(owner: object, key: PropertyKey): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  if (!descriptor) return;
  delete (owner as Record<PropertyKey, unknown>)[key];
  restore.push(() => Object.defineProperty(owner, key, descriptor));
}

const ids = Array.from(
  { length: 30 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);

/** What calls of each kind come to, in a copy of the package that is loaded now. */
async function outcomes(): Promise<unknown[]> {
  vi.resetModules();
  const { createClient, isTimeoutError } = await import('payments-data-client');
  const sent: string[] = [];
  const respond = (status: number, body: unknown, headers = {}) =>
    new Response(JSON.stringify(body), { status, headers });
  const fetch = async (url: string, { method, body }: { method: string; body?: string }) => {
    const { pathname, searchParams } = new URL(url);
    sent.push(`${method} ${pathname} ${body ?? ''}`.trim());
    if (pathname.endsWith('/b1')) return respond(200, { id: 'b1' });
    if (pathname.endsWith('/missing')) return respond(404, { detail: 'No such row' });
    if (pathname.endsWith('/accounts') && sent.length % 2)
      return respond(503, {}, { 'Retry-After': '0' });
    if (pathname.endsWith('/transactions')) return new Promise<Response>(() => {});
    if (method !== 'GET') return respond(200, { done: true });
    const where = searchParams.get('where') ?? '';
    const [after = '', gt, start = ''] = /(gte?):'([^']+)'/.exec(where) ?? [];
    const rows = ids
      .filter((id) => (where ? where.replace(after, '').includes(id) : true))
      .filter((id) => (gt === 'gt' ? id > start : id >= start))
      .slice(0, Number(searchParams.get('take') ?? Infinity));
    return respond(
      200,
      rows.map((id) => ({ id })),
    );
  };
  const middleware = (request: Request, next: (request: Request) => Promise<Response>) => {
    request.headers.set('x-trace', 't1');
    return next(request);
  };
  const lines: string[] = [];
  const write = (line: string) => lines.push(line.replace(/\d+ ms/, 'N ms'));
  const plain = createClient({
    baseUrl: 'https://api.example.com',
    apiKey: () => 'key-12345678',
    fetch: fetch as never, // React Native has another Response
    logger: { debug: write, warn: write },
  });
  const results: unknown[] = [];
  for (const client of [plain, plain.with({ middleware })]) {
    const controller = new AbortController();
    const { signal } = controller;
    const stopped = client.transactions.list({}, { signal }).catch((error) => error.name);
    setTimeout(() => controller.abort(), 5);
    const short = client.with({ dialect: { maxUrlLength: 700 } });
    const calls: (() => Promise<unknown>)[] = [
      () => client.balances.list({ where: { name: { like: 'é😀' } }, include: { id: true } }),
      () => client.balances.list({}, { signal: new AbortController().signal }),
      () =>
        client.balances
          .get('b1')
          .withResponse()
          .then(({ data }) => data),
      () => client.balances.get('missing'),
      () => client.accounts.list(),
      () => short.balances.all({ where: { id: { in: ids } }, include: { id: true } }),
      () => client.request('POST', '/x', { body: { a: 'ä' } }),
      () => client.apiKeys.delete('k1'),
      () => client.balances.list({ where: { name: '\ud800' } }),
      () => client.transactions.list({}, { timeout: 20 }).catch((error) => isTimeoutError(error)),
      () => stopped,
      async () => createClient({ baseUrl: 'no URL', apiKey: null }),
    ];
    for (const call of calls) results.push(await call().catch((error) => `${error}`));
  }
  return [...results, sent, lines];
}

const expected = await outcomes();

describe('the client works', () => {
  it('here, as a reference', () => {
    expect(expected.slice(0, 12)).toEqual([
      [],
      ids.map((id) => ({ id })),
      { id: 'b1' },
      'ApiError: GET /v1/balances/missing failed: 404 Not Found: No such row. Check the id and the `baseUrl`.',
      ids.map((id) => ({ id })),
      ids.map((id) => ({ id })),
      { done: true },
      { done: true },
      'QueryError: where.name: contains an unpaired surrogate. Use toWellFormed().',
      true,
      'AbortError',
      expect.stringMatching(/^ConfigurationError: createClient: expected `baseUrl` to be a URL/),
    ]);
  });

  it.each(missing)('without %s', async (_, owner, key) => {
    remove(owner, key);
    expect(await outcomes()).toEqual(expected);
  });

  it('without any of them', async () => {
    for (const [, owner, key] of missing) remove(owner, key);
    expect(await outcomes()).toEqual(expected);
  });

  it('with what React Native has', async () => {
    for (const [, owner, key] of missing) remove(owner, key);
    for (const [name, value] of Object.entries(reactNative)) vi.stubGlobal(name, value);
    expect(await outcomes()).toEqual(expected);
  });

  it('without syntax that Safari 16.0 cannot read', async () => {
    const { outputFiles, warnings } = await build({
      stdin: {
        contents: `export { createClient } from './index.ts'; export * from './tanstack-query/index.ts'`,
        resolveDir: `${import.meta.dirname}/../../src`,
      },
      bundle: true,
      format: 'esm',
      target: 'es2022',
      write: false,
    });
    const code = outputFiles[0]?.text ?? '';
    expect(warnings).toEqual([]);
    expect(code.length).toBeGreaterThan(10_000);
    expect(code).not.toMatch(/\(\?<[=!]|\bstatic \{|\/[dgimsuy]*v[dgimsuy]*[.,;)]/);
  });
});
