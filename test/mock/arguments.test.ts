import { isConfigurationError } from 'payments-data-client';
import { createMock, type Fault, type MockOptions } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { ask } from './send.js';

/** Values of every kind. */
const values = [
  ...[null, true, 0, -1, 0.5, 1e9, Number.NaN, 1n, Symbol('s'), '', 'x', ' '],
  ...[[], [null], [1, 2, 3], {}, { x: 1 }, () => 1, new Date(Number.NaN), new Set([1])],
];

/** The error of a call, if it throws one. */
function errorOf(call: () => unknown): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Each value is accepted, or rejected with the name of the function and of the item. */
function expectNamed(source: string, name: string, call: (value: unknown) => unknown) {
  let rejected = 0;
  for (const value of values) {
    const error = errorOf(() => call(value));
    if (error === undefined) continue;
    rejected++;
    expect(isConfigurationError(error), String(error)).toBe(true);
    const { message } = error as Error;
    expect(message.startsWith(`${source}: `), message).toBe(true);
    expect(message).toMatch(new RegExp(`\\b${name}\\b`));
  }
  expect(rejected).toBeGreaterThan(5);
}

describe('a wrong argument is named', () => {
  const options = {
    ...{ schema: 1, dialect: 1, baseUrl: 1, data: 1, apiKeys: 1, now: 1, latency: 1 },
    ignoreParameters: 1,
  } satisfies Record<keyof MockOptions, 1>;
  test.each(Object.keys(options))('createMock({ %s })', (name) =>
    expectNamed('createMock', name, (value) => createMock({ [name]: value })),
  );

  const members = {
    ...{ method: 1, path: 1, status: 1, error: 1, latency: 1, after: 1, times: 1 },
    ...{ retryAfter: 1, loseResponse: 1 },
  } satisfies Record<keyof Fault, 1>;
  test.each(Object.keys(members))('fail({ %s })', (name) => {
    const mock = createMock();
    expectNamed('fail', name, (value) => mock.fail({ [name]: value }));
  });

  test('and so is an item of an array', () => {
    const item = (path: string, input: object) =>
      expect(() => createMock(input)).toThrow(`createMock: ${path}`);
    item('apiKeys[1]: expected an object', { apiKeys: [{}, 5] });
    item('data: balances[1]: expected a row', { data: { balances: [{}, 5] } });
    item('expected `ignoreParameters[1]` to be', { ignoreParameters: ['a', 5] });
    item('expected `ignoreParameters[0]` to be', { ignoreParameters: ['where'] });
  });
});

test('a parameter of a gateway is not read, and all others are rejected', async () => {
  const mock = createMock({ ignoreParameters: ['trace', 'x y'] });
  const list = async (search: string) => {
    const { status, body } = await ask(mock, '/balances', search);
    return status === 200 ? body.length : body.errors[0];
  };
  expect(await list('trace=1&take=2&trace=2&x+y=%zz')).toBe(2);
  expect(await list('take=2&%74race')).toBe(2);
  expect(await list('take=2&Trace=1')).toMatch(/^query: `Trace` is not a parameter of the service/);
  expect(mock.requests[0]).toMatchObject({ search: '?trace=1&take=2&trace=2&x+y=%zz', take: 2 });
  expect((await ask(createMock(), '/balances', 'trace=1')).status).toBe(400);
});
