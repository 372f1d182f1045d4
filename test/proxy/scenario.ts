import {
  createClient,
  type Dialect,
  extendSchema,
  one,
  paymentsSchema,
  pickSchema,
} from 'payments-data-client';
import { createMock, type Mock, sampleData } from 'payments-data-client/mock';
import type { createProxy } from 'payments-data-client/proxy';
import type { Field, JsonObject } from '../../src/schema/field.js';
import type { Relation } from '../../src/schema/relation.js';
import type { Resource } from '../../src/schema/resource.js';
import type { Resources } from '../../src/schema/resources.js';
import type { Chance } from '../types/lib/random.js';

/** The payments schema, with to-one relations that may be null and that filters can use. */
export const serviceSchema = extendSchema(paymentsSchema, {
  balances: {
    relations: {
      unit: one('units', { foreignKey: 'unit_id', nullable: true, filterable: true }),
      account: one('accounts', { foreignKey: 'account_id', nullable: true, filterable: true }),
    },
  },
  units: { path: '/units', operations: ['list'] },
  transactionLines: {
    relations: {
      account: one('accounts', { foreignKey: 'account_id', nullable: true, filterable: true }),
    },
  },
});

/** Rows by resource, as the mock stores them. */
export type Data = { readonly [resource: string]: readonly JsonObject[] };

export const data = sampleData({ accounts: 8, transactions: 12 }) as unknown as Data;

/** A policy as data: the result of its function, or `true` for every session. */
export type Policies = { readonly [resource: string]: boolean | JsonObject };

const idsOf = (resource: string) => (data[resource] ?? []).map(({ id }) => String(id));

/** Policies by field, by list, by nested groups and by relation. */
function randomPolicies(chance: Chance, { text = {} }: Dialect): Policies {
  const [a = '', b = '', c = ''] = chance.sample(idsOf('accounts'), 3);
  const choices: { readonly [resource: string]: readonly (boolean | JsonObject)[] } = {
    balances: [
      { account_id: a },
      { account_id: { in: [a, b, c] } },
      { OR: [{ type: 'main' }, { AND: [{ balance: { gt: '3000' } }, { archived_at: null }] }] },
      { unit: { symbol: { in: ['$', '€'] } } },
      { variables: { contains: { tier: 'gold' } } },
    ],
    accounts: [
      { id: { in: [a, b] } },
      { status: 'active' },
      { balances: { some: { balance: { lt: 0 } } } },
    ],
    units: [
      { max_precision: { gte: 0 } },
      { symbol: { in: ['$', '€'] } },
      { name: { not_in: ['Euro'] } },
    ],
    transactions: [
      { status: { neq: 'completed' } },
      { lines: { some: { account_id: { in: [a, b] } } } },
      { OR: [{ external_id: { like: '3' } }, { route_id: null }] },
    ],
    transactionLines: [{ account_id: { in: [a, b, c] } }, { amount: { gt: 0 } }],
  };
  // Policies on text are refused if the service does not compare it exactly.
  const isInexact = [text.equality, text.like].some((setting) => (setting ?? 'exact') !== 'exact');
  const isAllowed = (filter: boolean | JsonObject) =>
    !isInexact || !/"(type|status|symbol|name|external_id)"/.test(JSON.stringify(filter));
  return Object.fromEntries(
    Object.entries(choices).map(([resource, filters]) => [
      resource,
      chance.happens(0.2) || (chance.happens(0.1) ? false : chance.pick(filters.filter(isAllowed))),
    ]),
  );
}

/** Values that no row has, so that a list of them is too long for one URL. */
export const longer = (values: readonly string[]): string[] => [
  ...values.slice(1),
  ...Array.from(
    { length: 220 },
    (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  ),
  ...values.slice(0, 1),
];

/** Policies with long lists, at each place where a list can be split, and in relations. */
function longPolicies(chance: Chance): Policies {
  const some = { in: longer(chance.sample(idsOf('accounts'), 4)) };
  return {
    balances: chance.pick<JsonObject>([
      { account_id: some },
      { AND: [{ type: { neq: 'children' } }, { account_id: some }] },
      { OR: [{ account_id: some }, { type: 'main' }] },
      { account: { id: some } },
    ]),
    accounts: chance.pick<boolean | JsonObject>([
      true,
      { id: some },
      { balances: { some: { account_id: some } } },
    ]),
    units: chance.pick<boolean | JsonObject>([true, { symbol: { in: longer(['$', '€']) } }]),
    transactions: chance.pick<boolean | JsonObject>([
      true,
      { lines: { some: { account_id: some } } },
    ]),
    transactionLines: { account_id: some },
  };
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

/**
 * A page in front of the service with every row, and the service that holds only what the page may
 * see.
 */
export interface Scenario {
  readonly dialect: Dialect;
  readonly policies: Policies;
  readonly schema: Resources;
  readonly reference: Mock;
  /** Whether policies are too long for one URL. Lists are then read in pages of `maxTake` rows. */
  readonly isLong: boolean;
  readonly subject: (request: Request) => Promise<Response>;
}

/** The most rows of a list with long policies. */
export const longTake = 7;

/**
 * @param dialect - Of the service. Pages write their requests in the default form whatever it is.
 */
export async function createScenario(
  chance: Chance,
  create: typeof createProxy,
  dialect: Dialect = {},
  isLong = false,
): Promise<Scenario> {
  const policies = isLong ? longPolicies(chance) : randomPolicies(chance, dialect);
  const schema = pickSchema(serviceSchema, randomPicks(chance) as never) as unknown as Resources;
  const ofService = isLong ? dialect : withLongUrls(dialect);
  const service = createMock({ schema: serviceSchema, data: data as never, dialect: ofService });
  const { fetch } = create({
    ...service.clientOptions,
    schema: schema as unknown as typeof serviceSchema,
    serviceSchema,
    authenticate: () => 'session',
    policies: Object.fromEntries(
      Object.entries(policies).map(([name, policy]) => [name, policy === true || (() => policy)]),
    ) as never,
    maxTake: isLong ? longTake : 1_000,
    maxRelationDepth: 20,
    dialect: ofService,
  });
  return {
    dialect,
    policies,
    schema,
    isLong,
    subject: fetch,
    reference: await createReference(schema, policies, dialect),
  };
}

const withLongUrls = (dialect: Dialect): Dialect => ({ ...dialect, maxUrlLength: 1_000_000 });

/** The mock with nothing but the visible rows and fields. */
async function createReference(
  schema: Resources,
  policies: Policies,
  service: Dialect,
): Promise<Mock> {
  const { envelope, parameters, orderFormat, ...rest } = service;
  const dialect = withLongUrls(rest);
  const whole = createClient({
    ...createMock({ schema: serviceSchema, data: data as never, dialect }).clientOptions,
    schema: serviceSchema,
    dialect,
  });
  const visible = new Map<string, Set<string>>();
  for (const [name, policy] of Object.entries(policies)) {
    const where = typeof policy === 'object' ? policy : {};
    const rows =
      policy === false
        ? []
        : await (whole[name as 'units'].list({ where }) as Promise<{ id: string }[]>);
    visible.set(name, new Set(rows.map(({ id }) => id)));
  }
  const isVisible = (resource: string, id: unknown) =>
    visible.get(resource)?.has(String(id)) ?? false;

  const rows: Record<string, JsonObject[]> = {};
  const resources: Record<string, Resource> = {};
  for (const [name, resource] of Object.entries(schema)) {
    // Links have columns of their own, because a visible foreign key may contain the id of a hidden
    // row.
    const relations = mapValues(
      resource.relations,
      (relation): Relation => ({
        ...relation,
        foreignKey: `link_${relation.foreignKey}`,
      }),
    );
    const fields = mapValues(resource.fields, (field, key): Field => {
      if (field.computed)
        return { ...field, compute: ({ id }) => computedValue(name, String(id), field) };
      // Text has the same comparators as an id, but no check that the row exists.
      const { references: _, follows: __, ...own } = field;
      return field.kind === 'uuid' && key !== 'id' ? { ...own, kind: 'string' } : own;
    });
    resources[name] = { ...resource, fields, relations };
    rows[name] = (data[name] ?? [])
      .filter(({ id }) => isVisible(name, id))
      .map((row) => ({ ...pick(row, fields), ...links(name, row, schema, isVisible) }));
  }
  return createMock({
    schema: resources as never,
    data: rows as never,
    apiKeys: false,
    dialect,
  }) as unknown as Mock;
}

const mapValues = <Value, Result>(
  object: { readonly [key: string]: Value },
  map: (value: Value, key: string) => Result,
) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));

const pick = (row: JsonObject, fields: object): JsonObject =>
  Object.fromEntries(Object.entries(row).filter(([key]) => Object.hasOwn(fields, key)));

function computedValue(resource: string, id: string, { compute }: Field): unknown {
  return compute?.(data[resource]?.find((row) => row.id === id) ?? {});
}

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
