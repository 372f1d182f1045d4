import {
  ConfigurationError,
  createClient,
  isResponseError,
  type ResponseIssue,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { zodValidator } from 'payments-data-client/validation';
import { describe, expect, it } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';

const clientOf = (data: unknown, onIssue?: 'throw' | ((issue: ResponseIssue) => void)) =>
  createClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'test-key',
    fetch: async () => json(data),
    validator: zodValidator({ onIssue }),
  });

const include = { balance: true, archived_at: true, variables: true } as const;
const row = { id: 'b1', balance: '1.00', archived_at: null, variables: null };

describe('validation', () => {
  it('finds no issue in the responses of the mock, with every field and relation', async () => {
    const mock = createMock();
    const client = createClient({ ...mock.clientOptions, validator: zodValidator() });
    const [balance] = await client.balances.list({
      include: { unit: true, account: { balances: true } },
    });
    expect(balance?.account.balances.length).toBeGreaterThan(0);
    await client.balances.get(balance?.id ?? '', { include: { amount: true } });
    await client.accounts.list({ include: { identifier: true } });
    await client.transactions.list({ include: { lines: { where: { amount: { gt: 0 } } } } });
    await client.transactionLines.list();
    for await (const _ of client.balances.pages()) break;
  });

  it('accepts new fields and new values of enumerations', async () => {
    const rows = [{ id: 't1', status: 'levitating', colour: 'red' }];
    await expect(clientOf(rows).transactions.list({ include: { status: true } })).resolves.toEqual(
      rows,
    );
  });

  it.each([
    [
      'a field that is missing',
      { ...row, balance: undefined },
      '[1].balance',
      "expected a decimal string such as '100.00'",
    ],
    [
      'a number for a decimal',
      { ...row, balance: 1 },
      '[1].balance',
      "expected a decimal string such as '100.00'",
    ],
    [
      'a string that is not a decimal',
      { ...row, balance: '1e5' },
      '[1].balance',
      "expected a decimal string such as '100.00'",
    ],
    [
      'a time without a zone',
      { ...row, archived_at: '2026-01-31T12:00:00' },
      '[1].archived_at',
      'expected an ISO 8601 date, or a date and time with a time zone',
    ],
    [
      'an impossible day',
      { ...row, archived_at: '2026-02-30' },
      '[1].archived_at',
      'expected an ISO 8601 date, or a date and time with a time zone',
    ],
    ['a string for JSON', { ...row, variables: '{}' }, '[1].variables', 'expected an object'],
    ['a list for JSON', { ...row, variables: [] }, '[1].variables', 'expected an object'],
  ])('names the path of %s', async (_, odd, path, message) => {
    const error = await failure(clientOf([row, odd]).balances.list({ include }));
    expect(isResponseError(error)).toBe(true);
    expect(error.message).toBe(
      `GET /v1/balances failed: the response does not match the query. ${path}: ${message}.`,
    );
    expect(error).toMatchObject({ issues: [{ path, message }], status: 200 });
  });

  it('accepts days, and instants with any number of digits', async () => {
    for (const archived_at of [
      '2026-01-31',
      '2024-02-29T12:00:00Z',
      '2026-01-31T12:00:00.123456+02:00',
    ])
      await expect(clientOf([{ ...row, archived_at }]).balances.list({ include })).resolves.toEqual(
        [{ ...row, archived_at }],
      );
  });

  it('checks relations', async () => {
    const client = clientOf({ id: 'b1', unit: { id: 'u1', max_precision: 2.5 }, account: null });
    const error = await failure(
      client.balances.get('b1', {
        include: {
          unit: { max_precision: true },
          account: { where: { status: 'active' } },
          id: true,
        },
      }),
    );
    expect(error).toMatchObject({
      issues: [{ path: 'unit.max_precision', message: 'expected an integer' }],
    });
    const missing = await failure(
      clientOf([{ id: 'b1' }]).balances.list({ include: { id: true, unit: true } }),
    );
    expect(missing).toMatchObject({
      issues: [{ path: '[0].unit', message: 'expected an object' }],
    });
    const none = await failure(
      clientOf([{ id: 'a1', balances: null }]).accounts.list({
        include: { id: true, balances: true },
      }),
    );
    expect(none).toMatchObject({
      issues: [{ path: '[0].balances', message: 'expected an array' }],
    });
  });

  it('allows null for a to-one relation only if it is nullable or filtered', async () => {
    const answer = [{ id: 'b1', account: null }];
    const filtered = clientOf(answer).balances.list({
      include: { id: true, account: { where: { status: 'active' } } },
    });
    await expect(filtered).resolves.toEqual(answer);
    await expect(
      clientOf(answer).balances.list({ include: { id: true, account: true } }),
    ).rejects.toMatchObject({
      issues: [{ path: '[0].account' }],
    });
  });

  it('caches one shape per include', async () => {
    let data: unknown = [{ id: 'b1', name: 'Main' }];
    const client = createClient({
      baseUrl: 'https://api.example.com',
      apiKey: 'test-key',
      fetch: async () => json(data),
      validator: zodValidator(),
    });
    await client.balances.list({ include: { name: true } });
    await client.balances.list({ include: { name: true } });
    await expect(client.balances.list({ include: { type: true } })).rejects.toMatchObject({
      issues: [{ path: '[0].type' }],
    });
    data = [{ id: 'b1', account: null }];
    const filtered = { id: true, account: { where: { status: 'active' } } } as const;
    await client.balances.list({ include: filtered });
    await expect(
      client.balances.list({ include: { id: true, account: true } }),
    ).rejects.toMatchObject({
      issues: [{ path: '[0].account' }],
    });
  });

  it('counts the other issues', async () => {
    const error = await failure(
      clientOf([{ id: 'a', name: 1 }, { id: 'b', name: 2 }, { id: 'c' }]).balances.list({
        include: { name: true },
      }),
    );
    expect(error.message).toBe(
      'GET /v1/balances failed: the response does not match the query. [0].name: expected a string (and 2 more).',
    );
  });

  it('may call a function instead, and returns the data', async () => {
    const issues: ResponseIssue[] = [];
    const data = [{ id: 'b1', name: 1 }];
    const client = clientOf(data, (issue) => issues.push(issue));
    await expect(client.balances.list({ include: { name: true } })).resolves.toEqual(data);
    expect(issues).toEqual([{ path: '[0].name', message: 'expected a string' }]);
  });

  it.each([
    [
      { onIssue: 'warn' },
      'zodValidator: expected `onIssue` to be \'throw\' or a function, got "warn".',
    ],
    [
      { onisue: 'throw' },
      'zodValidator: `onisue` is not an option. Did you mean `onIssue`? The options are onIssue.',
    ],
    [null, 'zodValidator: expected an options object, got null.'],
  ])('rejects the options %j', (options, message) => {
    expect(() => zodValidator(options as never)).toThrow(new ConfigurationError(message));
  });
});
