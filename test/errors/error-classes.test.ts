import { inspect } from 'node:util';
import * as sdk from 'payments-data-client';
import { describe, expect, it } from 'vitest';
import { answeringFetch, json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';

const clientOf = (...responses: Parameters<typeof answeringFetch>) =>
  sdk.createClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'test-key',
    retry: 0,
    fetch: answeringFetch(...responses).fetch,
  });

const guards = Object.entries(sdk).flatMap(([name, value]) =>
  /^is.*Error$/.test(name) ? [[name.slice(2), value as (error: unknown) => boolean] as const] : [],
);

const namesOf = (error: unknown) =>
  guards.filter(([, guard]) => guard(error)).map(([name]) => name);

describe('an error status', () => {
  it.each([
    [400, '400 Bad Request: No such field. Correct the query or the body.'],
    [404, '404 Not Found: No such field. Check the id and the `baseUrl`.'],
    [500, '500 Internal Server Error: No such field. Try again later.'],
  ])('of %i is an ApiError that says what to do', async (status, reason) => {
    const error = await failure(
      clientOf(json({ errors: ['No such field'] }, { status })).balances.list(),
    );
    expect(error.message).toBe(`GET /v1/balances failed: ${reason}`);
    expect(namesOf(error)).toEqual(['ApiError']);
    expect(error).toBeInstanceOf(sdk.ApiError);
    expect(error).toBeInstanceOf(Error);
    expect(sdk.isApiError(error, status)).toBe(true);
    expect(sdk.isApiError(error, status + 1)).toBe(false);
    expect(error.cause).toBeUndefined();
  });

  it('has the request and the response as properties [decision 3]', async () => {
    const headers = { 'Retry-After': '7', 'X-Request-Id': 'r-42', 'Set-Cookie': 'session=1' };
    const response = json({ errors: ['Slow down'] }, { status: 429, headers });
    const error = await failure(clientOf(response).balances.get('b 1'));
    expect({ ...error }).toEqual({
      method: 'GET',
      url: 'https://api.example.com/v1/balances/b%201',
      path: '/v1/balances/b%201',
      attempts: 1,
      status: 429,
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        'retry-after': '7',
        'x-request-id': 'r-42',
      },
      body: { errors: ['Slow down'] },
      requestId: 'r-42',
      retryAfter: 7,
    });
  });

  it.each(['x-request-id', 'request-id', 'x-correlation-id'])(
    'has the request id of %s',
    async (name) => {
      const response = json({}, { status: 400, headers: { [name]: 'r-42' } });
      expect(await failure(clientOf(response).balances.list())).toMatchObject({
        requestId: 'r-42',
      });
    },
  );

  it('keeps its name and message when it is logged as JSON', async () => {
    const error = await failure(
      clientOf(json({ errors: ['Slow down'] }, { status: 429 })).balances.list(),
    );
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({
      error: {
        name: 'ApiError',
        message:
          'GET /v1/balances failed: 429 Too Many Requests: Slow down. Wait before you retry.',
        method: 'GET',
        url: 'https://api.example.com/v1/balances',
        path: '/v1/balances',
        attempts: 1,
        status: 429,
        headers: { 'content-type': 'application/json' },
        body: { errors: ['Slow down'] },
      },
    });
  });

  it('is printed without the HTML page that a proxy sent', async () => {
    const page = `<html>${'x'.repeat(9_000)}`;
    const error = await failure(clientOf(new Response(page, { status: 502 })).balances.list());
    expect(error).toMatchObject({ body: page });
    expect(inspect(error)).not.toContain('xxx');
    expect(JSON.stringify(error)).not.toContain('xxx');
  });

  it.each([
    [{}],
    [[]],
    [''],
    [null],
    [{ errors: [] }],
    [{ error: null, message: 7 }],
    [JSON.parse(`${'{"error":'.repeat(12)}"deep"${'}'.repeat(12)}`)],
  ])('has a message of its own if the body is %j', async (body) => {
    const error = await failure(clientOf(json(body, { status: 400 })).balances.list());
    expect(error.message).toBe(
      'GET /v1/balances failed: 400 Bad Request. Correct the query or the body.',
    );
  });

  it('is not required: a 200 with errors is an ApiError [decision 1]', async () => {
    const error = await failure(
      clientOf(json({ errors: ['Half of it is missing'] })).balances.list(),
    );
    expect(error.message).toBe(
      'GET /v1/balances failed: 200 OK: Half of it is missing. Correct the request.',
    );
    expect(sdk.isApiError(error, 200)).toBe(true);
    const row = { id: 'b1', errors: ['a field like another'] };
    await expect(clientOf(json(row)).balances.get('b1')).resolves.toEqual(row);
  });
});

describe('an error of any class', () => {
  const url = 'https://api.example.com/v1/balances';
  const call = { method: 'GET', url, path: '/v1/balances', attempts: 1 };
  const response = { ...call, status: 200, headers: {}, body: undefined, requestId: undefined };

  it.each([
    [new sdk.ConfigurationError('No.', 'createClient'), { problem: 'No.' }],
    [new sdk.ConnectionError(call, 'no.'), call],
    [new sdk.TimeoutError(call, 50), { ...call, timeout: 50 }],
    [
      new sdk.ResponseError(response, 'no.', 'rows-changed'),
      { ...call, status: 200, headers: {}, reason: 'rows-changed', issues: [] },
    ],
    [new sdk.QueryError('where.id', 'no.', 10n), { path: 'where.id', problem: 'no.' }],
  ])('keeps its properties as JSON: %s', (error, more) => {
    const { name, message } = error;
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name, message, ...more });
    expect(inspect(error)).not.toContain('toJSON');
  });

  it('is recognized after it traveled to another thread as JSON', async () => {
    const failed = await failure(clientOf(json({}, { status: 404 })).balances.list());
    const errors = [
      failed,
      new sdk.ConfigurationError('No.'),
      new sdk.ConnectionError(call, 'no.'),
    ];
    errors.push(new sdk.TimeoutError(call, 50), new sdk.ResponseError(response, 'no.'));
    errors.push(new sdk.QueryError('where.id', 'no.'));
    for (const error of errors as (Error & { toJSON(): object })[]) {
      expect(namesOf(structuredClone(error.toJSON())), error.name).toEqual([error.name]);
      expect(namesOf(JSON.parse(JSON.stringify(error))), error.name).toEqual([error.name]);
    }
    const made = { name: 'ApiError', status: 404, message: 'made by a test' };
    expect(sdk.isApiError(made, 404)).toBe(true);
    expect(sdk.isApiError(made, 500)).toBe(false);
  });
});

describe('a guard', () => {
  it('recognizes its class from another copy of the package, and nothing else', () => {
    const error = new Error();
    Object.defineProperty(error, Symbol.for('payments-data-client:ApiError'), { value: true });
    expect(namesOf(error)).toEqual(['ApiError']);
    for (const other of [
      undefined,
      null,
      'ApiError',
      new Error('x'),
      { name: 'ApiError' },
      { message: 'ApiError' },
      Object.assign(new Error('of another package'), { name: 'ApiError', status: 404 }),
      () => {},
    ])
      expect(namesOf(other)).toEqual([]);
  });

  it('recognizes a subclass, whatever its name', () => {
    class Stale extends sdk.QueryError {
      override name = 'Stale';
    }
    const error = new Stale('where', 'is stale.', {});
    expect(`${error}`).toBe('Stale: where: is stale.');
    expect(sdk.isQueryError(error)).toBe(true);
  });

  it('exists for each class', () => {
    const classes = Object.keys(sdk).filter((name) => /^[A-Z].*Error$/.test(name));
    expect(guards.map(([name]) => name).sort()).toEqual(classes.sort());
    expect(classes).toHaveLength(6);
  });
});
