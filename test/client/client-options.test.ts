import {
  type ClientOptions,
  ConfigurationError,
  createClient,
  defineSchema,
  extendSchema,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answeringFetch, json } from '../fixtures/answering-fetch.js';

/** The message about a base URL. */
const noUrl = (shown: string) =>
  `expected \`baseUrl\` to be a URL such as https://api.example.com without credentials, query and fragment, got ${shown}.`;

const good = { baseUrl: 'https://api.example.com', apiKey: 'test-key' };

const openPage = () => {
  vi.stubGlobal('location', { href: 'https://shop.example/checkout' });
  onTestFinished(() => void vi.unstubAllGlobals());
};

const refusalOf = (options: unknown): Error => {
  try {
    createClient(options as never);
  } catch (thrown) {
    return thrown as Error;
  }
  return expect.fail('it was accepted');
};

describe('the options of a client', () => {
  it.each([
    [undefined, 'expected an options object, got undefined.'],
    [createMock(), 'expected an options object, got an instance of a class.'],
    [
      { ...good, baseURL: 'x' },
      /^`baseURL` is not an option\. Did you mean `baseUrl`\? The options are /,
    ],
    [{ ...good, timeuot: 5 }, /^`timeuot` is not an option\. Did you mean `timeout`\?/],
    [{ apiKey: 'k' }, noUrl('undefined')],
    [{ ...good, baseUrl: 5 }, noUrl('5')],
    [{ ...good, baseUrl: 'api.example.com' }, noUrl('"api.example.com"')],
    [{ ...good, baseUrl: 'https://me:pass@api example com' }, noUrl('"…@api example com"')],
    [{ ...good, baseUrl: '/api' }, noUrl('"/api". Relative URLs work only in a browser')],
    [{ ...good, baseUrl: 'https://api.example.com?x=1' }, noUrl('"https://api.example.com?x=1"')],
    [{ ...good, baseUrl: 'https://me:pass@api.example.com' }, noUrl('"…@api.example.com"')],
    ...['?', '#', '/v1?', '?#'].map((end): [object, string] => [
      { ...good, baseUrl: `https://api.example.com${end}` },
      noUrl(`"https://api.example.com${end}"`),
    ]),
    [{ ...good, baseUrl: 'ftp://api.example.com' }, noUrl('"ftp://api.example.com"')],
    [{ baseUrl: good.baseUrl }, '`apiKey` is undefined. Is the environment variable set?'],
    [
      { ...good, apiKey: '' },
      '`apiKey` is empty. Pass the secret of an API key, or a function that returns it.',
    ],
    [
      { ...good, apiKey: 'a\r\nX-Admin: 1' },
      '`apiKey` contains white space or characters outside ASCII. Omit the prefix `APIKey`, and trim() it.',
    ],
    [
      { ...good, apiKey: 42 },
      '`apiKey` must be a string, not a number. Pass the secret of an API key, or a function that returns it.',
    ],
    [{ ...good, timeout: 0 }, 'expected `timeout` to be a positive number of milliseconds, got 0.'],
    [
      { ...good, timeout: Number.NaN },
      'expected `timeout` to be a positive number of milliseconds, got NaN.',
    ],
    [{ ...good, retry: -1 }, 'expected `retry` to be a non-negative integer, got -1.'],
    [{ ...good, headers: { 'x-a': 5 } }, 'header "x-a" must be a string, not 5.'],
    [{ ...good, headers: { 'x-a': undefined } }, 'header "x-a" must be a string, not undefined.'],
    [{ ...good, headers: { '': 'a' } }, 'header "" has no name.'],
    [{ ...good, headers: { 'x-a': 'a\nb' } }, 'header "x-a" cannot contain "\\n".'],
    [{ ...good, headers: { 'x-a': '5 €' } }, 'header "x-a" cannot contain "€".'],
    [{ ...good, headers: { 'x a': 'a' } }, 'header "x a" cannot contain " ".'],
    [
      { ...good, headers: new Headers() },
      'expected `headers` to be a plain object of strings, got an instance of Headers.',
    ],
    [{ ...good, fetch: 'fetch' }, 'expected `fetch` to be a function, got "fetch".'],
    [
      { ...good, schema: {} },
      'expected `schema` to be a schema that defineSchema(), extendSchema() or pickSchema() returned, got an empty object.',
    ],
    [
      { ...good, middleware: [async () => new Response(), 1] },
      'expected `middleware` to be a function or an array of functions, got an array.',
    ],
    [
      { ...good, logger: {} },
      'expected `logger` to be an object with debug and warn, such as console, got an empty object.',
    ],
    [
      { ...good, logLevel: 'debug' },
      '`logLevel` is not an option. The options are baseUrl, apiKey, allowApiKeyInBrowser, schema, dialect, fetch, timeout, headers, retry, validator, middleware, logger.',
    ],
    [
      { ...good, validator: {} },
      'expected `validator` to be a function such as zodValidator(), got an empty object.',
    ],
  ])('%j are rejected', (options, message) => {
    const error = refusalOf(options);
    expect(error.name).toBe('ConfigurationError');
    const [, said] = /^createClient: (.*)$/s.exec(error.message) ?? [];
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  it.each([
    ['https://api.example.com', 'https://api.example.com/v1/balances'],
    ['https://api.example.com/', 'https://api.example.com/v1/balances'],
    ['https://api.example.com/v1', 'https://api.example.com/v1/balances'],
    ['https://api.example.com/v1/', 'https://api.example.com/v1/balances'],
    ['https://api.example.com/v1/v1', 'https://api.example.com/v1/balances'],
    ['https://example.com/payments/', 'https://example.com/payments/v1/balances'],
    ['HTTP://LOCALHOST:4010', 'http://localhost:4010/v1/balances'],
  ])('accept the base URL %s, and send one `/v1` [decision 47]', async (baseUrl, url) => {
    const { fetch, requests } = answeringFetch(json([]));
    await createClient({ ...good, baseUrl, fetch }).balances.list();
    expect(requests[0]?.url).toBe(url);
  });

  it('may have a relative base URL in a page, and no key', async () => {
    openPage();
    const { fetch, requests } = answeringFetch(json([]));
    await createClient({ baseUrl: '/api/payments', apiKey: null, fetch }).balances.list();
    expect(requests[0]?.url).toBe('https://shop.example/api/payments/v1/balances');
    expect(requests[0]?.headers.has('authorization')).toBe(false);
  });

  it('cannot have a base URL without a scheme, which a page would resolve against its own', () => {
    openPage();
    expect(refusalOf({ baseUrl: 'api.example.com', apiKey: null })).toEqual(
      new ConfigurationError(`createClient: ${noUrl('"api.example.com"')}`),
    );
  });

  it('may have a base URL that a page resolves when it sends its first request', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    const client = createClient({ baseUrl: '/api', apiKey: null, fetch }); // on a server that prerenders the page
    const problem = `createClient: ${noUrl('"/api". Relative URLs work only in a browser')}`;
    await expect(client.balances.list()).rejects.toThrow(new ConfigurationError(problem));
    await expect(client.balances.all()).rejects.toThrow(problem);
    await expect(client.request('GET', '/entities/42')).rejects.toThrow(problem);
    expect(requests).toEqual([]);
    openPage();
    await client.balances.list();
    await client.request('GET', '/entities/4 2');
    expect(requests.map(({ url }) => url)).toEqual([
      'https://shop.example/api/v1/balances',
      'https://shop.example/api/v1/entities/4%202',
    ]);
  });

  it('that are undefined count as left out', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    const client = createClient({ ...good, fetch, timeout: undefined, headers: undefined });
    await client.balances.list({}, { timeout: undefined, signal: undefined });
    expect(requests).toHaveLength(1);
  });

  it('of a call are checked too, before anything is sent', async () => {
    const { fetch, requests } = answeringFetch(json([]));
    const client = createClient({ ...good, fetch });
    await expect(
      // @ts-expect-error `singal` is not an option
      client.balances.list({}, { singal: new AbortController().signal }),
    ).rejects.toThrow(/^request options: `singal` is not an option\. Did you mean `signal`\?/);
    await expect(client.balances.list({}, { timeout: -1 })).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
    await expect(client.balances.get('b1', {}, { signal: {} as AbortSignal })).rejects.toThrow(
      'request options: expected `signal` to be an AbortSignal, got an empty object.',
    );
    expect(requests).toEqual([]);
  });

  it('may have an extended schema', async () => {
    const fields = { id: uuid(), name: string() };
    const entities = { path: '/entities', operations: ['list'], fields } as const;
    const schema = extendSchema(paymentsSchema, { entities });
    const { fetch, requests } = answeringFetch(json([{ id: 'e1', name: 'Anna' }]));
    const client = createClient({ ...good, schema, fetch });
    await client.entities.list({ include: { name: true } });
    expect(requests[0]?.url).toBe('https://api.example.com/v1/entities?include=name:true');
  });

  it('may not have a schema whose resource has the name of a client member', () => {
    const schema = defineSchema({
      request: { path: '/requests', operations: ['list'], fields: { id: uuid() } },
    });
    expect(() => createClient({ ...good, schema } as unknown as ClientOptions)).toThrow(
      'createClient: `schema.request` has the name of a client member. Rename it.',
    );
  });
});

describe('an API key in a browser page [decision 60]', () => {
  beforeEach(() => {
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('document', {});
  });

  it.each([good.apiKey, () => good.apiKey])('is rejected', (apiKey) => {
    expect(() => createClient({ ...good, apiKey })).toThrow(
      'createClient: every user of a web page can read its `apiKey`. Call createProxy() in your backend and pass `apiKey: null` to the client, or set `allowApiKeyInBrowser: true`.',
    );
  });

  it('is accepted if an option says so, and if it is that of a mock', async () => {
    createClient({ ...good, allowApiKeyInBrowser: true });
    createClient({ ...good, apiKey: null });
    const client = createClient(createMock().clientOptions);
    await expect(client.balances.list({ take: 1 })).resolves.toHaveLength(1);
  });

  it('is accepted in a worker and in React Native, which have no document', () => {
    vi.stubGlobal('document', undefined);
    createClient(good);
  });
});
