import { inspect } from 'node:util';
import JSON5 from 'json5';
import { defineSchema, integer, uuid } from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask } from './send.js';

const mock = createMock();
const json = { 'Content-Type': 'application/json' };
const put = (id: string, body: string, headers: Record<string, string> = json) =>
  ask(mock, `/api-keys/${id}`, {}, { method: 'PUT', body, headers });
beforeEach(() => mock.reset());

const schemaHint = ' If the client has a `schema`, pass it to createMock() too.';

describe('authentication', () => {
  const send = async (authorization: string | null, path = '/v1/balances') => {
    const headers = new Headers(authorization === null ? {} : { Authorization: authorization });
    const response = await mock.fetch(`${mock.baseUrl}${path}`, { headers });
    return [
      response.status,
      response.headers.get('www-authenticate'),
      (await response.json()).errors?.[0],
    ];
  };
  const hint = 'Send `Authorization: APIKey <API_KEY>` with a valid key.';
  const { apiKey } = mock.clientOptions;

  test.each([
    ['no key', null, 'The request has no API key'],
    ['another scheme', 'Bearer x', 'The Authorization header does not use the scheme APIKey'],
    ['two keys', 'APIKey a b', 'The Authorization header does not use the scheme APIKey'],
    ['an unknown key', 'APIKey nonsense', 'The API key is unknown'],
    ['a key that is cut off', `APIKey ${apiKey.slice(0, -1)}`, 'The API key is unknown'],
  ])('rejects %s', async (_, header, why) => {
    expect(await send(header)).toEqual([401, 'APIKey', `${why}. ${hint}`]);
  });

  test('is checked before everything else', async () => {
    for (const path of [
      '/v1/nothing',
      '/v1/balances?wher=1',
      `/v1/balances?where=${'a'.repeat(2 ** 21)}`,
    ])
      expect((await send(null, path))[0]).toBe(401);
  });

  test('rejects a key that has expired, by the clock of the mock [decision 31]', async () => {
    let now = '2026-01-01T00:00:00Z';
    const timed = createMock({ now: () => now, apiKeys: [{ expiresAt: '2026-01-02T00:00:00Z' }] });
    expect((await ask(timed, '/balances')).status).toBe(200);
    now = '2026-01-02T00:00:00Z';
    expect((await ask(timed, '/balances')).body.errors).toEqual([
      `The API key has expired. ${hint}`,
    ]);
  });
});

describe('a mock without authentication', () => {
  const open = createMock({ apiKeys: false });

  test('accepts requests with any Authorization header, or none', async () => {
    expect(open.clientOptions.apiKey).toBeNull();
    const others = ['Bearer x', 'APIKey unknown'].map((Authorization) => ({ Authorization }));
    for (const headers of [{}, ...others]) {
      const response = await open.fetch(`${open.baseUrl}/v1/balances?take=1`, { headers });
      expect([response.status, (await response.json()).length]).toEqual([200, 1]);
    }
    expect(open.requests[0]).toMatchObject({ path: '/v1/balances', headers: {}, status: 200 });
    expect(open.requests[0]).not.toHaveProperty('keyId');
  });
});

describe('keys', () => {
  test('stay revoked, and may be revoked again', async () => {
    const { id, key } = mock.apiKeys.create({ name: 'leaked' });
    const revoked = { id, status: 'revoked' };
    for (const _ of [1, 2])
      expect((await put(id, '{"status":"revoked"}')).body).toEqual({ ...revoked, name: 'leaked' });
    const renamed = { ...revoked, name: 'renamed' };
    expect((await put(id, '{"name":"renamed"}')).body).toEqual(renamed);
    const headers = { Authorization: `APIKey ${key}` };
    expect((await ask(mock, '/balances', {}, { headers })).body.errors[0]).toContain(
      'The API key is revoked',
    );
  });

  test('may delete themselves, and are then rejected', async () => {
    const [own] = mock.apiKeys.all();
    expect((await ask(mock, `/api-keys/${own?.id}`, {}, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(mock, '/balances')).status).toBe(401);
  });

  const expected =
    'body: expected { "name": "…" } to rename the key, or { "status": "revoked" } to revoke it, got ';
  test.each([
    ['', 'The body is not valid JSON.'],
    ["{name:'relaxed'}", 'The body is not valid JSON.'],
    ['{"name":"a","n\\u0061me":"b"}', 'body: `name` is given more than once. Write it once.'],
    ...[
      ...['null', '[]', '{}', '{"name":"a","status":"revoked"}', '{"nmae":"a"}', '{"name":""}'],
      ...['{"name":1}', '{"status":"active"}', '{"name":"a","role":"Admin"}'],
    ].map((body) => [body, `${expected}${body}.`]),
  ])('are not changed by the body %s', async (body = '', message) => {
    const { id } = mock.apiKeys.create({ name: 'mine' });
    const before = mock.apiKeys.all();
    const answer = await put(id, body);
    expect([answer.status, answer.body.errors]).toEqual([400, [message]]);
    expect(mock.apiKeys.all()).toEqual(before);
  });

  test('are not changed by a body of another content type or one that is too large, nor with an unknown id', async () => {
    const { id } = mock.apiKeys.create();
    expect((await put(id, '{"name":"x"}', { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await put(id, `{"name":"${'x'.repeat(2 ** 20)}"}`)).status).toBe(413);
    expect((await put(id, '['.repeat(20_000) + ']'.repeat(20_000))).body.errors[0]).toBe(
      `${expected}[[[[[[[….`,
    );
    expect((await put('nobody', '{"name":"x"}')).body.errors[0]).toBe(
      'No API key has the id "nobody".',
    );
    expect(
      (await put(id, '{"name":"x"}', { 'Content-Type': 'application/json; charset=utf-8' })).status,
    ).toBe(200);
  });

  test.each(
    Object.entries({
      "{ nmae: 'x' }":
        '`nmae` is not an option. Did you mean `name`? The options are name, role, expiresAt, key, status.',
      '{ name: 1 }': 'expected `name` to be text that is not empty, got 1.',
      "{ expiresAt: 'soon' }":
        '`expiresAt`: expected ISO 8601 text with a time zone, a Date or milliseconds since 1970, got "soon".',
      "{ key: 'two words' }":
        'expected `key` to be visible ASCII without spaces, because it is sent in a header.',
    }),
  )('are not created from %s', (given, message) => {
    expect(() => mock.apiKeys.create(JSON5.parse(given))).toThrow(`apiKeys.create: ${message}`);
  });
});

const incomplete =
  ' The specified field list is incomplete: add fields with extendSchema() or the command `connect`.';

test.each([
  ['balances', 'reference', schemaHint],
  ['transactions', 'reference', `${incomplete}${schemaHint}`],
  ['balances', 'nmae', ' Did you mean `name`?'],
])('an unknown field of %s: %s', async (resource, name, advice) => {
  for (const [query, place] of [
    [{ where: `${name}:'a'` }, 'where'],
    [{ include: `${name}:true` }, 'include'],
    [{ order_by: `${name}:asc` }, 'order_by'],
  ] as const)
    expect((await ask(mock, `/${resource}`, query)).body.errors).toEqual([
      `${place}: \`${name}\` is not a field or relation of ${resource}.${advice}`,
    ]);
});

describe('paths', () => {
  test.each([
    ['GET', '/nothing', 404, `The service has no path /v1/nothing.${schemaHint}`],
    ['GET', '/balnces', 404, 'The service has no path /v1/balnces. Did you mean `/v1/balances`?'],
    [
      'GET',
      '/balances/',
      404,
      'The service has no path /v1/balances/. Did you mean `/v1/balances`?',
    ],
    ['GET', '/api-keys', 404, `The service has no path /v1/api-keys.${schemaHint}`],
    ['GET', '/balances/x', 404, 'No row of balances has the id "x".'],
    [
      'GET',
      '/balances/%zz',
      404,
      'The service has no path /v1/balances/%zz. Did you mean `/v1/balances`?',
    ],
    ['POST', '/balances', 405, 'POST is not allowed on /v1/balances. Allowed: GET.'],
    ['DELETE', '/balances/x', 405, 'DELETE is not allowed on /v1/balances/x. Allowed: GET.'],
    ['GET', '/api-keys/x', 405, 'GET is not allowed on /v1/api-keys/x. Allowed: PUT, DELETE.'],
    ['OPTIONS', '/balances', 405, 'OPTIONS is not allowed on /v1/balances. Allowed: GET.'],
  ])('%s %s is answered with %i', async (method, path, status, message) => {
    const { status: answered, body } = await ask(mock, path, {}, { method });
    expect([answered, body.errors[0]]).toEqual([status, expect.stringContaining(message)]);
  });

  test.each(['//v1/balances', '//x/v1/balances', '/v1//balances'])(
    '%s is a path, and not a host',
    async (path) => {
      const { apiKey, baseUrl } = mock.clientOptions;
      const headers = { Authorization: `APIKey ${apiKey}` };
      const response = await mock.fetch(baseUrl + path, { headers });
      const problem = expect.stringContaining(`The service has no path ${path}.`);
      expect([response.status, await response.json()]).toEqual([404, { errors: [problem] }]);
      expect(mock.requests).toMatchObject([{ path }]);
    },
  );

  test('a 405 has an Allow header', async () => {
    const { headers } = await ask(mock, '/api-keys/x');
    expect(headers.get('allow')).toBe('PUT, DELETE');
  });

  test('a request for another origin rejects as fetch does if the network fails', async () => {
    await expect(mock.fetch('https://api.example.com/v1/balances')).rejects.toThrow(
      new TypeError(
        'The mock serves https://payments.test only, not https://api.example.com. Use the same baseUrl in createMock() and createClient().',
      ),
    );
    expect(mock.requests).toEqual([]);
  });

  test.each([
    ['https://api.example.com/payments/', 'https://api.example.com/payments'],
    ['http://localhost:4010/v1', 'http://localhost:4010'],
  ])('the base URL may be %s', async (baseUrl, read) => {
    const placed = createMock({ baseUrl });
    expect(placed.baseUrl).toBe(read);
    expect((await ask(placed, '/balances', { take: '1' })).body).toHaveLength(1);
    const { pathname } = new URL(read);
    if (pathname === '/') return;
    await expect(placed.fetch(new URL('/v1/balances', read))).rejects.toThrow(
      new TypeError(
        `The mock serves ${read} only, not other paths. Use the same baseUrl in createMock() and createClient().`,
      ),
    );
  });

  test('bodies are wrapped with the option envelope', async () => {
    const wrapped = createMock({ dialect: { envelope: 'result' } });
    const { body } = await ask(wrapped, '/balances', { take: '1' });
    expect(body).toEqual({ result: [sampleData().balances[0]], pagination: { total: 24 } });
    expect((await ask(wrapped, `/balances/${body.result[0].id}`)).body).toEqual({
      result: body.result[0],
    });
    expect((await ask(wrapped, '/nothing')).body).toEqual({ errors: [expect.any(String)] });
  });
});

describe('the secret of a key', () => {
  const { apiKey } = mock.clientOptions;

  test('is never printed or serialized', async () => {
    const created = mock.apiKeys.create({ name: 'quiet' });
    await ask(mock, '/balances', { where: `name:'${apiKey}'` });
    await ask(mock, `/${apiKey}`);
    const { requests, apiKeys, db, service } = mock;
    const all = [mock, created, requests, apiKeys, apiKeys.all(), db, service, mock.snapshot()];
    const options = { depth: 9, showHidden: true, getters: true };
    for (const value of all) {
      const texts = [inspect(value), inspect(value, options), JSON.stringify(value), String(value)];
      const shown = texts.join('\n');
      expect(shown).not.toContain(apiKey);
      expect(shown).not.toContain(created.key);
    }
  });

  test('is redacted in error messages and in the request log', async () => {
    const { body } = await ask(mock, `/${apiKey}`);
    expect(body.errors[0]).toContain('The service has no path /v1/[redacted].');
    const { body: other } = await ask(mock, '/balances', { where: `${apiKey}:1` });
    expect(other.errors[0]).toContain('where: `[redacted]` is not a field');
    expect(JSON.stringify(mock.requests)).not.toContain(apiKey);
  });
});

describe('the options of a mock', () => {
  test.each([
    [
      { shema: {} },
      '`shema` is not an option. Did you mean `schema`? The options are schema, dialect, baseUrl, data, apiKeys, now, latency, ignoreParameters.',
    ],
    [
      { baseUrl: 'nowhere' },
      'expected `baseUrl` to be a URL such as https://api.example.com without credentials, query and fragment, got "nowhere".',
    ],
    [
      { baseUrl: 'https://user:s3cret@example.com' },
      'expected `baseUrl` to be a URL such as https://api.example.com without credentials, query and fragment, got "…@example.com".',
    ],
    [
      { apiKeys: [] },
      'expected `apiKeys` to be an array of at least one key, or false, got an array.',
    ],
    [
      { now: 'soon' },
      `\`now\`: expected 'system', ISO 8601 text with a time zone, a Date or milliseconds since 1970, got "soon".`,
    ],
    [
      { latency: -1 },
      'expected `latency` to be milliseconds or a range such as [50, 200], got -1.',
    ],
    [
      { dialect: { pageSize: { max: '10' } } },
      /^createMock: expected `dialect.pageSize.max` to be [^.]*, got "10".$/,
    ],
    [
      { schema: { notes: { path: '/notes', operations: ['list'], fields: { id: uuid() } } } },
      'expected `schema` to be a schema that defineSchema() or extendSchema() returned, got an object.',
    ],
    [
      { schema: defineSchema({ notes: { fields: { id: integer() } } }) },
      'the ids of a mock are text. Declare `notes.id` as uuid() or string().',
    ],
    [{ routes: {} }, '`routes` is not an option.'],
    [{ dialect: { nulls: 'SQL' } }, 'expected `dialect.nulls` to be one of value, sql, got "SQL".'],
    [{ data: [] }, 'data: expected an object with arrays of rows by resource, got an array.'],
    [
      { data: { balnces: [] } },
      'data: `balnces` is not a resource of the schema. Did you mean `balances`?',
    ],
    [{ data: { balances: {} } }, 'data: balances: expected an array of rows, got an empty object.'],
    [{ data: { balances: [{ name: 3 }] } }, 'data: balances[0].name: expected a string, got 3.'],
    [{ apiKeys: ['secret'] }, 'apiKeys[0]: expected an object, got a string.'],
    [null, 'expected an options object, got null.'],
  ])('is checked: %j', (options, message) => {
    expect(() => createMock(options as never)).toThrow(
      typeof message === 'string' ? `createMock: ${message}` : message,
    );
  });
});
