import {
  type Dialect,
  defineSchema,
  extendSchema,
  one,
  paymentsSchema,
  pickSchema,
  uuid,
} from 'payments-data-client';
import { createMock, type Mock, sampleData } from 'payments-data-client/mock';
import type { createProxy } from 'payments-data-client/proxy';
import type { Field, JsonObject } from '../../src/schema/field.js';
import type { Resources } from '../../src/schema/lookup.js';
import type { Relation } from '../../src/schema/relation.js';
import type { Resource } from '../../src/schema/resource.js';
import type { Chance } from '../types/lib/random.js';

/** The payments schema, with to-one relations that may be null. */
export const schemaOf = (filterable: boolean) =>
  extendSchema(paymentsSchema, {
    balances: {
      relations: {
        unit: one('units', { foreignKey: 'unit_id', nullable: true, filterable }),
        account: one('accounts', { foreignKey: 'account_id', nullable: true, filterable }),
      },
    },
  });

/** The payments schema, with to-one relations that may be null and that filters can use. */
export const serviceSchema = extendSchema(schemaOf(true), {
  units: { path: '/units', operations: ['list'] },
  transactionLines: { relations: { account: schemaOf(true).balances.relations.account } },
});

/** Rows by resource, as the mock stores them. */
export type Data = { readonly [resource: string]: readonly JsonObject[] };

export const data = sampleData({ accounts: 8, transactions: 12 }) as unknown as Data;

/** A policy as data: the result of its function, or `true` for every session. */
export type Policies = { readonly [resource: string]: boolean | JsonObject };

const idsOf = (resource: string) => (data[resource] ?? []).map(({ id }) => String(id));

/** Policies by field, by list, by nested groups and by relation. */
function randomPolicies(chance: Chance, { text, like = text }: Dialect): Policies {
  const [a = '', b = '', c = ''] = chance.sample(idsOf('accounts'), 3);
  const [unit = '', other = ''] = chance.sample(idsOf('units'), 2);
  const choices: { readonly [resource: string]: readonly (boolean | JsonObject)[] } = {
    balances: [
      { account_id: a },
      { account_id: { in: [a, b, c] } },
      {
        OR: [{ name: { gt: 'H' } }, { AND: [{ balance: { gt: '3000' } }, { archived_at: null }] }],
      },
      { unit: { id: { in: [unit, other] } } },
      { OR: [{ account: { id: a } }, { balance: { gt: '5000' } }] },
      { variables: { contains: { tier: 'gold' } } },
    ],
    accounts: [
      { id: { in: [a, b] } },
      { status: 'active' },
      { balances: { some: { unit_id: unit } } },
      { balances: { none: { unit_id: { in: [unit, other] } } } },
    ],
    units: [
      { max_precision: { gte: 0 } },
      { id: { in: [unit, other] } },
      { name: { not_in: ['Euro'] } },
    ],
    transactions: [
      { status: { neq: 'completed' } },
      { lines: { some: { account_id: { in: [a, b] } } } },
      { lines: { every: { account_id: { neq: a } } } },
      { OR: [{ external_id: { like: '3' } }, { route_id: null }] },
      { external_id: { neq: 'x' } },
    ],
    transactionLines: [{ account_id: { in: [a, b, c] } }, { amount: { gt: 0 } }],
  };
  // Policies on text are refused unless the dialect says that the service compares it exactly.
  const isAllowed = (filter: boolean | JsonObject) => {
    const json = JSON.stringify(filter);
    const isText =
      /"(name|status|external_id|variables)":(?!{"like)/.test(json) && !/"balances":/.test(json);
    return (!isText || text === 'exact') && (!json.includes('"like"') || like === 'exact');
  };
  return Object.fromEntries(
    Object.entries(choices).map(([resource, filters]) => [
      resource,
      chance.happens(0.2) || (chance.happens(0.1) ? false : chance.pick(filters.filter(isAllowed))),
    ]),
  );
}

/** Some fields of every resource. */
function randomPicks(chance: Chance): { readonly [resource: string]: string[] } {
  return Object.fromEntries(
    Object.entries<Resource>(serviceSchema).map(([name, { fields, relations }]) => {
      const names = Object.keys(fields).filter((field) => field !== 'id');
      const picked = chance.sample(names, 2 + chance.below(names.length - 1));
      return [name, [...picked, ...Object.keys(relations).filter(() => chance.happens(0.8))]];
    }),
  );
}

/** A page in front of the service with every row, and a service with only what it may see. */
export interface Scenario {
  readonly policies: Policies;
  readonly schema: Resources;
  readonly reference: Mock;
  readonly subject: (request: Request) => Promise<Response>;
}

/** The most rows of a list. */
export const maxTake = 8;

/** @param dialect - Of the service. Pages write their requests in the default form. */
export async function createScenario(
  chance: Chance,
  create: typeof createProxy,
  dialect: Dialect = {},
): Promise<Scenario> {
  const policies = randomPolicies(chance, dialect);
  const schema = pickSchema(serviceSchema, randomPicks(chance) as never) as unknown as Resources;
  const ofService = { maxUrlLength: 100_000, ...dialect };
  const service = wholeMock(ofService);
  const { fetch } = create({
    ...service.clientOptions,
    schema: schema as unknown as typeof serviceSchema,
    serviceSchema,
    authenticate: () => 'session',
    policies: functionsOf(policies) as never,
    maxTake,
    maxRelationDepth: 20,
    dialect: ofService,
  });
  const reference = await createReference(schema, policies, dialect);
  return { policies, schema, subject: fetch, reference };
}

/** Policies that are the same for every session. */
export const functionsOf = (policies: Policies) =>
  Object.fromEntries(
    Object.entries(policies).map(([name, policy]) => [name, policy === true || (() => policy)]),
  );

const wholeMocks = new Map<string, ReturnType<typeof createWhole>>();
const createWhole = (dialect: Dialect) =>
  createMock({ schema: serviceSchema, data: data as never, dialect });

/** The mock with every row, which no test changes. */
function wholeMock(dialect: Dialect) {
  const key = JSON.stringify(dialect);
  const whole = wholeMocks.get(key) ?? createWhole(dialect);
  wholeMocks.set(key, whole);
  return whole;
}

/** The mock with nothing but the visible rows and fields. */
async function createReference(
  schema: Resources,
  policies: Policies,
  { nulls, text, like, nullOrder }: Dialect,
): Promise<Mock> {
  const dialect = { nulls, text, like, nullOrder, maxUrlLength: 100_000 };
  const whole = wholeMock(dialect);
  const visible = new Map<string, ReadonlySet<unknown>>();
  for (const [name, policy] of Object.entries(policies)) {
    const { path } = serviceSchema[name as 'units'];
    const where = encodeURIComponent(JSON.stringify(typeof policy === 'object' ? policy : {}));
    const headers = { authorization: `APIKey ${whole.clientOptions.apiKey}` };
    const response = await whole.fetch(`${whole.baseUrl}/v1${path}?where=${where}`, { headers });
    const rows = policy === false ? [] : ((await response.json()) as { id: string }[]);
    visible.set(name, new Set(rows.map(({ id }) => id)));
  }
  const isVisible = (resource: string, id: unknown) => visible.get(resource)?.has(id) ?? false;

  const rows: Record<string, JsonObject[]> = {};
  const resources: Record<string, Resource> = {
    ...defineSchema({ hidden: { fields: { id: uuid() } } }),
  };
  for (const [name, resource] of Object.entries(schema)) {
    // Links have columns of their own: a visible foreign key may have the id of a hidden row.
    const relations = mapValues(
      resource.relations,
      (relation): Relation => ({ ...relation, foreignKey: `link_${relation.foreignKey}` }),
    );
    const fields = mapValues(resource.fields, (field): Field => {
      if (!field.computed) return field;
      return { ...field, compute: ({ id }) => computedValue(name, id, field) };
    });
    // The mock knows without a relation that lines have an account, which may be hidden.
    const hasAccount = name === 'transactionLines' && 'account_id' in fields;
    const hidden = hasAccount && { hidden: one('hidden', { foreignKey: 'account_id' }) };
    resources[name] = { ...resource, fields, relations: { ...relations, ...hidden } };
    rows[name] = (data[name] ?? [])
      .filter(({ id }) => isVisible(name, id))
      .map((row) => ({ ...pick(row, fields), ...links(name, row, schema, isVisible) }));
  }
  return createMock({
    schema: resources as never,
    data: rows as never,
    apiKeys: false,
    dialect: { ...dialect, pageSize: { default: maxTake, max: maxTake } },
  }) as unknown as Mock;
}

const mapValues = <Value, Result>(
  object: { readonly [key: string]: Value },
  map: (value: Value, key: string) => Result,
) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));

const pick = (row: JsonObject, fields: object): JsonObject =>
  Object.fromEntries(Object.entries(row).filter(([key]) => Object.hasOwn(fields, key)));

const computedValue = (resource: string, id: unknown, { compute }: Field): unknown =>
  compute?.(data[resource]?.find((row) => row.id === id) ?? {});

/** The ids of visible rows that a row links to. */
function links(
  name: string,
  row: JsonObject,
  schema: Resources,
  isVisible: (resource: string, id: unknown) => boolean,
): JsonObject {
  const columns: [string, string][] = Object.values(schema[name]?.relations ?? {})
    .filter(({ cardinality }) => cardinality === 'one')
    .map(({ foreignKey, target }) => [foreignKey, target]);
  for (const [owner, { relations }] of Object.entries(schema))
    for (const { cardinality, target, foreignKey } of Object.values(relations))
      if (cardinality === 'many' && target === name) columns.push([foreignKey, owner]);
  return Object.fromEntries(
    columns.map(([column, target]) => [
      `link_${column}`,
      isVisible(target, row[column]) ? (row[column] ?? null) : null,
    ]),
  );
}
