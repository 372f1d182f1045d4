import {
  type Client,
  createClient,
  defineSchema,
  type PaymentsSchema,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../../../src/dialect/resolve-dialect.js';
import { writeClientCall } from '../../../../src/tools/inspector/server/client-call.js';
import { parseTarget } from '../../../../src/tools/inspector/server/request-log.js';
import { complain } from '../../../types/lib/compiler.js';
import { schemaOf, type WireCase, wireCases, workspace } from '../../../wire/wire-case.js';

const dialect = resolveDialect('test');

/** A request line of a wire case, and the call for it. */
interface Written {
  readonly line: string;
  readonly wireCase: WireCase;
  readonly call: string | undefined;
}

const callOf = (line: string, body?: string, schema: PaymentsSchema = paymentsSchema) => {
  const [method = '', target = ''] = line.split(/ (.*)/s);
  const contentType = body === undefined ? undefined : 'application/json';
  return writeClientCall(
    { ...parseTarget(target), method, body, contentType },
    { ...schema },
    dialect,
  );
};

const written: Written[] = wireCases.flatMap((wireCase) =>
  [wireCase.requestLine, ...(wireCase.alsoWritten ?? [])].map((line) => {
    const filled = line.replace('{key}', 'e7659be8-a588-40d7-9a61-8f245065e1de');
    return { line: filled, wireCase, call: callOf(filled, wireCase.body, schemaOf(wireCase)) };
  }),
);

const prelude = `
import { createClient, extendSchema, one, paymentsSchema } from 'payments-data-client';
const basic = createClient({ baseUrl: 'x', apiKey: 'x' });
const filterable = createClient({ baseUrl: 'x', apiKey: 'x', schema: extendSchema(paymentsSchema, {
  balances: { relations: { unit: one('units', { foreignKey: 'unit_id', filterable: true }) } },
}) });
`;

/**
 * Makes the call with a client of a mock, or sends the request line, and returns what the mock
 * recorded and sent.
 */
async function run({ line, wireCase, call }: Written, how: 'call' | 'line') {
  const mock = createMock({
    schema: schemaOf(wireCase),
    data: workspace(),
    apiKeys: [{ key: 'test_secret' }],
  });
  const bodies: string[] = [];
  const spy: typeof fetch = async (input, init) => {
    const response = await mock.fetch(input as Request, init);
    bodies.push(await response.clone().text());
    return response;
  };
  if (how === 'line') {
    const [method = '', target = ''] = line.split(/ (.*)/s);
    const { body } = wireCase;
    await spy(mock.baseUrl + target, {
      method,
      headers: {
        Authorization: 'APIKey test_secret',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
  } else {
    const client = createClient({
      ...mock.clientOptions,
      fetch: spy,
      schema: schemaOf(wireCase),
      retry: 0,
    });
    const execute = new Function('client', `return (async () => { ${call} })()`) as (
      client: Client,
    ) => Promise<unknown>;
    await execute(client).catch(() => {}); // the bodies below say what was refused
  }
  return { requests: mock.requests, bodies };
}

/** JSON without its empty objects: the client leaves out conditions that say nothing. */
const withoutEmpty = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, member) =>
    JSON.stringify(member) === '{}' ? undefined : member,
  );

describe('a request as a call of the client', () => {
  test('is written for each request of test/wire that the client can send', () => {
    const without = written.filter(({ call }) => call === undefined).map(({ line }) => line);
    expect(written.length).toBeGreaterThan(90);
    expect(without).toEqual([
      'GET /v1/balances?where=type:%27main%27&where=type:%27custom%27', // twice
      'GET /accounts', // outside of /v1
    ]);
  });

  test('compiles', () => {
    const calls = written
      .filter(({ call }) => call !== undefined)
      .map(
        ({ call, wireCase }) =>
          `{ const client = ${wireCase.filterable ? 'filterable' : 'basic'}; ${call} }`,
      );
    expect(complain('6.0', `${prelude}\n${calls.join('\n')}`)).toEqual([]);
  }, 60_000);

  test.each(written.filter(({ call }) => call !== undefined))(
    'makes the same request: $line',
    async (one) => {
      const [called, sent] = [await run(one, 'call'), await run(one, 'line')];
      const plain = (text: string) => JSON.parse(text || 'null');
      expect(called.bodies.map(plain)).toEqual(sent.bodies.map(plain));
      const meaning = ({ requests }: typeof sent) =>
        requests.map(({ headers, ...request }) => withoutEmpty(request));
      expect(meaning(called)).toEqual(meaning(sent));
    },
  );

  test.each([
    ['GET /v1/balances', 'await client.balances.list();'],
    [
      'GET /v1/balances?where={"name":"it\'s"}&order_by=name:desc,id&take=1&skip=2&after=x',
      "await client.balances.list({\n  where: { name: \"it's\" },\n  orderBy: { name: 'desc', id: 'asc' },\n  take: 1,\n  skip: 2,\n  after: 'x',\n});",
    ],
    [
      'GET /v1/balances/a%2Fb?include=name:true',
      "await client.balances.get('a/b', { include: { name: true } });",
    ],
    [
      'GET /v1/balances?where=nmae:1',
      "await client.request('GET', '/balances', { query: { where: 'nmae:1' } });",
    ],
    ['GET /v1/entities/42', "await client.request('GET', '/entities/42');"],
    ['HEAD /v1/balances', "await client.request('HEAD', '/balances');"],
    ['DELETE /v1/api-keys/x', "await client.apiKeys.delete('x');"],
    [
      'DELETE /v1/api-keys/x?a=1',
      "await client.request('DELETE', '/api-keys/x', { query: { a: '1' } });",
    ],
    ['OPTIONS /v1/balances', undefined],
    ['PURGE /v1/balances', undefined],
    ['GET /', undefined],
    ['GET /v1', undefined],
    ['GET /v1/', undefined],
    ['GET /v1/v1/balances', undefined],
    ['GET /v1/balances?where=%E0%A4%A', undefined],
  ])('%s', (line, call) => {
    expect(callOf(line)).toBe(call);
  });

  test.each([
    ['{"name":"n"}', "await client.apiKeys.rename('x', 'n');"],
    ['{"status":"revoked"}', "await client.apiKeys.revoke('x');"],
    ['{"name":""}', "await client.request('PUT', '/api-keys/x', { body: { name: '' } });"],
    [
      '{"__proto__":{"a":1},"status":"active"}',
      "await client.request('PUT', '/api-keys/x', { body: { ['__proto__']: { a: 1 }, status: 'active' } });",
    ],
    // Characters that show other code than there is, or that a terminal acts on.
    [
      '{"name":"\u202e\u2028\u009b\u{e0041}\u{1f600}"}',
      "await client.apiKeys.rename('x', '\\u202e\\u2028\\u009b\\udb40\\udc41\u{1f600}');",
    ],
    ['not JSON', undefined],
    ['['.repeat(5_000) + ']'.repeat(5_000), undefined],
    ['['.repeat(33) + ']'.repeat(33), undefined], // the client rejects more than 32 levels
    [
      '['.repeat(32) + ']'.repeat(32),
      `await client.request('PUT', '/api-keys/x', {\n  body: ${'['.repeat(32)}${']'.repeat(32)},\n});`,
    ],
  ])('of a PUT on an API key with the body %s', (body, call) => {
    expect(callOf('PUT /v1/api-keys/x', body)).toBe(call);
  });

  test('quotes the names of resources that are not identifiers', () => {
    const schema = defineSchema({
      'cost-centers': {
        path: '/cost-centers',
        operations: ['list'],
        fields: { id: uuid(), 'a b': string() },
      },
    });
    const request = { ...parseTarget("/v1/cost-centers?where='a b':'c'"), method: 'GET' };
    expect(
      writeClientCall(
        { ...request, body: undefined, contentType: undefined },
        { ...schema },
        dialect,
      ),
    ).toBe("await client['cost-centers'].list({ where: { 'a b': 'c' } });");
  });
});
