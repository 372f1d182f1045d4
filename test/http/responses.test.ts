import fc from 'fast-check';
import {
  createClient,
  extendSchema,
  integer,
  isResponseError,
  paymentsSchema,
} from 'payments-data-client';
import { describe, expect, it } from 'vitest';
import { answeringFetch, json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';
import { answer, breakOff, flood, hostileServer } from '../fixtures/hostile-server.js';

const options = { baseUrl: 'https://api.example.com', apiKey: 'test-key', retry: 0 };
const clientOf = (...answers: Parameters<typeof answeringFetch>) =>
  createClient({ ...options, fetch: answeringFetch(...answers).fetch });

const id = 'b1';

/** Why the list of a client fails, behind the words that every such message begins with. */
async function problemOf(client: ReturnType<typeof clientOf>) {
  const { message } = await failure(client.balances.list());
  expect(message).toMatch(/^GET \/v1\/balances failed: /);
  return message.slice('GET /v1/balances failed: '.length);
}
const otherEnvelope = (name: string) =>
  `expected an array of balances, got an object. Set \`dialect.envelope\` to '${name}' if it has the rows.`;

describe('a response', () => {
  it('may be bare or in an envelope [decision 1]', async () => {
    await expect(clientOf(json([{ id }])).balances.list()).resolves.toEqual([{ id }]);
    await expect(clientOf(json({ result: [{ id }] })).balances.list()).resolves.toEqual([{ id }]);
    await expect(clientOf(json({ id })).balances.get(id)).resolves.toEqual({ id });
    await expect(clientOf(json({ result: { id } })).balances.get(id)).resolves.toEqual({ id });
  });

  it('may have an envelope of another name [decision 36]', async () => {
    const inData = (body: unknown) => clientOf(json(body)).with({ dialect: { envelope: 'data' } });
    const page = { data: [{ id }], pagination: { after: 'abc' } };
    await expect(inData(page).balances.list().withResponse()).resolves.toMatchObject({
      data: [{ id }],
      pagination: { after: 'abc' },
    });
    expect(await problemOf(clientOf(json({ ...page, total: 1 })))).toBe(otherEnvelope('data'));
    await expect(inData({ data: { id } }).balances.get(id)).resolves.toEqual({ id });
    await expect(inData([{ id }]).balances.list()).resolves.toEqual([{ id }]);
    const row = { id, data: { id: 'other' } };
    await expect(inData(row).balances.get(id)).resolves.toEqual(row);
    expect(await problemOf(inData({ result: [{ id }] }))).toBe(otherEnvelope('result'));
  });

  it('is never in an envelope if the dialect says so', async () => {
    const bare = (body: unknown) => clientOf(json(body)).with({ dialect: { envelope: null } });
    await expect(bare([{ id }]).balances.list()).resolves.toEqual([{ id }]);
    expect(await problemOf(bare({ result: [{ id }] }))).toBe(otherEnvelope('result'));
  });

  it.each([{}, { id: null }, { id: 7 }])(
    'with the row %j, which has no text for an id, is rejected [decision 39]',
    async (row) => {
      expect((await failure(clientOf(json([{ id }, row])).balances.list())).message).toBe(
        'GET /v1/balances failed: row 1: expected a row with a string `id`, got an object.',
      );
      expect((await failure(clientOf(json(row)).balances.get(id))).message).toBe(
        'GET /v1/balances/b1 failed: expected a row with a string `id`, got an object.',
      );
    },
  );

  it('that is a row with a field `result` is not an envelope', async () => {
    const row = { id, result: { id: 'other' } };
    await expect(clientOf(json(row)).balances.get(id)).resolves.toEqual(row);
  });

  it('is available with its headers, and the pagination that the dialect names [decision 36]', async () => {
    const dialect = { envelope: { rows: 'data.items', pagination: 'meta' } } as const;
    const body = { data: { items: [{ id }] }, meta: { total: 7 } };
    const client = clientOf(json(body, { headers: { 'x-request-id': 'r1' } })).with({ dialect });
    const { data, pagination, response } = await client.balances.list().withResponse();
    expect([data, pagination]).toEqual([[{ id }], { total: 7 }]);
    expect(response.headers.get('x-request-id')).toBe('r1');
  });

  it('has the numbers beside the rows as its pagination, if no member is called so', async () => {
    const body = { count: 60, next: 'https://api.test/v1/balances/?page=2', previous: null };
    const paginationOf = async (page: object) =>
      (
        await clientOf(json({ ...page, results: [{ id }] }))
          .with({ dialect: { envelope: 'results' } })
          .balances.list()
          .withResponse()
      ).pagination;
    expect(await paginationOf(body)).toEqual({ count: 60 });
    expect(await paginationOf({ ...body, pagination: { total: 60 } })).toEqual({ total: 60 });
    expect(await paginationOf({ next: null })).toBeUndefined();
  });

  it('that fails is not reported twice by withResponse', async () => {
    const call = clientOf(json({}, { status: 400 })).balances.list();
    await expect(call.withResponse()).rejects.toMatchObject({ name: 'ApiError', status: 400 });
  });

  it('without a body is undefined for API keys', async () => {
    for (const response of [new Response(null, { status: 204 }), new Response(' \n')])
      await expect(clientOf(response).apiKeys.delete('k1')).resolves.toBeUndefined();
    await expect(clientOf(new Response('')).apiKeys.revoke('k1')).resolves.toBeUndefined();
  });

  it('keeps the text of its amounts, and may begin with a byte order mark', async () => {
    const text = '\ufeff[{"id":"b1","balance":"0.10000000000000000000000001"}]';
    const rows = await clientOf(new Response(text)).balances.list({ include: { balance: true } });
    expect(rows[0]?.balance).toBe('0.10000000000000000000000001');
  });

  it('with a JSON number for a decimal is rejected, unless a validator is there to say more', async () => {
    const rows = [
      { id, balance: '1.5' },
      { id: 'b2', balance: 1.5 },
    ];
    const problem = (path: string) =>
      `GET /v1/balances failed: the response does not match the query. ${path}: expected a decimal string, got a JSON number, which may lose digits (declare it as number(), or pass a \`validator\`).`;
    const error = await failure(clientOf(json(rows)).balances.list());
    expect(error.message).toBe(problem('balance'));
    expect(error).toMatchObject({ name: 'ResponseError', reason: 'invalid' });
    const deep = [
      { id, account: { id: 'a1', balances: [{ id, unit: { id, balance: 1 } }, null] } },
    ];
    const include = { id: true, account: { balances: { balance: true } } } as const;
    const nested = [{ id, account: { id: 'a1', balances: [{ id, balance: 1 }] } }];
    expect((await failure(clientOf(json(nested)).balances.list({ include }))).message).toBe(
      problem('account.balances.balance'),
    );
    await expect(clientOf(json(deep)).balances.list({ include })).resolves.toEqual(deep);
    const lenient = clientOf(json(rows)).with({ validator: () => [] });
    await expect(lenient.balances.list()).resolves.toEqual(rows);
    const lines = [{ id, amount: 1.5 }]; // a number in the specification
    await expect(clientOf(json(lines)).transactionLines.list()).resolves.toEqual(lines);
  });

  it('in another order than was asked for is rejected, where that is certain', async () => {
    const listOf = (rows: object[], orderBy: object) =>
      clientOf(json(rows)).balances.list({ orderBy, include: { balance: true, name: true } });
    const rows = [
      { id: 'b2', balance: '9', name: 'b' },
      { id: 'b1', balance: '10', name: 'a' },
    ];
    expect((await failure(listOf(rows, { balance: 'desc' }))).message).toBe(
      'GET /v1/balances failed: row "b1" is out of order. The service ignores `orderBy`.',
    );
    for (const orderBy of [{ balance: 'asc' }, { name: 'asc' }, { id: 'asc' }, {}])
      await expect(listOf(rows, orderBy)).resolves.toEqual(rows);
  });

  it('is not out of order by integers that JSON rounds to the same number', async () => {
    const schema = extendSchema(paymentsSchema, {
      balances: { fields: { number: integer(), count: integer() } },
    });
    const rows = [
      { id: 'b1', number: 2 ** 53, count: 5 }, // of the service: 2^53 and 2^53 + 1
      { id: 'b2', number: 2 ** 53, count: 3 },
    ];
    const orderBy = { number: 'asc', count: 'asc' } as const;
    const include = { number: true, count: true } as const;
    const client = createClient({ ...options, schema, fetch: answeringFetch(json(rows)).fetch });
    await expect(client.balances.list({ orderBy, include })).resolves.toEqual(rows);
  });

  it.each([
    ['nothing', new Response(null, { status: 204 }), 'an array of balances, got undefined.'],
    ['a text', json('rows'), 'an array of balances, got a string.'],
    ['null', json(null), 'an array of balances, got null.'],
    ['one row', json({ id }), 'an array of balances, got an object.'],
    ['an odd envelope', json({ result: 'rows' }), 'an array of balances, got a string.'],
    ['an odd row', json([{ id }, null]), 'a row with a string `id`, got null.', 'row 1: '],
    ['numbers', json([1]), 'a row with a string `id`, got a number.', 'row 0: '],
  ])('of %s is not a list', async (_, response, why, at = '') => {
    const error = await failure(clientOf(response).balances.list());
    expect(isResponseError(error)).toBe(true);
    expect(error.message).toBe(`GET /v1/balances failed: ${at}expected ${why}`);
  });

  it.each([
    ['nothing', new Response(''), 'undefined'],
    ['an array', json([]), 'an array'],
    ['a text', json('x'), 'a string'],
  ])('of %s is not a row', async (_, response, what) => {
    const error = await failure(clientOf(response).balances.get(id));
    expect(error.message).toBe(
      `GET /v1/balances/b1 failed: expected a row with a string \`id\`, got ${what}.`,
    );
  });

  it.each([
    ['HTML of a proxy', '<!DOCTYPE html><h1>Welcome</h1>', 'text/html'],
    ['a word', 'undefined', 'text/plain'],
    ['a page with a script', '<script>{}</script>', 'text/html'],
  ])('of %s is rejected', async (_, body, type) => {
    const response = new Response(body, { headers: { 'content-type': type } });
    const error = await failure(clientOf(response).balances.list());
    expect(isResponseError(error)).toBe(true);
    expect(error.message).toBe(
      `GET /v1/balances failed: expected JSON, got ${type}. Check the \`baseUrl\`.`,
    );
    expect(error).toMatchObject({ status: 200, body });
  });

  it.each([
    ['breaks off', '{"oops', 'application/json'],
    ['is called text', '{"id":"b1"', 'text/plain'],
    ['has a foreign word', '[{"id":None}]', 'application/problem+json'],
  ])('that is JSON, but %s, is rejected', async (_, body, type) => {
    const response = new Response(body, { headers: { 'content-type': type } });
    const error = await failure(clientOf(response).balances.list());
    expect(isResponseError(error)).toBe(true);
    expect(error.message).toBe('GET /v1/balances failed: invalid JSON. Read `body` of this error.');
    expect(error).toMatchObject({ body });
  });

  it.each([
    [401, '401 Unauthorized. The session is missing or expired. Sign in again.'],
    [403, '403 Forbidden. Check the role of the API key.'],
  ])(
    'with %i to a client without a key is about the session, if it can be',
    async (status, why) => {
      const page = clientOf(json({}, { status })).with({ apiKey: null });
      expect(await problemOf(page)).toBe(why);
    },
  );

  it('with an empty list of errors is not an error', async () => {
    const client = clientOf(json({ errors: [], result: [{ id }] }));
    await expect(client.balances.list()).resolves.toEqual([{ id }]);
  });

  it('with many errors is reported with the first ten', async () => {
    const errors = Array.from({ length: 12 }, (_, index) => `e${index}`);
    expect(await problemOf(clientOf(json({ errors }, { status: 400 })))).toBe(
      '400 Bad Request: e0; e1; e2; e3; e4; e5; e6; e7; e8; e9. Correct the query or the body.',
    );
  });

  it('names the dialect if the service does not know a parameter', async () => {
    const body = { error: 'unknown query parameter "take"' };
    expect(await problemOf(clientOf(json(body, { status: 400 })))).toBe(
      '400 Bad Request: unknown query parameter "take". Name the parameters of the service in `dialect.parameters`, or run `connect`.',
    );
  });

  it('with an error status and no body is no lost connection', async () => {
    const error = await failure(clientOf(new Response(null, { status: 500 })).balances.list());
    expect(error).toMatchObject({ name: 'ApiError', status: 500, body: undefined });
    expect(error.cause).toBeUndefined();
  });

  it('with an error status is decoded although a character is split', async () => {
    const chunks = [new Uint8Array([0x22, 0xc3]), new Uint8Array([0xa9, 0x22])];
    const pull = (to: ReadableStreamDefaultController) => {
      const chunk = chunks.shift();
      if (chunk) to.enqueue(chunk);
      else to.close();
    };
    const body = new ReadableStream({ pull });
    const error = await failure(clientOf(new Response(body, { status: 500 })).balances.list());
    expect(error).toMatchObject({ body: 'é' });
  });

  it('that is not UTF-8 is rejected, not read with replacement characters', async () => {
    const bytes = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
    expect(await problemOf(clientOf(new Response(bytes)))).toBe('the body is not valid UTF-8.');
  });

  it('of 20 MB with an error status is kept to 64 KiB', async () => {
    const { baseUrl, closed } = await hostileServer(flood(502));
    const client = createClient({ baseUrl, apiKey: 'test-key', retry: 0 });
    const error = await failure(client.balances.list());
    expect((error as unknown as { body: string }).body).toHaveLength(64 * 1024);
    await expect.poll(closed).toBe(1);
  });

  it.each([
    [401, '401 Unauthorized. Check the `apiKey`.'],
    [404, '404 Not Found. Check the id and the `baseUrl`.'],
    [500, '500 Internal Server Error. Try again later.'],
  ])(
    'of status %i that breaks off is the error of that status [decision 38]',
    async (status, reason) => {
      const { baseUrl } = await hostileServer(breakOff(status));
      const client = createClient({ baseUrl, apiKey: 'test-key', retry: 0 });
      const error = await failure(client.balances.list());
      const message = `GET /v1/balances failed: ${reason}`;
      expect(error).toMatchObject({ name: 'ApiError', status, body: undefined, message });
      expect(error.cause).toMatchObject({
        name: 'ConnectionError',
        message: expect.stringContaining('incomplete response ('),
      });
      expect(Object.keys(error)).not.toContain('cause');
    },
  );

  it('of status 200 that breaks off is a ConnectionError [decision 38]', async () => {
    const { baseUrl } = await hostileServer(breakOff(200));
    const client = createClient({ baseUrl, apiKey: 'test-key', retry: 0 });
    expect((await failure(client.balances.list())).name).toBe('ConnectionError');
  });

  it('nested too deeply for a message is reported without one', async () => {
    const deep = '['.repeat(60_000);
    for (const body of [
      deep,
      deep + ']'.repeat(60_000),
      `{"errors":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    ]) {
      const client = clientOf(new Response(body, { status: 400 }));
      expect(await problemOf(client)).toBe('400 Bad Request. Correct the query or the body.');
    }
  });

  it('must be a Response', async () => {
    const client = clientOf().with({ fetch: async () => ({ ok: true }) as never });
    const message = '`fetch` and each `middleware` must return a Response.';
    await expect(client.balances.list()).rejects.toThrow(message);
    const forgetful = client.with({ middleware: async () => undefined as unknown as Response });
    await expect(forgetful.balances.list()).rejects.toThrow(message);
  });

  it('whose body was read by middleware or `fetch` is rejected, and not retried', async () => {
    const { fetch, requests } = answeringFetch(json([{ id }]));
    const client = clientOf().with({ fetch, retry: 2 });
    const reading = client.with({
      middleware: async (request, next) => {
        const response = await next(request);
        await response.json();
        return response;
      },
    });
    const reader = async (...call: Parameters<typeof fetch>) => {
      const response = await fetch(...call);
      await response.text();
      return response;
    };
    for (const wrong of [reading, client.with({ fetch: reader })])
      expect(await failure(wrong.balances.list())).toMatchObject({
        name: 'ConfigurationError',
        message:
          '`fetch` or `middleware` has read the body of the response. Read that of `response.clone()`.',
      });
    expect(requests).toHaveLength(2);
  });

  it('follows no request whose body was read by middleware', async () => {
    const { fetch, requests } = answeringFetch(json({}));
    const client = clientOf().with({
      fetch,
      middleware: async (request, next) => {
        await request.text();
        return next(request);
      },
    });
    const error = await failure(client.request('POST', '/transactions', { body: {}, retry: 2 }));
    expect(error.message).toBe(
      '`middleware` has read the body of the request. Read that of `request.clone()`.',
    );
    expect(requests).toEqual([]);
  });
});

describe('any response', () => {
  it('is data or an error of this package', async () => {
    const known = ['ApiError', 'ResponseError'];
    const bodies = fc.oneof(
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.string(),
      fc.uint8Array(),
    );
    await fc.assert(
      fc.asyncProperty(
        bodies,
        fc.constantFrom(200, 201, 300, 304, 404, 418, 500),
        async (body, status) => {
          const response = new Response(status === 304 ? null : (body as BodyInit), { status });
          const client = clientOf(() => response);
          try {
            const rows = await client.balances.list();
            expect(rows.every((row) => typeof row === 'object' && row !== null)).toBe(true);
          } catch (error) {
            expect(known).toContain((error as Error).name);
          }
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('a redirect', () => {
  it('is not followed, and the error names its target [decision 34]', async () => {
    const target = await hostileServer(answer(200));
    const moved = await hostileServer((response, request) => {
      answer(308, '', { location: `${target.baseUrl}${request.url}` })(response, request);
    });
    const client = createClient({ baseUrl: moved.baseUrl, apiKey: 'test-key' });
    const error = await failure(client.balances.list({ where: { name: 'secret name' } }));
    expect(error.message).toBe(
      `GET /v1/balances failed: the client does not follow the redirect to ${target.baseUrl}/v1/balances. Correct \`baseUrl\` if you trust that address.`,
    );
    expect(isResponseError(error)).toBe(true);
    expect(moved.seen).toHaveLength(1);
    expect(target.seen).toEqual([]);
  });

  it('does not keep its connection', async () => {
    const canceled: string[] = [];
    const body = new ReadableStream({ cancel: () => void canceled.push('body') });
    const moved = new Response(body, { status: 302, headers: { location: '/login' } });
    await failure(createClient({ ...options, fetch: async () => moved }).balances.list());
    expect(canceled).toEqual(['body']);
  });

  it.each([301, 302, 303, 307, 308])(
    'of %i is not followed on the same host either [decision 34]',
    async (status) => {
      const server = await hostileServer(answer(status, '', { location: '/login?next=%2F' }));
      const client = createClient({ baseUrl: server.baseUrl, apiKey: 'test-key' });
      const error = await failure(client.apiKeys.rename('k1', 'New'));
      expect(error.message).toBe(
        'PUT /v1/api-keys/k1 failed: the client does not follow the redirect to /login. Correct `baseUrl` if you trust that address.',
      );
      expect(server.seen).toHaveLength(1);
    },
  );

  it.each(['/v1/balances/', 'https://api.example.com/v1/balances/?a=b'])(
    'to the same path with a slash names the slash: %s',
    async (location) => {
      const moved = new Response(null, { status: 301, headers: { location } });
      expect(await problemOf(clientOf(moved))).toBe(
        `the client does not follow the redirect to ${location.replace('?a=b', '')}. End the \`path\` of the resource with a slash.`,
      );
    },
  );

  it('may have a target that the browser hides', async () => {
    const hidden = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    const error = await failure(clientOf(() => hidden).balances.list());
    expect(error.message).toBe(
      'GET /v1/balances failed: the client does not follow the redirect to another address. Correct `baseUrl` if you trust that address.',
    );
  });
});
