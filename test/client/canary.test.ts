import { inspect } from 'node:util';
import {
  type Client,
  type ClientOptions,
  createClient,
  type Dialect,
  extendSchema,
  paymentsSchema,
  pickSchema,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { mockHandlers } from 'payments-data-client/msw';
import { createProxy } from 'payments-data-client/proxy';
import {
  getQueryOptions,
  infiniteListQueryOptions,
  listQueryOptions,
  queryKeys,
} from 'payments-data-client/tanstack-query';
import { zodValidator } from 'payments-data-client/validation';
import { describe, expect, it, vi } from 'vitest';
import { settings } from '../../src/dialect/settings.js';
import { runCli } from '../../src/tools/cli/run-cli.js';
import { json } from '../fixtures/answering-fetch.js';
import { createTestContext } from '../fixtures/command-context.js';
import { traces } from '../fixtures/traces.js';

/** A key with every character that JSON, HTML or a URL escape. */
const KEY = 'pk_live/"4x7+Qr9?Zz&<w>\'5\\tM2=c8#v%e';

const keys: Record<string, string> = {
  'with special characters': KEY,
  'in base64': 'qZ3+/aB9dE7fG1hJ2kL4mN6pQ8rS0tU==',
  'that looks percent-encoded': '%41bcd%2Fefgh%zzijkl%25mnop%e4qrs',
  'of 100 characters': `sk-${'1q9Zx'.repeat(19)}ab`,
  'of 200 characters': `Ab/${'0x+7Y'.repeat(39)}cd`,
  'of 8 characters': 'Abcdefg8',
  'of 3 characters': 'zq7',
};

/** How somebody could pass a key by mistake. */
const spellings: Record<string, (key: string) => string> = {
  'as it is': (key) => key,
  encoded: encodeURIComponent,
  'encoded twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  'as JSON': (key) => JSON.stringify(key),
  'in upper case': (key) => key.toUpperCase(),
  'behind a word': (key) => `Bearer ${key}`,
  'behind 30 characters': (key) => `${'-'.repeat(30)}${key}`,
  'behind 95 characters': (key) => `${'-'.repeat(95)}${key}`,
  'behind wildcards': (key) => `%${key}%`,
};

/** Text without escape sequences, and in lower case. */
function plain(text: string): string {
  let decoded = text;
  for (let level = 0; level < 3; level++)
    decoded = decoded.replaceAll(/%([\da-f]{2})/gi, (_, code) =>
      String.fromCharCode(Number(`0x${code}`)),
    );
  return decoded
    .replaceAll(/&#(x?)0*([\da-f]+);/gi, (_, x, code) =>
      String.fromCharCode(Number(`${x && '0x'}${code}`)),
    )
    .replaceAll(/\\u00([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number(`0x${code}`)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('\\', '')
    .toLowerCase();
}

/** Where a text has 8 characters of a key, or a short key as a value by itself. */
function leaksIn(text: string, key: string): string[] {
  const around = (shown: string, at: number) => shown.slice(Math.max(at - 200, 0), at + 100);
  if (key.length < 8) {
    const alone = new RegExp(
      `(["'\`])${key}\\1|[/=]${key}(?![\\w-])|APIKey ${key}(?![\\w-])|^${key}$`,
      'im',
    );
    return alone.test(text) ? [around(text, text.search(alone))] : [];
  }
  return [text.toLowerCase(), plain(text)].flatMap((shown) =>
    [key.toLowerCase(), plain(key)].flatMap((whole) =>
      [0, (whole.length - 8) >> 1, whole.length - 8]
        .map((start) => shown.indexOf(whole.slice(start, start + 8)))
        .flatMap((at) => (at < 0 ? [] : [around(shown, at)])),
    ),
  );
}

const expectNoKey = (value: unknown, key = KEY, place?: string): void =>
  expect(leaksIn(traces(value), key), place).toEqual([]);

/** What a call throws. */
async function outcome(act: () => unknown): Promise<unknown> {
  try {
    const result: unknown = await act();
    if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result))
      return undefined;
    let rows = 0;
    for await (const _ of result as AsyncIterable<unknown>) if (++rows > 5) break;
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Values that are no text, and that show a key when they are printed. */
const objectsWith = (key: string): Record<string, unknown> => ({
  'an array': [key],
  'an object': { [key]: { deep: [key] } },
  'a hidden member': Object.defineProperty({}, 'hidden', { value: key }),
  'a member of an array': Object.assign([1], { key }),
  'a getter': {
    get key() {
      return key;
    },
  },
  'an inherited member': Object.create({ key }),
  'a member with a symbol': { [Symbol(key)]: 1 },
  'a symbol': Symbol(key),
  'a function': Object.defineProperty(() => 1, 'name', { value: key }),
  'text as an object': new String(key),
  'a Map': new Map([[key, key]]),
  'a Set': new Set([key]),
  'a date': Object.assign(new Date(Number.NaN), { key }),
  'an error': new Error(key),
  'a promise, without await': Promise.resolve(key),
  headers: new Headers({ key }),
  'a URL': new URL(`https://example.com/?key=${encodeURIComponent(key)}`),
  parameters: new URLSearchParams({ key }),
  'a request': new Request('https://example.com', { headers: { authorization: `APIKey ${key}` } }),
  'an instance': new (class {
    constructor(readonly key: string) {}
  })(key),
  'what has JSON of its own': { toJSON: () => ({ key }) },
});

/** Where a query can have a key. They are not typed, because most are invalid. */
const queriesWith = (key: unknown): Record<string, unknown> => ({
  'a value of text': { where: { name: key } },
  'a value of an id': { where: { id: key } },
  'a value of a decimal': { where: { balance: key } },
  'a value of a date': { where: { created_at: { gt: key } } },
  'a value of an enumeration': { where: { type: key } },
  'a list': { where: { balance: { in: ['1', key] } } },
  'an object': { where: { name: { eq: { deep: [key] } } } },
  JSON: { where: { variables: { eq: key } } },
  'a path': { where: { variables: { exists: [key] } } },
  'an include of a relation': { include: { unit: { where: key } } },
  'the include itself': { include: key },
  'the filter itself': { where: key },
  'a direction': { orderBy: { name: key } },
  'the order itself': { orderBy: key },
  take: { take: key },
  skip: { skip: key },
  after: { after: key },
  before: { before: key },
  'the query itself': key,
});

/** Where a name in a query can be a key. */
const namesWith = (key: string): Record<string, unknown> => ({
  'a comparator': { where: { name: { [key]: 1 } } },
  'a field': { where: { [key]: 1 } },
  'a group': { where: { OR: { [key]: key } } },
  'a name in JSON': { where: { variables: { contains: { [key]: { a: undefined } } } } },
  'a list that is too long': {
    where: { name: { in: Array(500).fill(`${key}-name`) } },
    orderBy: { id: 'asc' },
  },
  'an included field': { include: { [key]: true } },
  'an ordering field': { orderBy: { [key]: 'asc' } },
  'a position': { after: { [key]: 1 } },
  'an unknown member': { [key]: 1 },
});

const { signal } = new AbortController();
const infinite = (client: Client, query: unknown, options = {}) =>
  infiniteListQueryOptions(client.balances, query as object, options);

/** Every method with a query, and with its options. */
const methods: Record<string, (client: Client, query: never) => unknown> = {
  list: (client, query) => client.balances.list(query),
  get: (client, query) => client.balances.get('b1', query),
  pages: (client, query) => client.balances.pages(query),
  iterate: (client, query) => client.balances.iterate(query),
  all: (client, query) => client.balances.all(query),
  'list, of an infinite query': (client, query) =>
    infinite(client, query).queryFn({ signal, pageParam: null }),
  'the next page of an infinite query': (client, query) =>
    infinite(client, query).getNextPageParam([{ id: 'a' } as never], [], null),
  'list, of a query': (client, query) =>
    listQueryOptions(client.balances, query).queryFn({ signal }),
  'get, of a query': (client, query) =>
    getQueryOptions(client.balances, 'b1', query).queryFn({ signal }),
  'request, as its query': (client, query) => client.request('GET', '/x', { query }),
  'request, as its body': (client, query) =>
    client.request('PUT', '/x', { body: { query, bad: () => {} } }),
};

/** A key in every other argument. */
const callsWith = (key: string): Record<string, (client: Client) => unknown> => ({
  'get an id': (client) => client.balances.get(key),
  'get two ids': (client) => client.balances.get([key] as never),
  'request a path': (client) => client.request('GET', `/entities/${key}`),
  'request a path with dots': (client) => client.request('GET', `/../${key}`),
  'request a path with a version': (client) => client.request('GET', `/v1/${key}`),
  'request a path, encoded': (client) =>
    client.request('GET', `/entities/${encodeURIComponent(key)}`),
  'request a method': (client) => client.request(key, '/x'),
  'request a body': (client) => client.request('PUT', '/x', { body: { [key]: Number.NaN } }),
  'request an option': (client) => client.request('GET', '/x', { [key]: 1 } as never),
  'a header': (client) => client.balances.list({}, { headers: { [key]: 'ä' } }),
  'the value of a header': (client) => client.balances.list({}, { headers: { a: `${key}\n` } }),
  'a signal': (client) => client.balances.list({}, { signal: key as never }),
  'a timeout': (client) => client.balances.all({}, { timeout: key as never }),
  'a number of retries': (client) => client.balances.list({}, { retry: { limit: key as never } }),
  'a page size': (client) => client.balances.pages({}, { pageSize: key as never }),
  'a page size of an infinite query': (client) =>
    infinite(client, {}, { pageSize: key }).queryFn({ signal, pageParam: null }),
  'a position of an infinite query': (client) =>
    infinite(client, { orderBy: { balance: 'asc' } }).queryFn({
      signal,
      pageParam: {
        values: { id: key, balance: key },
        read: 1,
        matchedAgain: 0,
        seen: [key],
      } as never,
    }),
  'an option': (client) => client.balances.iterate({}, { [key]: 1 } as never),
  'the options': (client) => client.balances.all({}, key as never),
  'the id of a key': (client) => client.apiKeys.revoke(key),
  'the id of a key to rename': (client) => client.apiKeys.rename(`${key}/`, ''),
  'the name of a key': (client) => client.apiKeys.rename('k1', { [key]: 1 } as never),
  'the id of a key to delete': (client) => client.apiKeys.delete({ key } as never),
  'an option of a variant': (client) => client.with({ timeout: key as never }),
  'the key of a variant': (client) => client.with({ apiKey: `${key} `, baseUrl: key }),
  'the key of a variant, with its scheme': (client) =>
    client.with({ apiKey: `APIKey ${key}`, baseUrl: key }),
  'the options of a variant': (client) => client.with(key as never),
  'a key of a cache': () => queryKeys.resource(key as never),
});

/** Responses that quote a key. */
const responsesWith = (key: string): Record<string, () => Response | Promise<never>> => ({
  rows: () => json([{ id: key }, { id: 'a' }, { id: key, name: key }]),
  'rows of another shape': () => json([{ id: 'a', [key]: 1, name: { [key]: 1 }, balance: key }]),
  'a row without an id': () => json([{ [key]: key, id: [key] }]),
  'another envelope': () => json({ [key]: [] }),
  'an error': () =>
    json({ errors: [{ message: `no "${key}"`, [key]: 1 }] }, { status: 400, headers: { a: 'b' } }),
  'an error with the header': () =>
    json({ message: `The key APIKey ${key} is unknown` }, { status: 401 }),
  'an error with a URL': () =>
    json(
      { message: `GET /v1/x?key=${encodeURIComponent(JSON.stringify(key).slice(1, -1))}` },
      { status: 404 },
    ),
  'an error in HTML': () =>
    json(
      { message: [...key].map((letter) => `&#${letter.charCodeAt(0)};`).join('') },
      { status: 404 },
    ),
  'an error with status 200': () => json({ errors: [`"${key}"`] }),
  'an error that cuts the key': () =>
    json({ message: `${'x'.repeat(488)}: "${key}"` }, { status: 500 }),
  'a page': () =>
    new Response(`<p title="${key}">`, { headers: { 'content-type': `text/html; a=${key}` } }),
  'a status': () => new Response('', { status: 418, statusText: `no "${key}"` }),
  'a redirect': () =>
    new Response('', { status: 302, headers: { location: `/${encodeURIComponent(key)}` } }),
  'a lost connection': () => Promise.reject(new TypeError(`connect "${key}"`)),
});

/** A key in each option of a client, and in each setting of a dialect. */
const optionsWith = (key: string): Record<string, unknown> => ({
  'the options': key,
  baseUrl: { baseUrl: `https://${key}@example.com` },
  'a relative baseUrl': { baseUrl: `/${key}` },
  'an option of another name': { [key]: 1 },
  'the key in another case': { apiKey: key, APIKEY: key },
  'a key with a space': { apiKey: `${key} `, baseUrl: key },
  'a key with its scheme': { apiKey: `APIKey ${key}`, baseUrl: key },
  ...Object.fromEntries(
    [
      'allowApiKeyInBrowser',
      'schema',
      'fetch',
      'headers',
      'timeout',
      'retry',
      'dialect',
      'undeclaredValues',
      'validator',
      'middleware',
      'logger',
      'logLevel',
    ].flatMap((name) => [
      [name, { [name]: key }],
      [`a member of ${name}`, { [name]: { [key]: key } }],
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(settings).map((path) => {
      const names = path.split('.');
      const value = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), {
        [key]: key,
      });
      return [`dialect.${path}`, { dialect: value }];
    }),
  ),
  'a name in the dialect': { dialect: { parameters: { where: [key] } } },
});

const lines: string[] = [];
const write = (...line: unknown[]) => void lines.push(inspect(line, { showHidden: true }));
const logger = { debug: write, info: write, warn: write, error: write };
const given = (more: Partial<ClientOptions>): ClientOptions => ({
  baseUrl: 'https://api.example.com',
  apiKey: KEY,
  logger,
  logLevel: 'debug',
  retry: 0,
  ...more,
});

/** A client that knows a key, in each way in which it can. */
const clients: Record<string, (key: string, more?: Partial<ClientOptions>) => Promise<Client>> = {
  'a client': async (apiKey, more = {}) => createClient(given({ ...more, apiKey })),
  'a client with a function': async (key, more = {}) => {
    const client = createClient(given({ ...more, apiKey: async () => key }));
    await client.with({ fetch: async () => json([]) }).request('GET', '/x'); // calls the function
    return client;
  },
  'a variant of a client with a function': async (key, more = {}) => {
    const client = createClient(given({ apiKey: async () => key, fetch: async () => json([]) }));
    await client.balances.list();
    return client.with({ timeout: 5_000, ...more });
  },
  'a variant with another key': async (key, more = {}) =>
    createClient(given({ apiKey: key })).with({ ...more, apiKey: 'another-key-3141' }),
};

describe('a key', () => {
  const dialects: Record<string, Dialect> = {
    'by default': {},
    'with a name that is the key': { envelope: KEY },
    'with short URLs': { maxUrlLength: 300, pageSize: { max: 2 }, orderFormat: '-name' },
    'without parameters': { envelope: null, parameters: { orderBy: null, take: null, skip: null } },
  };

  it.each(Object.entries(keys))('%s is found by this test if it is there', (_, key) => {
    const [start, end] = [key.slice(0, 8), key.slice(-8)];
    for (const leak of [
      new Error(`got "${key}"`),
      Object.defineProperty({}, 'hidden', { value: `/${key}` }),
      { message: `got "${start}"` },
      { message: `got "${end}"` },
      ...(key.length < 8 ? [] : [{ message: encodeURIComponent(encodeURIComponent(key)) }]),
      { message: JSON.stringify(JSON.stringify(`APIKey ${key}`)) },
    ])
      expect(() => expectNoKey(leak, key), inspect(leak)).toThrow();
  });

  describe.each(Object.entries(dialects))('%s', (_, dialect) => {
    it.each(Object.entries(methods))('is in no error of %s', async (_, method) => {
      const client = await clients['a client']?.(KEY, { dialect, fetch: async () => json([]) });
      for (const [place, query] of Object.entries({ ...queriesWith(KEY), ...namesWith(KEY) }))
        expectNoKey(await outcome(() => method(client as Client, query as never)), KEY, place);
    });

    it('is in no error about a response that quotes it', async () => {
      for (const validator of [undefined, zodValidator()])
        for (const [place, respond] of Object.entries(responsesWith(KEY)))
          for (const method of Object.values(methods)) {
            const client = createClient(
              given({ dialect, fetch: async () => respond(), validator }),
            );
            const error = await outcome(() => method(client, { include: { name: true } } as never));
            expectNoKey(error, KEY, place);
          }
    });
  });

  describe.each(Object.entries(keys))('%s', (_, key) => {
    it.each(Object.entries(clients))('is in no error of %s', async (_, create) => {
      const client = await create(key, { fetch: async () => json({}, { status: 404 }) });
      for (const [place, query] of Object.entries({ ...queriesWith(key), ...namesWith(key) }))
        for (const name of [
          'list',
          'all',
          'the next page of an infinite query',
          'request, as its query',
        ])
          expectNoKey(
            await outcome(() => methods[name]?.(client, query as never)),
            key,
            `${name}: ${place}`,
          );
      for (const [place, call] of Object.entries(callsWith(key)))
        expectNoKey(await outcome(() => call(client)), key, place);
    });

    it.each(Object.entries(spellings))('is in no error if it is passed %s', async (_, spell) => {
      const client = createClient(
        given({ apiKey: key, fetch: async () => json({}, { status: 404 }) }),
      );
      const text = spell(key);
      for (const [place, query] of Object.entries({
        'a decimal': { where: { balance: text } },
        'a pattern': { where: { balance: { like: text } } },
        'an id': { where: { id: [text] } },
        'a field': { where: { [text]: 1 } },
        'an included field': { include: { unit: { [text]: true } } },
      }))
        expectNoKey(await outcome(() => client.balances.list(query as never)), key, place);
      for (const [place, call] of Object.entries({
        'an id of a row': () => client.balances.get(text),
        'an id of a key': () => client.apiKeys.revoke(text),
        'a path': () => client.request('GET', `/x/${encodeURIComponent(text)}`),
      }))
        expectNoKey(await outcome(call), key, place);
    });

    it('is in no error about a response that quotes it', async () => {
      for (const [place, respond] of Object.entries(responsesWith(key))) {
        const client = createClient(given({ apiKey: key, fetch: async () => respond() }));
        expectNoKey(await outcome(() => client.balances.list()), key, place);
        expectNoKey(await outcome(() => client.request('DELETE', '/x')), key, place);
      }
    });

    it('is in no response, error or record of a mock', async () => {
      const mock = createMock({ apiKeys: [{ key, name: 'Test' }] });
      const client = createClient({ ...mock.clientOptions, logger, logLevel: 'debug', retry: 0 });
      const [{ id = '' } = {}] = mock.apiKeys.all();
      const { balances } = mock.db;
      const fails: Record<string, () => unknown> = {
        'a path of a fault': () => mock.fail({ path: key }),
        'a member of a fault': () => mock.fail({ [key]: 1 } as never),
        'a status of a fault': () => mock.fail({ status: key as never }),
        'a value of a row': () => balances.insert({ balance: key }),
        'a member of a row': () => balances.insert({ [key]: 1 } as never),
        'a row': () => balances.insert(key as never),
        'the id of a row': () => balances.update(key, {}),
        'a row to delete': () => balances.delete([key] as never),
        'a snapshot': () => mock.restore(key as never),
        'the same key': () => mock.apiKeys.create({ key }),
        'the role of a key': () => mock.apiKeys.create({ role: key, expiresAt: key }),
        'another URL': () => mock.fetch(`https://${/^\w+$/.test(key) ? key : 'www'}.example/`),
        'a host': () => serveMock(mock, { [key]: 1 } as never),
        'a port': () => serveMock(mock, { port: key as never }),
        'in place of a mock': () => mockHandlers(key as never),
        'an unknown row': () => client.balances.get(key),
        'an unknown row, encoded': () => client.balances.get(encodeURIComponent(key)),
        'an unknown key': () =>
          client.request('DELETE', `/api-keys/${encodeURIComponent(`${key}!`)}`),
        'an unknown path': () => client.request('GET', `/${encodeURIComponent(key)}`),
        'an unknown parameter': () => client.request('GET', '/balances', { query: { [key]: 1 } }),
        'a member of a body': () =>
          client.request('PUT', `/api-keys/${id}`, { body: { [key]: 1 } }),
        'a value of a body': () =>
          client.request('PUT', `/api-keys/${id}`, { body: { status: key } }),
        'a text': () => client.request('GET', '/balances', { query: { where: `{name:${key}` } }),
        'a value': () => client.request('GET', '/balances', { query: { where: { balance: key } } }),
        'a value in upper case': () =>
          client.balances.list({ where: { id: key.toUpperCase() }, take: 0.5 }),
        'a recorded value in upper case': () =>
          mock.fetch(
            `${mock.baseUrl}/v1/balances?where=${encodeURIComponent(`{name:${JSON.stringify(key.toUpperCase())}}`)}`,
          ),
        'an order': () => client.request('GET', '/balances', { query: { order_by: `${key}:asc` } }),
        'a count': () => client.request('GET', '/balances', { query: { take: key } }),
        'a position': () =>
          client.request('GET', '/balances', { query: { order_by: 'name', after: key } }),
      };
      for (const [place, act] of Object.entries(fails)) {
        const error = await outcome(act);
        if (!/position|role|recorded/.test(place)) expect(error, place).toBeInstanceOf(Error);
        expectNoKey(error, key, place);
      }
      expect(mock.requests.length).toBeGreaterThan(9);
      expectNoKey(mock.requests, key);
      expectNoKey([mock, mock.apiKeys.all(), balances], key);
    });

    it('is in no error of createMock', async () => {
      for (const name of [
        'schema',
        'baseUrl',
        'data',
        'now',
        'latency',
        'dialect',
        'allowParameters',
        'routes',
        key,
      ])
        for (const value of [key, { [key]: key }, [key]])
          expectNoKey(
            await outcome(() => createMock({ apiKeys: [{ key }], [name]: value } as never)),
            key,
            name,
          );
      for (const apiKeys of [
        [{ key }, { key }],
        [{ key, [key]: 1 }],
        [{ key: `${key} ` }, { key, role: 1 }],
      ])
        expectNoKey(await outcome(() => createMock({ apiKeys } as never)), key);
    });

    it('is in no response, error or log line of a proxy', async () => {
      const options = {
        ...given({ apiKey: key }),
        schema: pickSchema(paymentsSchema, { balances: ['name'] }),
      };
      const quoting = async (request: RequestInfo | URL) =>
        json(
          { message: `${(request as Request).headers.get('authorization')} is unknown` },
          { status: 400 },
        );
      const proxies = {
        'a policy': { policies: { balances: () => ({ balance: key }) } },
        'a name in a policy': { policies: { balances: () => ({ [key]: 1 }) } },
        'text as a policy': { policies: { balances: () => key } },
        'the service': { policies: { balances: () => ({ name: key }) }, fetch: quoting },
        rows: { policies: { balances: true }, fetch: async () => json([{ id: key, name: [key] }]) },
      };
      const paths = [
        '',
        `/${encodeURIComponent(key)}`,
        `?where=${encodeURIComponent(`balance:'${key}'`)}`,
      ];
      for (const [place, changes] of Object.entries(proxies))
        for (const path of paths) {
          const errors: unknown[] = [];
          const onError = (error: unknown) => errors.push(error);
          const proxy = createProxy({
            ...options,
            ...changes,
            onError,
            authenticate: () => 1,
          } as never);
          const response = await proxy.fetch(
            new Request(`https://app.example/v1/balances${path}`),
            {} as never,
          );
          expectNoKey([await response.text(), [...response.headers]], key, place);
          expectNoKey(errors, key, place);
        }
      const proxy = createProxy({ ...options, policies: { balances: true } } as never);
      for (const input of [
        [key],
        [new Request('https://app.example/v1/balances'), { [key]: 1 }],
        [{ key }],
      ])
        expectNoKey(await outcome(() => proxy.fetch(...(input as [never, never]))), key);
    });
  });

  it.each(Object.entries(objectsWith(KEY)))(
    'is not attached to an error in %s',
    async (_, value) => {
      const client = createClient(given({ fetch: async () => json([]) }));
      for (const name of [
        'list',
        'all',
        'the next page of an infinite query',
        'request, as its query',
      ])
        for (const [place, query] of Object.entries(queriesWith(value)))
          expectNoKey(
            await outcome(() => methods[name]?.(client, query as never)),
            KEY,
            `${name}: ${place}`,
          );
      for (const call of [
        () => client.balances.get(value as never),
        () => client.request(value as never, '/x'),
        () => client.request('GET', value as never),
        () => client.balances.list({}, { headers: value as never }),
        () => client.balances.list({}, { timeout: value as never }),
        () => client.with(value as never),
        () => createClient(given({ timeout: value as never })),
      ])
        expectNoKey(await outcome(call));
    },
  );

  it.each(Object.entries(optionsWith(KEY)))(
    'is in no error of createClient about %s',
    async (_, option) => {
      const wrong = typeof option === 'string' ? option : { ...given({}), ...(option as object) };
      const error = await outcome(() => createClient(wrong as never));
      expectNoKey(error);
      if (typeof option !== 'object') return;
      expectNoKey(
        await outcome(() =>
          createProxy({ ...given({}), schema: paymentsSchema, ...option } as never),
        ),
      );
      expectNoKey(await outcome(() => createClient(given({})).with(option as never)));
    },
  );

  it('is in no error about a schema with its name', async () => {
    const schema = extendSchema(paymentsSchema, { balances: { fields: {} } });
    expectNoKey(
      await outcome(() => createClient({ ...given({}), schema: { ...schema, [KEY]: 1 } } as never)),
    );
  });

  it('is in no error of Node about the host of a mock', async () => {
    const key = '203.0.113.7'; // no address of this machine
    const mock = createMock({ apiKeys: [{ key }] });
    const error = await outcome(() => serveMock(mock, { host: key }));
    expect(error).toMatchObject({ code: 'EADDRNOTAVAIL', address: '[redacted]' });
    expectNoKey(error, key);
  });

  it('is in no message about a command line', async () => {
    const key = KEY.replaceAll('\\', '');
    const url = ['--base-url', 'http://127.0.0.1:1'];
    const served = ['mock', '--quiet', '--key', key];
    const commands = [
      [key],
      [`--${key}`],
      ['connect', key],
      ['connect', `--${key}`],
      ['connect', '--base-url', key],
      ['connect', ...url, '--max-requests', key],
      ['connect', ...url, '--rows-per-resource', key],
      ['connect', ...url, '--resource', key],
      ['connect', ...url, '--resource', `a=/${key}`],
      ['connect', ...url, '--schema', key],
      ['connect', ...url, '--out', `package.json/${key}`],
      ['connect', ...url, '--check', '--schema', key],
      [...served, `--${key}`],
      [...served, '--key', `${key} `],
      [...served, '--port', key],
      [...served, '--latency', key],
      [...served, '--now', key],
      [...served, '--origin', key],
      [...served, '--fail', key],
      [...served, '--fail', `{${key}:1}`],
      [...served, '--fail', `{path:'/${key}'}`],
      [...served, '--fail', `{'${key}':1,'${key}':2}`],
      [...served, '--dialect', `{nulls:'${key}'}`],
      [...served, '--dialect', `{text:{collation:{${key}`],
      [...served, '--data', key],
      [...served, '--schema', key],
      [...served, '--pid-file', `package.json/${key}`, '--port', '0'],
    ];
    for (const command of commands) {
      const [given] = command;
      const env = given === 'mock' ? {} : { PAYMENTS_API_KEY: key, OTHER: key };
      for (const more of given === 'connect' ? [[], ['--key-env', 'OTHER']] : [[]]) {
        const { context, out, errors } = createTestContext({
          env: more.length > 0 ? { ...env, PAYMENTS_API_KEY: '' } : env,
        });
        expect(await runCli([...command, ...more], '1.2.3', context), command.join(' ')).toBe(2);
        expectNoKey([out, errors], key, command.join(' '));
      }
    }
  });

  it('is in no line of a log', () => {
    expect(lines.length).toBeGreaterThan(100);
    for (const [kind, key] of Object.entries(keys)) expectNoKey(lines, key, kind);
  });

  it('is printed to no console', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const policies = { balances: () => ({ balance: KEY }) };
    const schema = pickSchema(paymentsSchema, { balances: ['name'] });
    const proxy = createProxy({
      baseUrl: 'https://api.example.com',
      apiKey: KEY,
      schema,
      policies,
      authenticate: () => 1,
    } as never);
    await proxy.fetch(new Request('https://app.example/v1/balances'), {} as never);
    expect(printed).toHaveBeenCalled();
    expectNoKey(printed.mock.calls);
    printed.mockRestore();
  });
});
