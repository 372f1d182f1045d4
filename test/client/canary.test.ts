import { inspect } from 'node:util';
import {
  type Client,
  type ClientOptions,
  createClient,
  type Dialect,
  extendSchema,
  paymentsSchema,
} from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { infiniteListQueryOptions, listQueryOptions } from 'payments-data-client/tanstack-query';
import { zodValidator } from 'payments-data-client/validation';
import { describe, expect, it } from 'vitest';
import { settings } from '../../src/dialect/settings.js';
import { json } from '../fixtures/answering-fetch.js';
import { traces } from '../fixtures/traces.js';

/** A key with every character that JSON, HTML or a URL escape. */
const KEY = 'pk_live/"4x7+Qr9?Zz&<w>\'5\\tM2=c8#v%e';

/** The ways in which text can contain a part of the key that somebody could use. */
const spellings = [KEY, encodeURIComponent(KEY), JSON.stringify(KEY).slice(1, -1)].flatMap((spelling) => [
  spelling.slice(0, 12),
  spelling.slice(-12),
]);

function expectNoKey(value: unknown): void {
  const text = traces(value);
  expect(
    spellings
      .filter((spelling) => text.includes(spelling))
      .map((spelling) => text.slice(text.indexOf(spelling) - 200, text.indexOf(spelling) + 100)),
  ).toEqual([]);
}

/** What a call prints, throws and logs. */
async function outcome(act: () => unknown): Promise<unknown> {
  try {
    const result: unknown = await act();
    if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return undefined;
    let rows = 0;
    for await (const _ of result as AsyncIterable<unknown>) if (++rows > 5) break;
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Where a query can have the key. They are not typed, because most are invalid. */
const queries: Record<string, unknown> = {
  'a value of text': { where: { name: KEY } },
  'a value of a decimal': { where: { balance: KEY } },
  'a value of a date': { where: { created_at: { gt: KEY } } },
  'a value of an enumeration': { where: { type: KEY } },
  'a value at the end of a text': { where: { balance: `Bearer ${KEY}` } },
  'a list': { where: { balance: { in: ['1', KEY] } } },
  'a list that is too long': {
    where: { name: { in: Array(500).fill(`${KEY}-name`) } },
    orderBy: { id: 'asc' },
  },
  'a comparator': { where: { name: { [KEY]: 1 } } },
  'a field': { where: { [KEY]: 1 } },
  'an instance': { where: new Map([[KEY, KEY]]) },
  'an object': { where: { name: { eq: { deep: [KEY] } } } },
  'a group': { where: { OR: { [KEY]: KEY } } },
  JSON: { where: { variables: { contains: { [KEY]: { a: undefined } } } } },
  'a path': { where: { variables: { exists: [KEY] } } },
  include: { include: { [KEY]: true } },
  'an include of a relation': { include: { unit: { where: KEY } } },
  'the include itself': { include: KEY },
  'the filter itself': { where: KEY },
  orderBy: { orderBy: { [KEY]: 'asc' } },
  'a direction': { orderBy: { name: KEY } },
  take: { take: KEY },
  skip: { skip: KEY },
  after: { after: { [KEY]: 1 } },
  before: { before: KEY },
  'an unknown member': { [KEY]: 1 },
  'the query itself': KEY,
};

/** Every method with a query, and with its options. */
const methods: Record<string, (client: Client, query: never) => unknown> = {
  list: (client, query) => client.balances.list(query),
  get: (client, query) => client.balances.get('b1', query),
  pages: (client, query) => client.balances.pages(query),
  iterate: (client, query) => client.balances.iterate(query),
  all: (client, query) => client.balances.all(query),
  'list, of an infinite query': (client, query) =>
    infiniteListQueryOptions(client.balances, query).queryFn({
      signal: new AbortController().signal,
      pageParam: null,
    }),
  'list, of a query': (client, query) =>
    listQueryOptions(client.balances, query).queryFn({ signal: new AbortController().signal }),
  'request, as its query': (client, query) => client.request('GET', '/x', { query }),
  'request, as its body': (client, query) => client.request('PUT', '/x', { body: { query, bad: () => {} } }),
};

/** The key in every other argument. */
const calls: Record<string, (client: Client) => unknown> = {
  'get an id': (client) => client.balances.get(KEY),
  'get two ids': (client) => client.balances.get([KEY] as never),
  'request a path': (client) => client.request('GET', `/entities/${KEY}`),
  'request a path with dots': (client) => client.request('GET', `/../${KEY}`),
  'request a path with a version': (client) => client.request('GET', `/v1/${KEY}`),
  'request a method': (client) => client.request(KEY, '/x'),
  'request a body': (client) => client.request('PUT', '/x', { body: { [KEY]: Number.NaN } }),
  'request an option': (client) => client.request('GET', '/x', { [KEY]: 1 } as never),
  'a header': (client) => client.balances.list({}, { headers: { [KEY]: 'a' } }),
  'the value of a header': (client) => client.balances.list({}, { headers: { a: `${KEY}\n` } }),
  'a signal': (client) => client.balances.list({}, { signal: KEY as never }),
  'a timeout': (client) => client.balances.all({}, { timeout: KEY as never }),
  'a number of retries': (client) => client.balances.list({}, { retry: { limit: KEY as never } }),
  'a page size': (client) => client.balances.pages({}, { pageSize: KEY as never }),
  'a page size of an infinite query': (client) =>
    methods['list, of an infinite query']?.(client, { pageSize: KEY } as never),
  'an option': (client) => client.balances.iterate({}, { [KEY]: 1 } as never),
  'the options': (client) => client.balances.all({}, KEY as never),
  'the id of a key': (client) => client.apiKeys.revoke(KEY),
  'the id of a key to rename': (client) => client.apiKeys.rename(`${KEY}/`, ''),
  'the name of a key': (client) => client.apiKeys.rename('k1', { [KEY]: 1 } as never),
  'the id of a key to delete': (client) => client.apiKeys.delete({ KEY } as never),
  'an option of a variant': (client) => client.with({ timeout: KEY as never }),
  'the key of a variant': (client) => client.with({ apiKey: `${KEY} `, baseUrl: KEY }),
  'the options of a variant': (client) => client.with(KEY as never),
};

/** Responses that quote the key. */
const rows = [{ id: KEY }, { id: 'a' }, { id: KEY, name: KEY }];
const responses: Record<string, () => Response | Promise<never>> = {
  rows: () => json(rows),
  'rows of another shape': () => json([{ id: 'a', [KEY]: 1, name: { [KEY]: 1 }, balance: KEY }]),
  'a row without an id': () => json([{ [KEY]: KEY, id: [KEY] }]),
  'another envelope': () => json({ [KEY]: [] }),
  'an error': () =>
    json({ errors: [{ message: `no ${KEY}`, [KEY]: 1 }] }, { status: 400, headers: { a: 'b' } }),
  'an error with status 200': () => json({ errors: [KEY] }),
  'an error that cuts the key': () => json({ message: 'x'.repeat(490) + KEY }, { status: 500 }),
  'a page': () => new Response(`<p title="${KEY}">`, { headers: { 'content-type': `text/html; a=${KEY}` } }),
  'a status': () => new Response('', { status: 418, statusText: KEY.replaceAll(/[^\w]/g, '') }),
  'a redirect': () => new Response('', { status: 302, headers: { location: `/${encodeURIComponent(KEY)}` } }),
  'a lost connection': () => Promise.reject(new TypeError(`connect ${KEY}`)),
};

/** The key in each option of a client, and in each setting of a dialect. */
const options: Record<string, unknown> = {
  'the options': KEY,
  baseUrl: { baseUrl: `https://${KEY}@example.com` },
  'a relative baseUrl': { baseUrl: `/${KEY}` },
  'an option of another name': { [KEY]: 1 },
  'the key in another case': { apiKey: KEY, APIKEY: KEY },
  'a key with a space': { apiKey: `${KEY} `, baseUrl: KEY },
  ...Object.fromEntries(
    [
      'allowApiKeyInBrowser',
      'schema',
      'fetch',
      'headers',
      'timeout',
      'retry',
      'dialect',
      'unknownValues',
      'validator',
      'middleware',
      'logger',
      'logLevel',
    ].flatMap((name) => [
      [name, { [name]: KEY }],
      [`a member of ${name}`, { [name]: { [KEY]: KEY } }],
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(settings).map((path) => {
      const names = path.split('.');
      const value = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), { [KEY]: KEY });
      return [`dialect.${path}`, { dialect: value }];
    }),
  ),
  'a name in the dialect': { dialect: { parameters: { where: [KEY] } } },
};

describe('a key', () => {
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
  const dialects: Record<string, Dialect> = {
    'by default': {},
    'with a name that is the key': { envelope: KEY },
    'with short URLs': { maxUrlLength: 300, pageSize: { max: 2 }, orderFormat: '-name' },
    'without parameters': { envelope: null, parameters: { orderBy: null, take: null, skip: null } },
  };

  it('is found by this test if it is there', () => {
    expect(() => expectNoKey(new Error(KEY))).toThrow();
    expect(() => expectNoKey({ message: `a ${KEY.slice(0, 14)}…` })).toThrow();
  });

  describe.each(Object.entries(dialects))('%s', (_, dialect) => {
    it.each(Object.entries(methods))('is in no error of %s', async (_, method) => {
      for (const [place, query] of Object.entries(queries))
        for (const apiKey of Object.keys(dialect).length > 0 ? [KEY] : [KEY, async () => KEY]) {
          const client = createClient(given({ apiKey, dialect, fetch: async () => json([]) }));
          if (apiKey !== KEY) await client.request('GET', '/x'); // calls the function
          const error = await outcome(() => method(client, query as never));
          expect(() => expectNoKey(error), place).not.toThrow();
        }
    });

    it('is in no error about a response that quotes it', async () => {
      for (const validator of [undefined, zodValidator()])
        for (const [place, respond] of Object.entries(responses))
          for (const method of Object.values(methods)) {
            const fetch = async () => respond();
            const client = createClient(given({ dialect, fetch, validator }));
            const error = await outcome(() => method(client, { include: { name: true } } as never));
            expect(() => expectNoKey(error), place).not.toThrow();
          }
    });
  });

  it.each(Object.entries(calls))('is in no error about %s', async (_, call) => {
    const error = await outcome(() => call(createClient(given({ fetch: () => Promise.reject(KEY) }))));
    expect(error).toBeInstanceOf(Error);
    expectNoKey(error);
  });

  it.each(Object.entries(options))('is in no error of createClient about %s', async (_, option) => {
    const wrong = typeof option === 'string' ? option : { ...given({}), ...(option as object) };
    const error = await outcome(() => createClient(wrong as never));
    expectNoKey(error);
    if (typeof option !== 'object') return;
    expectNoKey(
      await outcome(() => createProxy({ ...given({}), schema: paymentsSchema, ...option } as never)),
    );
    expectNoKey(await outcome(() => createClient(given({})).with(option as never)));
  });

  it('is in no error about a schema with its name', async () => {
    const schema = extendSchema(paymentsSchema, { balances: { fields: {} } });
    expectNoKey(
      await outcome(() => createClient({ ...given({}), schema: { ...schema, [KEY]: 1 } } as never)),
    );
  });

  it('is in no line of a log', () => {
    expect(lines.length).toBeGreaterThan(100);
    expectNoKey(lines);
  });
});
