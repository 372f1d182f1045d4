import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
import { read } from '../snippets/extract-snippets.js';

const page = read('docs/guide/errors.md');
const mock = createMock();
const client = createClient({ ...mock.clientOptions, retry: 0 });
const responding = (body: unknown, status: number) =>
  client.with({ fetch: async () => json(body, { status }) });

/** A call that fails with each class of the page. */
const failures: Readonly<Record<string, () => Promise<unknown>>> = {
  QueryError: () => client.balances.get(''),
  ApiError: () => client.balances.get('unknown'),
  ConnectionError: () => {
    mock.fail({ error: 'network', times: 1 });
    return client.balances.list();
  },
  TimeoutError: () => {
    mock.fail({ error: 'timeout', times: 1 });
    return client.balances.list({}, { timeout: 1 });
  },
  ResponseError: () => responding({}, 200).balances.list(),
  ConfigurationError: async () => client.with({ retry: -1 }),
};

const errorOf = (call: () => Promise<unknown>): Promise<Error> =>
  call().then(
    () => expect.unreachable(),
    (error: Error) => error,
  );

/** The properties that the table of classes lists, with those of the class that a row refers to. */
function listed(name: string): string[] {
  const [, cells = ''] =
    new RegExp(`^\\| \`${name}\`, .*? \\| .*? \\| (.*) \\|$`, 'm').exec(page) ?? [];
  const [own = '', others = ''] = cells.split('those of ');
  const [base, left] = others.match(/(?<=`)\w+(?=`)/g) ?? [];
  const inherited = base ? listed(base).filter((property) => property !== left) : [];
  return [...(own.match(/(?<=`)\w+(?=`)/g) ?? []), ...inherited];
}

test.for(Object.entries(failures))('the page lists the properties of %s', async ([name, call]) => {
  const error = await errorOf(call);
  expect(error.name).toBe(name);
  const general = /^(name|message|stack|cause)$/;
  const properties = Object.getOwnPropertyNames(error).filter(
    (property) => !general.test(property),
  );
  expect(listed(name).sort()).toEqual(properties.sort());
});

describe('the reason in the message is, as the page says,', () => {
  test.for([
    [{ errors: ['first', 'second'], message: 'other' }, 'first; second'],
    [{ errors: [{ detail: 'a detail' }, { message: 'a message' }] }, 'a detail; a message'],
    [{ errors: { name: ['Too long.'] } }, 'name: Too long'],
    [{ error_description: 'described', error: 'named' }, 'described'],
    [{ error: 'named', message: 'other' }, 'named'],
    [{ error: { message: 'inside' }, message: 'other' }, 'inside'],
    [{ message: 'a message', detail: 'other' }, 'a message'],
    [{ detail: 'a detail', title: 'other' }, 'a detail'],
    [{ title: 'a title' }, 'a title'],
    [{ where: { fee: { gte: ['No number.'] } } }, 'where.fee.gte: No number'],
  ] as const)('that of %j', async ([body, reason]) => {
    const { message } = await errorOf(() => responding(body, 400).balances.list());
    expect(message).toBe(
      `GET /v1/balances failed: 400 Bad Request: ${reason}. Correct the query or the body.`,
    );
  });
});
