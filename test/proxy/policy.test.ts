import type { Dialect } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect/resolve-dialect.js';
import { compilePolicy } from '../../src/proxy/visible-rows.js';
import { QueryNode } from '../../src/query/query-node.js';
import { parseWhere } from '../../src/query/where.js';
import { apiKey, balances, createPage, createPageBefore, policies } from './page.js';
import { data, serviceSchema } from './scenario.js';

/** The status of a list of balances with a policy, and what is reported to the operator. */
async function listWith(policy: unknown, dialect: Dialect) {
  const { send, errors } = createPage({
    dialect,
    policies: { ...policies, balances: () => policy as never },
  });
  const { status } = await send('/v1/balances');
  return { status, errors: errors.map((error) => (error as Error).message) };
}

const date = '2026-01-31T12:00:00.000Z';
const hidden =
  'the service stores more digits of a date than it shows (`dialect.dates`). Use `gte` or `lt` with milliseconds.';
const folded = 'the service does not compare text exactly';
const approximate =
  'the order of text in the service is only known approximately (`dialect.text.collation`). Compare an id instead.';

describe('a policy that the proxy cannot test exactly is refused', () => {
  test.each<[Dialect, object, string]>([
    [
      { dates: 'microseconds' },
      { created_at: date },
      `created_at: a policy cannot use \`eq\` here, because ${hidden}`,
    ],
    [
      { dates: 'microseconds' },
      { created_at: { neq: date } },
      `created_at: a policy cannot use \`neq\` here, because ${hidden}`,
    ],
    [
      { dates: 'microseconds' },
      { created_at: { in: [date] } },
      `created_at: a policy cannot use \`in\` here, because ${hidden}`,
    ],
    [
      { dates: 'microseconds' },
      { created_at: { gt: date } },
      `created_at: a policy cannot use \`gt\` here, because ${hidden}`,
    ],
    [
      { dates: 'microseconds' },
      { created_at: { lte: date } },
      `created_at: a policy cannot use \`lte\` here, because ${hidden}`,
    ],
    [
      { dates: 'microseconds' },
      { created_at: { gte: '2026-01-31T12:00:00.0005Z' } },
      `created_at: a policy cannot use \`gte\` here, because ${hidden}`,
    ],
    [
      { text: { collation: 'en' } },
      { name: { gt: 'a' } },
      `name: a policy cannot use \`gt\` here, because ${approximate}`,
    ],
    [
      { text: { collation: 'sv' } },
      { OR: [{ type: 'main' }, { AND: [{ name: { lte: 'a' } }] }] },
      `name: a policy cannot use \`lte\` here, because ${approximate}`,
    ],
    [
      { text: { equality: 'collation' } },
      { name: 'Main' },
      `name: a policy cannot use \`eq\` here, because ${folded} (\`dialect.text.equality\`). Compare an id instead.`,
    ],
    [
      { text: { equality: 'collation' } },
      { name: { in: ['Main', 'Other'] } },
      `name: a policy cannot use \`in\` here, because ${folded} (\`dialect.text.equality\`). Compare an id instead.`,
    ],
    [
      { text: { equality: 'collation' } },
      { unit: { name: 'Euro' } },
      `name: a policy cannot use \`eq\` here, because ${folded} (\`dialect.text.equality\`). Compare an id instead.`,
    ],
    [
      { text: { like: 'insensitive' } },
      { name: { like: 'Main' } },
      `name: a policy cannot use \`like\` here, because ${folded} (\`dialect.text.like\`). Compare an id instead.`,
    ],
    [
      { dates: 'milliseconds' },
      { created_at: { lt: '2026-01-31T12:00:00.0005Z' } },
      'created_at: a policy cannot use `lt` here, because the service drops digits of its operand (`dialect.dates`). Pass milliseconds.',
    ],
  ])('%j: %j', async (dialect, policy, message) => {
    expect(await listWith(policy, dialect)).toEqual({
      status: 500,
      errors: [`policies.balances.${message}`],
    });
    expect(await listWith(policy, {})).toEqual({ status: 200, errors: [] });
  });

  test('a comparator of enumerations that orders them as text', async () => {
    const { send, errors } = createPage({
      dialect: { text: { collation: 'en' }, comparators: { enumeration: { gt: true } } },
      policies: { ...policies, accounts: () => ({ status: { gt: 'a' } }) as never },
    });
    expect((await send('/v1/accounts')).status).toBe(500);
    expect((errors[0] as Error).message).toBe(
      `policies.accounts.status: a policy cannot use \`gt\` here, because ${approximate}`,
    );
  });

  test.each<[Dialect, object]>([
    [{ dates: 'microseconds' }, { created_at: { gte: date } }],
    [{ dates: 'microseconds' }, { created_at: { lt: date } }],
    [{ dates: 'microseconds' }, { archived_at: null }],
    [{ dates: 'microseconds' }, { archived_at: { neq: null } }],
    [{ dates: 'text' }, { created_at: { gt: date } }],
    [{ dates: 'milliseconds' }, { created_at: { in: [date] } }],
    [{ text: { equality: 'collation', like: 'collation' } }, { external_id: null }],

    [{ text: { collation: 'en' } }, { name: 'Main' }],
    [{ text: { collation: 'en' } }, { balance: { gt: '1' } }],
    [{ text: { collation: 'en' } }, { unit: { name: { gt: 'a' } } }],
    [{ nulls: 'sql' }, { external_id: { neq: 'x' } }],
  ])('but not %j: %j', async (dialect, policy) => {
    expect(await listWith(policy, dialect)).toEqual({ status: 200, errors: [] });
  });
});

describe('comparators that the dialect takes away are left to the service, which may have them', () => {
  const page = {
    dialect: { comparators: { string: { like: false }, 'balances.name': { not_in: false } } },
    fetch: createMock({
      schema: serviceSchema,
      data: data as never,
      apiKeys: [{ name: 'proxy', key: apiKey }],
    }).fetch,
  };

  test.each([{ name: { like: 'a' } }, { name: { not_in: ['x'] } }])(
    'in a policy: %j',
    async (policy) => {
      const { send, errors } = createPage({
        ...page,
        policies: { ...policies, balances: () => policy as never },
      });
      const { status } = await send('/v1/balances');
      expect({ status, errors }).toEqual({ status: 200, errors: [] });
    },
  );

  test.each(["{name:{like:'a'}}", "{name:{not_in:['x']}}"])('in a query: %s', async (where) => {
    const { send } = createPage(page);
    expect((await send(`/v1/balances?where=${encodeURIComponent(where)}`)).status).toBe(200);
  });
});

describe('a policy of which the service ignores a part is refused', () => {
  const message =
    'policies.balances: a policy cannot contain `in: []` or `OR: []`, because the service ignores them (`dialect.empty`). Return `false` to show no row.';

  test.each<[Dialect, object]>([
    [{ empty: { in: 'everything' } }, { account_id: { in: [] } }],
    [{ empty: { in: 'everything' } }, { type: 'main', account_id: { in: [] } }],
    [{ empty: { in: 'everything' } }, { account: { id: { in: [] } } }],
    [{ empty: { or: 'everything' } }, { OR: [] }],
    [{ empty: { or: 'everything' } }, { type: 'main', OR: [] }],
    [{ empty: { or: 'everything' } }, { AND: [{ type: 'main' }, { OR: [] }] }],
  ])('%j: %j', async (dialect, policy) => {
    expect(await listWith(policy, dialect)).toEqual({ status: 500, errors: [message] });
    const byDefault = await listWith(policy, {});
    expect(byDefault).toEqual({ status: 200, errors: [] });
  });

  test.each<[Dialect, object]>([
    [{ empty: { in: 'everything' } }, { account_id: { in: ['x'] } }],
    [{ empty: { in: 'everything' } }, { type: 'main', account_id: { not_in: [] } }],
    [{ empty: { or: 'everything' } }, { OR: [{ type: 'main' }] }],
    [{ empty: { or: 'everything' } }, { type: 'main', AND: [] }],
  ])('but not %j: %j', async (dialect, policy) => {
    expect(await listWith(policy, dialect)).toEqual({ status: 200, errors: [] });
  });
});

describe('the rows of a response are tested as the service evaluates the policy', () => {
  const main = balances.filter(({ type }) => type === 'main').map(({ id }) => id);

  test.each<[Dialect, object]>([
    [{ text: { wildcards: 'sql' } }, { type: { like: 'm%n' } }],
    [{ empty: { notIn: 'nothing' } }, { OR: [{ type: 'main' }, { name: { not_in: [] } }] }],
    [
      { nulls: 'sql' },
      { OR: [{ type: 'main' }, { archived_at: { not_in: ['2026-01-31', null] } }] },
    ],
  ])('%j: %j', async (dialect, policy) => {
    expect(main.length).toBeGreaterThan(1);
    const { send } = createPage({ dialect, policies: { ...policies, balances: () => policy } });
    const { status, body } = await send('/v1/balances?include=id:true');
    expect(status).toBe(200);
    expect((body as { id: string }[]).map(({ id }) => id)).toEqual(main);
  });

  test('a JSON value may be of any kind', async () => {
    const row = { id: 'b1', name: 'Main', variables: ['no', 'object'] };
    const { send } = createPageBefore(() => Response.json([row]), {
      policies: { ...policies, balances: () => ({ variables: { not_exists: 'hidden' } }) },
    });
    expect((await send('/v1/balances?include=name:true')).body).toEqual([
      { id: 'b1', name: 'Main' },
    ]);
  });

  test('and its fields are those that it compares on the row itself', () => {
    const where = {
      type: 'main',
      OR: [{ name: { like: 'a' } }, { AND: [{ balance: { gt: '1' } }] }],
      unit: { symbol: '$' },
    };
    const { filter } = parseWhere({ ...serviceSchema }, 'balances', new QueryNode('where', where));
    expect(compilePolicy(filter, resolveDialect('createProxy')).fields).toEqual([
      'type',
      'name',
      'balance',
    ]);
  });
});
