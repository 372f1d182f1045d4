import {
  type Dialect,
  date,
  decimal,
  enumeration,
  extendSchema,
  json,
  paymentsSchema,
  pickSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';
import { valueKeys } from '../../src/match/values.js';
import { allRows, matchingBoth, Restriction } from '../../src/proxy/restriction.js';
import { filterOf } from '../../src/query/filter.js';
import { QueryNode } from '../../src/query/query-node.js';
import { parseWhere } from '../../src/query/where.js';
import type { JsonObject } from '../../src/schema/field.js';
import type { Resources } from '../../src/schema/lookup.js';
import { accounts, ada, balances, balancesOf, createPage, eve, policies } from './page.js';
import { serviceSchema } from './scenario.js';

const schema = { ...serviceSchema } as Resources;
const unitId = balances[0]?.unit_id ?? '';

/** The status of a list of balances with a policy, and what is reported to the operator. */
async function listWith(policy: object, dialect: Dialect = {}) {
  const page = createPage({ dialect, policies: { ...policies, balances: () => policy as never } });
  const { status } = await page.send('/v1/balances');
  return { status, errors: page.errors.map((error) => (error as Error).message) };
}

/** Which kinds of fields have values that differ in letter case alone, for the matcher. */
const textKinds = [string(), enumeration(), uuid(), decimal(), date(), json()].filter((field) => {
  const { keyOf } = valueKeys(field, { text: 'insensitive' });
  return keyOf('A') === keyOf('a');
});

test('a row in other letters is not shown, whatever kind of text a policy compares', async () => {
  expect(textKinds.map(({ kind }) => kind)).toEqual(['string', 'enumeration']);
  for (const field of textKinds) {
    const service = extendSchema(paymentsSchema, { accounts: { fields: { status: field } } });
    const fetch = async () => Response.json([{ id: ada, status: 'ACTIVE' }]);
    const errors: unknown[] = [];
    const proxy = createProxy({
      baseUrl: 'https://payments.test',
      apiKey: 'key-12345678',
      dialect: { text: 'insensitive' },
      serviceSchema: service,
      schema: pickSchema(service, { accounts: ['status'] }),
      authenticate: () => ({}),
      policies: { accounts: () => ({ status: 'active' }) },
      onError: (error) => errors.push((error as Error).message),
      fetch,
    });
    const response = await proxy.fetch(new Request('https://page.test/api/v1/accounts'));
    expect(await response.text()).toBe('{"errors":["Internal error."]}');
    expect(errors).toEqual([
      'policies.accounts.status: a policy cannot use `eq` here, because the service ignores letter case (`dialect.text`). Compare an id.',
    ]);
  }
});

describe('a policy that the proxy cannot rely on is refused [decision 63]', () => {
  const related = 'the proxy cannot test related rows. Compare their ids, with `eq` or `in`.';
  const folded = (setting: string) =>
    `the service ignores letter case (\`dialect.${setting}\`). Compare an id.`;

  const undeclared = (setting: string) =>
    `the dialect does not say how the service compares text. Set \`dialect.${setting}\` to 'exact' if the service does not ignore letter case, or compare an id.`;

  test.each<[object, Dialect, field: string, comparator: string, why: string]>([
    [{ name: 'a' }, {}, 'name', 'eq', undeclared('text')],
    [{ name: 'a' }, { like: 'exact' }, 'name', 'eq', undeclared('text')],
    [{ name: { like: 'a' } }, {}, 'name', 'like', undeclared('like')],
    [{ name: { contains: 'a' } }, { nulls: 'sql' }, 'name', 'contains', undeclared('like')],
    [{ name: { in: [] } }, {}, 'name', 'in', undeclared('text')],
    [
      { AND: [{ account_id: ada }, { OR: [{ name: { gt: 'a' } }] }] },
      {},
      'name',
      'gt',
      undeclared('text'),
    ],
    [{ account_id: { like: 'a' } }, {}, 'account_id', 'like', undeclared('like')],
    [{ balance: { like: '.00' } }, {}, 'balance', 'like', undeclared('like')],
    [{ variables: { contains: { a: 'b' } } }, {}, 'variables', 'contains', undeclared('text')],
    [{ variables: { neq: { a: 'b' } } }, {}, 'variables', 'neq', undeclared('text')],
    [{ id: { gt: ada } }, {}, 'id', 'gt', undeclared('text')],
    [{ unit: { name: 'Euro' } }, {}, 'unit.name', 'eq', related],
    [{ unit: { id: { gt: unitId } } }, {}, 'unit.id', 'gt', related],
    [
      { OR: [{ account_id: ada }, { account: { status: { in: ['active'] } } }] },
      {},
      'account.status',
      'in',
      related,
    ],
    [{ name: 'a' }, { text: 'insensitive' }, 'name', 'eq', folded('text')],
    [
      { AND: [{ type: 'main' }, { name: { lte: 'a' } }] },
      { text: 'insensitive' },
      'type',
      'eq',
      folded('text'),
    ],
    [
      { name: { not_contains: 'a' } },
      { like: 'insensitive' },
      'name',
      'not_contains',
      folded('like'),
    ],
  ])('%j, with the dialect %j', async (policy, dialect, field, comparator, why) => {
    const problem = `a policy cannot use \`${comparator}\` here, because ${why}`;
    const errors = [`policies.balances.${field}: ${problem}`];
    expect(await listWith(policy, dialect)).toEqual({ status: 500, errors });
  });

  test.each<[object, Dialect]>([
    [{ name: { in: ['a'] }, external_id: null }, { text: 'exact' }],
    [{ name: { like: 'a' }, type: 'main' }, { text: 'exact' }],
    [{ name: { like: 'a' } }, { like: 'exact' }],
    [{ variables: { contains: { tier: 'gold' } }, external_id: { neq: null } }, { text: 'exact' }],
    [{ variables: { exists: 'tier' }, external_id: { neq: null } }, {}],
    [{ variables: null }, {}],
    [{ balance: { like: '.00' } }, { like: 'exact' }],
    [{ external_id: null }, { text: 'insensitive' }],
    [{ name: { like: 'a' } }, { text: 'insensitive', like: 'exact' }],
    [{ account_id: ada, balance: { gt: '1' }, archived_at: null }, { text: 'insensitive' }],
    [{ unit: { id: { not_in: [unitId] } } }, { text: 'insensitive' }],
  ])('but not %j, with the dialect %j', async (policy, dialect) => {
    expect(await listWith(policy, dialect)).toEqual({ status: 200, errors: [] });
  });
});

const ids = [...Array(190).keys()].map((index) => `${1e7 + index}-0000-4000-8000-000000000000`);
const withIn = (count: number) => ({
  ...policies,
  balances: () => ({ account_id: { in: [ada, ...ids.slice(0, count)] } }),
});

describe('the `in` of a policy is intersected with the query before it is sent [decision 58]', () => {
  const { fields } = serviceSchema.balances;
  const lower = 'abcdef00-0000-4000-8000-00000000000f';
  const upper = lower.toUpperCase();

  test.each<[policy: JsonObject, query: JsonObject, sent: boolean | JsonObject]>([
    [{ id: { in: ['a', 'b'] } }, { id: 'b' }, { id: 'b' }],
    [{ id: { in: ['a', 'b', 'c'] } }, { id: { in: ['c', 'a', 'x'] } }, { id: { in: ['a', 'c'] } }],
    [{ id: { in: ['a', 'b'] } }, { id: { eq: 'x' } }, false],
    [{ id: 'a' }, { id: { in: ['a', 'b'] } }, { id: 'a' }],
    // A service that reads one comparator, or one quantifier, of an object does not ignore a policy.
    [
      { id: { in: ['a', 'b'] } },
      { id: { neq: 'a' } },
      { AND: [{ id: { in: ['a', 'b'] } }, { id: { neq: 'a' } }] },
    ],
    [
      { lines: { some: { account_id: 'a' } } },
      { lines: { none: { id: 'b' } } },
      { AND: [{ lines: { some: { account_id: 'a' } } }, { lines: { none: { id: 'b' } } }] },
    ],
    [{ id: { in: ['a', null] } }, { id: 'a' }, { AND: [{ id: { in: ['a', null] } }, { id: 'a' }] }],
    [{ name: { in: ['a', 'b'] } }, { name: 'A' }, false],
    [{ name: { in: ['a', 'b', 'c'] } }, { name: { in: ['c', 'a'] } }, { name: { in: ['a', 'c'] } }],
    [{ type: { in: ['main', 'x'] } }, { type: 'main' }, { type: 'main' }],
    [{ name: { in: [upper] } }, { name: lower }, false],
    [{ id: { in: [upper, 'b'] } }, { id: lower }, { id: upper }],
    [{ id: lower }, { id: { in: ['a', upper] } }, { id: lower }],
    [{ id: { in: [upper, 'A'] } }, { id: { in: ['a', lower] } }, { id: upper }],
    [
      { balance: { in: ['1', '2'] } },
      { balance: '1.0' },
      { AND: [{ balance: { in: ['1', '2'] } }, { balance: '1.0' }] },
    ],
    // The policy first: a service may fail at a condition of the query for a hidden row.
    [{ id: 'a' }, { name: 'b', type: 'main' }, { id: 'a', name: 'b', type: 'main' }],
    [{ OR: [] }, { OR: [{ id: 'a' }] }, { AND: [{ OR: [] }, { OR: [{ id: 'a' }] }] }],
  ])('%j and %j: %j', (policy, query, sent) => {
    expect(JSON.stringify(matchingBoth(policy, query, fields))).toBe(JSON.stringify(sent));
  });

  test('so that a long policy fits into a URL, and a hidden id costs no request', async () => {
    const [own] = balancesOf(ada);
    const policy = () => ({ id: { in: [own?.id ?? '', ...ids.slice(0, 150)] } });
    const { send, service } = createPage({
      dialect: { maxUrlLength: 2_000 },
      policies: { ...policies, balances: policy },
    });
    expect((await send(`/v1/balances/${own?.id}`)).status).toBe(200);
    expect((await send(`/v1/balances?where=id:{in:['${own?.id}','x']}`)).body).toHaveLength(1);
    expect((await send(`/v1/balances/${balancesOf(eve)[0]?.id}`)).status).toBe(404);
    expect(service.requests.map(({ where }) => where)).toEqual([{ id: own?.id }, { id: own?.id }]);
  });
});

describe('a policy on a text id such as `entity_id` is intersected like UUIDs', () => {
  const schema = pickSchema(paymentsSchema, { transactions: ['entity_id'] });
  const list = async (dialect: Dialect) => {
    const sent: (string | null)[] = [];
    const errors: unknown[] = [];
    const proxy = createProxy({
      ...{ baseUrl: 'https://payments.test', apiKey: 'key-12345678', schema, dialect },
      authenticate: () => ({}),
      policies: { transactions: () => ({ entity_id: { in: ['e1', 'e2', 'E3'] } }) },
      onError: (error) => errors.push((error as Error).message),
      fetch: async (url) => {
        sent.push(new URL(url).searchParams.get('where'));
        return Response.json([]);
      },
    });
    const where = "where=entity_id:{in:['e2','e3','e4']}";
    const url = `https://page.test/api/v1/transactions?${where}`;
    const { status } = await proxy.fetch(new Request(url));
    return { status, sent, errors };
  };

  test("if the dialect says `text: 'exact'`", async () => {
    const sent = ["entity_id:'e2'"];
    expect(await list({ text: 'exact' })).toEqual({ status: 200, sent, errors: [] });
  });
});

test('UUIDs of a policy, a query and a row may differ in letter case', async () => {
  const schema = pickSchema(paymentsSchema, { balances: ['name', 'account_id'] });
  const capital = ada.toUpperCase();
  expect(capital).not.toBe(ada);
  for (const [policy, account_id, isShown] of [
    [{ account_id: { in: [capital] } }, ada, true],
    [{ account_id: capital }, ada, true],
    [{ account_id: ada }, capital, true],
    [{ account_id: { in: [eve, ada] } }, capital, true],
    [{ OR: [{ account_id: { eq: capital } }, { account_id: eve }] }, ada, true],
    [{ account_id: { neq: capital } }, ada, false],
    [{ account_id: { neq: ada } }, capital, false],
    [{ account_id: { not_in: [capital] } }, ada, false],
    [{ account_id: { in: [eve.toUpperCase()] } }, ada, false],
  ] as const) {
    const errors: unknown[] = [];
    const proxy = createProxy({
      ...{ baseUrl: 'https://payments.test', apiKey: 'key-12345678', schema },
      authenticate: () => ({}),
      policies: { balances: () => policy },
      onError: (error) => errors.push((error as Error).message),
      fetch: async () => Response.json([{ id: ada, name: 'Rent', account_id }]),
    });
    const response = await proxy.fetch(new Request('https://page.test/v1/balances'));
    const expected = isShown ? [200, 0] : [502, 1];
    expect([policy, response.status, errors.length]).toEqual([policy, ...expected]);
  }
});

describe('a policy that does not fit into a URL', () => {
  const advice =
    'Increase it if your service accepts longer URLs, or write the policy with another field or a relation.';

  test('is a 500 that says what to do, and is not sent', async () => {
    const dialect = { maxUrlLength: 4_000 };
    const { send, errors, service } = createPage({ dialect, policies: withIn(150) });
    const text = '{"errors":["Internal error."]}';
    expect(await send('/v1/balances')).toMatchObject({ status: 500, text });
    expect(errors.map((error) => `${error}`.replace(/\d,?\d{3} bytes/, 'N bytes'))).toEqual([
      `ConfigurationError: policies.balances: the URL has N bytes, and \`dialect.maxUrlLength\` is 4000. ${advice}`,
    ]);
    expect(service.requests).toEqual([]);
  });

  test('has about 180 UUIDs, by default', async () => {
    const statuses = [179, 189].map(async (count) => {
      const { status } = await createPage({ policies: withIn(count) }).send('/v1/balances?take=10');
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 500]);
  });

  test('is reported once, from 80% of the longest URL', async () => {
    const dialect = { maxUrlLength: 6_000 };
    const { send, errors } = createPage({ dialect, policies: withIn(115) });
    for (let count = 0; count < 3; count++)
      expect((await send('/v1/balances')).body).toHaveLength(balancesOf(ada).length);
    expect(errors).toMatchObject([{ name: 'ConfigurationError' }]);
    const shorter = createPage({ dialect: { maxUrlLength: 8_000 }, policies: withIn(115) });
    await shorter.send('/v1/balances');
    expect(shorter.errors).toEqual([]);
  });
});

describe('a filter is restricted by the visibility of related rows', () => {
  const mine = { account_id: ada };
  const some = { balances: { some: { type: 'a' } } };

  test.each<[where: object, visible: boolean | JsonObject, sent: boolean | object]>([
    [some, true, some],
    [some, mine, { balances: { some: { ...mine, type: 'a' } } }],
    [some, false, false],
    [{ balances: { some: {} } }, mine, { balances: { some: mine } }],
    [{ balances: { none: { type: 'a' } } }, false, true],
    [{ balances: { none: { OR: [] } } }, mine, true],
    [{ balances: { every: { type: 'a' } } }, false, true],
    [{ balances: { every: { OR: [] } } }, true, { balances: { none: {} } }],
    [{ OR: [{ balances: { some: {} } }, { status: 'x' }] }, false, { status: 'x' }],
    [{ OR: [{ balances: { none: {} } }, { status: 'x' }] }, false, true],
    [
      { status: { in: ['a'], neq: 'b' } },
      true,
      { AND: [{ status: { in: ['a'] } }, { status: { neq: 'b' } }] },
    ],
  ])('%j, if the visible balances are %j, is sent as %j', (where, rows, sent) => {
    const json = parseWhere(schema, 'accounts', new QueryNode('where', where));
    const filter = filterOf(schema, 'accounts', json);
    const visibilityOf = (name: string) => (name === 'balances' ? { rows, tests: [] } : allRows);
    expect(new Restriction(schema, visibilityOf).filter(filter, 'where')).toEqual(sent);
  });
});

describe('`every` over rows of which some are hidden is rejected, wherever it stands', () => {
  const every = "{balances:{every:{type:'main'}}}";
  const others = ['{}', '{AND:[]}', '{OR:[]}', "{status:'x'}", '{balances:{none:{}}}'];
  test.each([
    ...others.flatMap((other) => [`OR:[${other},${every}]`, `OR:[${every},${other}]`]),
    ...others.flatMap((other) => [`AND:[${other},${every}]`, `AND:[${every},${other}]`]),
    `OR:[{},{OR:[{},{AND:[{OR:[]},${every}]}]}]`,
  ])('%s', async (where) => {
    const { status, text } = await createPage().send(`/v1/accounts?where=${where}`);
    expect(status).toBe(400);
    expect(text).toContain(
      'balances.every: is not available, because only some of the balances are visible. Use `none` with the opposite filter.',
    );
  });
});

test('each policy is called once, if its rows decide about the response', async () => {
  const calls: string[] = [];
  const counting = Object.keys(policies).map((name) => [name, () => calls.push(name) > 0]);
  const { send } = createPage({ policies: Object.fromEntries(counting) });
  for (const [path, expected] of [
    ['/v1/units?where=OR:[{name:"a"},{symbol:"b"}]', 'units'],
    ['/v1/balances?include=unit:true', 'balances,units'],
    ['/v1/balances?where=AND:[{OR:[{unit:{name:"a"}},{unit:{name:"b"}}]}]', 'balances,units'],
    ['/v1/accounts?include=balances:{where:{unit:{name:"a"}}}', 'accounts,balances,units'],
    ['/v1/balances?where=variables:{contains:{unit:{name:1}}}', 'balances'],
    ['/v1/balances?take=x', ''],
  ] as const) {
    await send(path);
    expect([path, calls.splice(0).sort().join()]).toEqual([path, expected]);
  }
  expect(accounts.length).toBeGreaterThan(1);
});
