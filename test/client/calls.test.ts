import { createClient } from 'payments-data-client';
import { describe, expect, it } from 'vitest';
import { answeringFetch, json } from '../fixtures/answering-fetch.js';

function clientOf(...answers: Parameters<typeof answeringFetch>) {
  const { fetch, requests } = answeringFetch(...answers);
  return {
    requests,
    client: createClient({ baseUrl: 'https://api.example.com', apiKey: 'test-key', fetch }),
  };
}

const seen = async (request: Request | undefined) =>
  request && [
    request.method,
    request.url,
    await request.text(),
    request.headers.get('content-type'),
  ];

describe('an API key', () => {
  it.each([[''], [undefined], [5], ['half \ud800']])(
    'is not renamed to %j, which is rejected',
    async (name) => {
      const { client, requests } = clientOf();
      await expect(client.apiKeys.rename('k1', name as string)).rejects.toMatchObject({
        name: 'QueryError',
        path: 'name',
      });
      expect(requests).toEqual([]);
    },
  );
});

describe('an id', () => {
  it.each([[''], ['.'], ['..'], [undefined], [null], [7], ['\udc00']])('is not %j', async (id) => {
    const { client, requests } = clientOf();
    for (const call of [
      client.balances.get(id as string),
      client.apiKeys.rename(id as string, 'New'),
      client.apiKeys.revoke(id as string),
      client.apiKeys.delete(id as string),
    ])
      await expect(call).rejects.toMatchObject({ name: 'QueryError', path: 'id' });
    expect(requests).toEqual([]);
  });

  it('may not have a million characters, which would only fill a message', async () => {
    const { client, requests } = clientOf();
    const long = 'x'.repeat(1e6);
    for (const call of [client.balances.get(long), client.apiKeys.revoke(long)])
      await expect(call).rejects.toThrow(/^id: is too long: 1000000 characters\.$/);
    expect(requests).toEqual([]);
  });

  it.each([
    ['a/../b', 'a%2F..%2Fb'],
    ['a?b#c', 'a%3Fb%23c'],
    ['...', '...'],
    ['é %', '%C3%A9%20%25'],
  ])('such as %s stays one path segment', async (id, segment) => {
    const { client, requests } = clientOf(json({ id }));
    await client.balances.get(id);
    expect(requests[0]?.url).toBe(`https://api.example.com/v1/balances/${segment}`);
  });
});

describe('a single row', () => {
  it('does not allow the parameters of lists', async () => {
    const { client, requests } = clientOf();
    for (const where of [{ name: 'x' }, undefined])
      await expect(client.balances.get('b1', { where } as object)).rejects.toThrow(
        'query: `where` is not allowed in get(). Use `include`, or filter with list().',
      );
    // @ts-expect-error `nmae` is not a field
    await expect(client.balances.get('b1', { include: { nmae: true } })).rejects.toThrow(
      'include: `nmae` is not a field or relation of balances. Did you mean `name`?',
    );
    expect(requests).toEqual([]);
  });

  it('is the requested one, in any letter case', async () => {
    const { client } = clientOf(json({ id: 'b1' }), json({ id: 'b2' }));
    await expect(client.balances.get('B1')).resolves.toEqual({ id: 'b1' });
    await expect(client.balances.get('b1')).rejects.toThrow(
      'GET /v1/balances/b1 failed: expected the row "b1", got "b2".',
    );
  });
});

describe('an invalid query', () => {
  it('rejects the promise, and nothing is sent', async () => {
    const { client, requests } = clientOf();
    // @ts-expect-error a balance is not compared with true
    const call = client.balances.list({ where: { balance: { gte: true } } });
    await expect(call).rejects.toMatchObject({
      name: 'QueryError',
      path: 'where.balance.gte',
      value: true,
    });
    // @ts-expect-error `were` would ask for everything
    await expect(client.balances.list({ were: {} })).rejects.toMatchObject({
      name: 'QueryError',
      path: 'query',
    });
    expect(requests).toEqual([]);
  });
});

describe('a list', () => {
  const long = { id: { in: Array.from({ length: 400 }, (_, index) => `id-${index}`.padEnd(36)) } };

  it('is always one request, with no more rows than the service returns [decision 53]', async () => {
    const { client, requests } = clientOf(json([{ id: 'b1' }, { id: 'b2' }]));
    const capped = client.with({ dialect: { pageSize: { max: 100 } } });
    await expect(capped.balances.list({ take: 101 })).rejects.toThrow(
      'take: expected at most 100 (`dialect.pageSize.max`), got 101. Use all({ … }, { limit: 101 }).',
    );
    await expect(client.balances.list({ where: long })).rejects.toThrow(
      /^query: the URL has \d+ bytes, more than `dialect\.maxUrlLength` \(8000\)\. Use all\(\)\.$/,
    );
    await expect(client.balances.list({ where: long, orderBy: { name: 'asc' } })).rejects.toThrow(
      /\(8000\)\. Use all\(\) without `orderBy`, and sort the rows\.$/,
    );
    const { client: other } = clientOf();
    const deep = other.with({ dialect: { maxUrlLength: 50 } });
    await expect(deep.balances.get('b1', { include: { name: true } })).rejects.toThrow(
      /^query: the URL has \d+ bytes, .* Shorten the filter or the include\.$/,
    );
    expect(requests).toEqual([]);
    await expect(capped.balances.list({ take: 100 })).resolves.toHaveLength(2);
    expect(requests).toHaveLength(1);
  });

  it('with more rows than `take` is rejected [decision 53]', async () => {
    const { client } = clientOf(json([{ id: 'b1' }, { id: 'b2' }]));
    await expect(client.balances.list({ take: 1 })).rejects.toThrow(
      'GET /v1/balances failed: expected at most 1 rows, got 2. The service ignores `take`. Set `dialect.parameters.take` to null.',
    );
  });
});

describe('a raw request', () => {
  it.each([
    [
      { params: {} },
      'request: `params` is not an option. Did you mean `query`? The options are timeout, headers, retry, signal, query, body.',
    ],
    [null, 'request: expected an options object, got null.'],
  ])('with the options %j is rejected', async (options, message) => {
    const { client, requests } = clientOf();
    await expect(client.request('GET', '/x', options as never)).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });

  it('has the content type of the client, or that of the call', async () => {
    const { client, requests } = clientOf(json({}), json({}), json({}));
    const patch = client.with({ headers: { 'Content-Type': 'application/merge-patch+json' } });
    await client.request('PATCH', '/x', { body: {} });
    await patch.request('PATCH', '/x', { body: {} });
    await patch.request('PATCH', '/x', { body: {}, headers: { 'content-type': 'application/x' } });
    expect(requests.map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/json',
      'application/merge-patch+json',
      'application/x',
    ]);
  });

  it('takes a query whose type is an interface', async () => {
    interface Query {
      readonly take: number;
    }
    const query: Query = { take: 2 };
    const { client, requests } = clientOf(json({}));
    await client.request('GET', '/x', { query });
    expect(requests[0]?.url).toContain('?take=2');
  });

  it('rejects a parameter whose name no URL can have', async () => {
    const { client, requests } = clientOf();
    const call = client.request('GET', '/x', { query: { '\ud800': 1 } });
    await expect(call).rejects.toMatchObject({ name: 'QueryError' });
    expect(requests).toEqual([]);
  });

  it('sends its query, its body and its headers', async () => {
    const { client, requests } = clientOf(json({ result: { ok: true } }));
    const answer = await client.request('POST', '/entities', {
      query: {
        where: { name: 'A&B' },
        take: 5,
        dry: true,
        note: 'a b',
        none: undefined,
        nothing: null,
      },
      body: { name: 'Anna', at: new Date(0) },
      headers: { 'x-app': 'one' },
    });
    expect(answer).toEqual({ result: { ok: true } });
    expect(await seen(requests[0])).toEqual([
      'POST',
      'https://api.example.com/v1/entities?where=name:%27A%26B%27&take=5&dry=true&note=a%20b&nothing=null',
      '{"name":"Anna","at":"1970-01-01T00:00:00.000Z"}',
      'application/json',
    ]);
    expect(requests[0]?.headers.get('x-app')).toBe('one');
  });

  it.each(['GET', 'HEAD'])('by %s cannot have a body', async (method) => {
    const { client, requests } = clientOf(json({}));
    await expect(client.request(method, '/x', { body: {} })).rejects.toThrow(
      `body: is not allowed in a ${method} request. Use \`query\`.`,
    );
    expect(requests).toEqual([]);
  });

  it.each([
    ['/entities/42 ', '/entities/42%20'],
    ['/entities/ ', '/entities/%20'],
    ['/a b/\u00a0', '/a%20b/%C2%A0'],
  ])('keeps the spaces of the path %j', async (path, sent) => {
    const { client, requests } = clientOf(json({}));
    await client.request('DELETE', path);
    expect(requests[0]?.url).toBe(`https://api.example.com/v1${sent}`);
  });

  it('has no content type without a body', async () => {
    const { client, requests } = clientOf(json({}));
    await client.request('GET', '/entities/42/notes');
    expect(await seen(requests[0])).toEqual([
      'GET',
      'https://api.example.com/v1/entities/42/notes',
      '',
      null,
    ]);
  });

  const paths = [
    'x',
    '',
    '/',
    '/../v2/x',
    '/a/../../x',
    '/%2e%2e/x',
    '/entities/../api-keys/k1',
    '/entities/..\\api-keys\\k1',
    '/entities/..',
    '/entities/.%2E ',
    '/entities/./x',
    '/entities/.\t./x',
    '/entities/\ud800',
    '/\\..\\..\\x',
    '/v1',
    '/v1/balances',
    '/x?y=1',
    '/x#y',
    'https://evil.example/',
    undefined,
  ];

  it.each([
    ...['get', 'TRACE'].map((method) => [method, '/x', 'method'] as const),
    ...paths.flatMap((path) => ['GET', 'DELETE'].map((method) => [method, path, 'path'] as const)),
  ])('of %s %s is rejected', async (method, path, at) => {
    const { client, requests } = clientOf(json({}));
    const error = { name: 'QueryError', path: at };
    await expect(client.request(method, path as string)).rejects.toMatchObject(error);
    expect(requests).toEqual([]);
  });

  it('with the version in its path is rejected with the fix', async () => {
    const { client } = clientOf(json({}));
    await expect(client.request('GET', '/v1/balances/b1')).rejects.toThrow(
      'path: expected a path below /v1 without a query, such as /balances, got "/v1/balances/b1". Omit /v1.',
    );
    await client.request('GET', '/v10/x');
  });

  it.each([
    [{ body: { at: Number.NaN } }, 'body.at'],
    [{ body: () => {} }, 'body'],
    [{ query: { list: [1] } }, 'query.list'],
    [{ query: [] as never }, 'query'],
  ])('with %j is rejected', async (options, path) => {
    const { client, requests } = clientOf(json({}));
    await expect(client.request('PUT', '/x', options)).rejects.toMatchObject({
      name: 'QueryError',
      path,
    });
    expect(requests).toEqual([]);
  });
});
