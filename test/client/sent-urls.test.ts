import fc from 'fast-check';
import { createClient, json, paymentsSchema, pickSchema, string } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { expect, test } from 'vitest';
import { extendSchema } from '../../src/schema/define-schema.js';
import { isWellFormed } from '../../src/values/plain-object.js';
import { json as respond } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { nasty } from '../fixtures/nasty-texts.js';

const id = 'a0000000-0000-4000-8000-000000000001';
const schema = extendSchema(paymentsSchema, {
  balances: { fields: { 'a;b': string(), notes: json() } },
});
const picked = pickSchema(schema, { balances: ['name', 'a;b', 'notes'] });
const row = (name: unknown) => ({ id, name, 'a;b': name, notes: { name }, account_id: id });

/** Sends what each method sends for a text, also through a proxy, and returns the URLs. */
async function urlsFor(text: string): Promise<string[]> {
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url);
    const isSecond = new URL(url).searchParams.has('c;c');
    return respond({ result: [row('x')], next: isSecond ? null : `;${text}` });
  };
  const dialect = { parameters: { cursor: 'c;c', skip: 'offset;' }, envelope: { cursor: 'next' } };
  const options = {
    baseUrl: 'https://api.example.com',
    apiKey: 'test-key',
    fetch,
    schema,
  } as const;
  const plain = createClient(options);
  const withCursor = createClient({ ...options, dialect });
  const numbered = createClient({ ...options, dialect: { parameters: { page: 'p;' } } });
  const proxy = createProxy({
    ...{ ...options, schema: picked, serviceSchema: schema, dialect },
    authenticate: () => ({}),
    policies: { balances: () => ({ account_id: id, notes: { contains: { [text]: text } } }) },
    onError() {},
  });
  const page = createClient({
    ...{ baseUrl: 'https://page.example', apiKey: null, schema: picked, retry: 0 },
    dialect: { parameters: { cursor: 'cursor' }, envelope: { cursor: 'cursor' } },
    fetch: async (url, init) => {
      urls.push(url);
      return proxy.fetch(new Request(url, init));
    },
  });
  const where = {
    ...{ name: text, 'a;b': { in: [text, `${text};`] }, notes: { contains: { [text]: [text] } } },
    OR: [{ name: { like: text } }, { notes: { exists: `;${text}` } }],
  };
  const include = { 'a;b': true, name: true, notes: true } as const;
  const query = { where, include, orderBy: { 'a;b': 'desc' } } as const;
  const calls: (() => Promise<unknown>)[] = [plain, withCursor, numbered, page].flatMap(
    ({ balances }) => [
      () => balances.list({ ...query, take: 1 }),
      () => balances.get(`${text};`, { include }),
      () => balances.all({ where, include }, { limit: 2 }),
      () => balances.all(query, { limit: 2 }),
      () => balances.iterate(query)[Symbol.asyncIterator]().next(),
      () => balances.pages(query)[Symbol.asyncIterator]().next(),
    ],
  );
  const raw = { [`;${text}`]: text, where, search: `${text};` };
  const segment = encodeURIComponent(text);
  calls.push(
    () => plain.request('GET', '/balances;a=b', { query: raw }),
    () => plain.request('GET', `/balances/;${segment}/..;/units`),
    () => plain.apiKeys.rename(`${text};`, text),
    () => plain.apiKeys.delete(`${text};`),
    () => numbered.balances.list({ where, take: 2, skip: 4 }),
  );
  for (const call of calls) await call().catch(() => {}); // after it was sent
  return urls;
}

/** Texts that contain `;`, also beside what a parser of queries takes for a parameter. */
const withSemicolon = fc
  .array(
    fc.constantFrom(';', 'where=', '{}', '//', '&', '=', '%3B', '+', ...nasty.filter(isWellFormed)),
    {
      maxLength: 5,
    },
  )
  .map((parts) => ['x', ';', ...parts].join(''));

test('no URL contains `;`, which some services read as `&`, whatever a text contains', async () => {
  await fc.assert(
    fc.asyncProperty(withSemicolon, async (text) => {
      const urls = await urlsFor(text);
      expect(urls.length).toBeGreaterThan(30);
      expect(urls.filter((url) => url.includes(';'))).toEqual([]);
      const shown = urls.map((url) => decodeURIComponent(url));
      expect(shown.filter((url) => url.includes(text)).length).toBeGreaterThan(0);
    }),
    { seed: 47, numRuns: 12 },
  );
});

test('a text of semicolons counts three bytes each in the longest URL', async () => {
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url);
    return respond([]);
  };
  const { balances } = createClient({ baseUrl: 'https://a.example', apiKey: 'test-key', fetch });
  await balances.list({ where: { name: ';'.repeat(2_600) } });
  expect(urls.map((url) => url.length)).toEqual([7_847]);
  const error = await failure(balances.list({ where: { name: ';'.repeat(2_700) } }));
  expect(error.message).toBe(
    'query: the URL has 8147 bytes, more than `dialect.maxUrlLength` (8000). ' +
      'Shorten the filter or the include.',
  );
});
