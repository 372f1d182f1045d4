import { type Parameter, type ResolvedDialect, rowsPerPage } from '../dialect.js';
import { isQueryError, QueryError } from '../errors.js';
import { filterInstead } from '../messages/did-you-mean.js';
import type { JsonObject } from '../schema/field.js';
import { notInResource, type Resources, resourceOf } from '../schema/lookup.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { own } from '../values/plain-object.js';
import { defaultSelection, type Include, parseInclude, type SelectionNode } from './include.js';
import { QueryContext, QueryNode } from './query-node.js';
import { writeRelaxedJson, writeSearch } from './relaxed-json.js';
import { parseWhere, type Where } from './where.js';

// Not an interface: for an interface in an intersection, the compiler would create the members
// again in each call.
/** The members of a list query but `include`. They can be set one after the other. */
export type ListParameters<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = {
  /** Which rows are returned. Default: all. */
  where?: Where<Name, Schema>;
  /** The order of the rows. Not in the API specification, but on the service's public pages. */
  orderBy?: OrderBy<Name, Schema>;
  /** The maximum number of rows. Not in the API specification, but on the public pages. */
  take?: number | undefined;
  /** The number of rows to skip. Not in the API specification, but on the public pages. */
  skip?: number | undefined;
};

/**
 * Any query of a list, for a variable or a parameter that is passed on. Its rows have only an `id`
 * for certain, because the type does not say what is included. In a function that is generic in the
 * resource, write `ListParameters` and `ValidInclude`.
 *
 * @example
 * const query: ListQuery<'balances'> = { where: { type: 'main' }, include: { name: true } };
 */
export type ListQuery<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = ListParameters<Name, Schema> & {
  /** The fields and relations to return. Default: the default fields. */
  include?: Include<Name, Schema> | undefined;
};

/**
 * The order of a list. Rows that are equal in the first field are ordered by the next one. JSON
 * fields have no order.
 *
 * @example
 * const orderBy: OrderBy<'balances'> = { created_at: 'desc', name: 'asc' };
 */
export type OrderBy<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = Directions<Schema[Name]['~types']['properties'], Orderable<Schema[Name]>>;

/** `asc`: smallest first, `null` last. `desc`: largest first, `null` first. */
export type SortDirection = 'asc' | 'desc';

/**
 * The members of an order. It maps over keys of one named type, which keeps their documentation.
 *
 * @example
 * Directions<Unit, 'name'> // => { name?: 'asc' | 'desc' }
 */
type Directions<Properties, Names extends keyof Properties> = {
  [Key in Names]?: SortDirection;
};

/**
 * The names of the fields that have an order.
 *
 * @example
 * Orderable<PaymentsSchema['transactionLines']> // => 'id' | 'account_id' | 'amount'
 */
type Orderable<Model extends Resource> = keyof Model['~types']['properties'] &
  {
    [Key in keyof Model['fields']]: Model['fields'][Key]['kind'] extends 'json' ? never : Key;
  }[keyof Model['fields']];

/** One field of a checked `orderBy`. */
export interface Ordering {
  readonly field: string;
  readonly direction: SortDirection;
}

/** A checked query: what it means, and how it is sent. */
export interface Query {
  readonly resource: string;
  readonly selection: SelectionNode;
  readonly order: readonly Ordering[];
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
  /** Copies of the filter and of the include, as they are sent. */
  readonly where?: JsonObject | undefined;
  readonly include?: JsonObject | undefined;
}

/** The members of a query, in the words of a client. */
export const queryMembers: readonly string[] = [
  'where',
  'include',
  'orderBy',
  'take',
  'skip',
] satisfies Parameter[];

/**
 * Checks a query. An unknown member is rejected: without it, the query would return every row.
 *
 * @param allowed - The members that the query may have. Default: all.
 * @param problem - The message for one of the others.
 */
export function parseQuery(
  schema: Resources,
  resource: string,
  input: unknown,
  allowed: readonly string[] = queryMembers,
  problem = 'is not allowed here.',
  context = new QueryContext(),
): Query {
  const { fields } = resourceOf(schema, resource);
  const values: Record<string, unknown> = {};
  for (const [key, node] of new QueryNode('query', input).members('an object')) {
    if (!queryMembers.includes(key)) {
      throw unknownMember(key, node, allowed, own(fields, key) !== undefined);
    }
    if (!allowed.includes(key)) throw node.unknownKey(problem);
    if (node.value === undefined && (key === 'where' || key === 'orderBy'))
      throw new QueryError(
        key,
        `is undefined. Pass {} for ${key === 'where' ? 'all rows' : 'no order'}, or omit it.`,
      );
    values[key] = node.value;
  }
  const parse = <Result>(key: string, read: (node: QueryNode) => Result): Result | undefined => {
    if (values[key] === undefined) return undefined;
    try {
      return read(new QueryNode(key, values[key], undefined, context));
    } catch (error) {
      // Created here, because the frames of a deep filter would hide the line of the caller.
      throw isQueryError(error) ? new QueryError(error.path, error.problem, error.value) : error;
    }
  };
  const include = parse('include', (node) => parseInclude(schema, resource, node));
  const where = parse('where', (node) => parseWhere(schema, resource, node));
  return {
    resource,
    selection: include?.selection ?? defaultSelection(schema, resource),
    order: parse('orderBy', (node) => parseOrderBy(schema, resource, node)) ?? [],
    take: parse('take', parseCount),
    skip: parse('skip', parseCount),
    where,
    include: include?.json,
  };
}

function unknownMember(
  key: string,
  node: QueryNode,
  allowed: readonly string[],
  isField: boolean,
): QueryError {
  const problem = 'is not a query parameter.';
  if (isField) return node.unknownKey(problem, [], ` Use { ${allowed[0]}: { ${key}: … } }.`);
  const isList = allowed.includes('where');
  const filter = isList && filterInstead(key);
  if (filter) return node.unknownKey(problem, [], ` ${filter}`);
  const isOption =
    (isList && /^(limit|pageSize)$/.test(key)) || /^(signal|timeout|headers|retry)$/.test(key);
  const advice = isOption ? 'Pass it in the next argument.' : `Use ${allowed.join(', ')}.`;
  return node.unknownKey(problem, allowed, ` ${advice}`);
}

export function parseOrderBy(schema: Resources, name: string, orderBy: QueryNode): Ordering[] {
  const resource = resourceOf(schema, name);
  return orderBy.members("an object such as { id: 'asc' }").map(([key, member]) => {
    const field = own(resource.fields, key);
    if (!field && !own(resource.relations, key))
      throw member.unknownKey(notInResource(name, resource), Object.keys(resource.fields));
    if (!field || field.kind === 'json')
      throw member.error('cannot order by a relation or a JSON field.');
    const direction = member.value;
    if (direction === 'asc' || direction === 'desc') return { field: key, direction };
    throw member.typeError("'asc' or 'desc'");
  });
}

function parseCount(node: QueryNode): number {
  const { value } = node;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw node.typeError('a non-negative integer');
}

/** The members of a query that are sent. */
export type SentQuery = Partial<Omit<Query, 'resource' | 'selection'>>;

/** The encoded query string, without the question mark. Undefined and empty members are omitted. */
export function writeQuery(
  { where, include, order = [], take, skip }: SentQuery,
  dialect: Pick<ResolvedDialect, 'parameters' | 'orderFormat' | 'pageSize'>,
  cursor?: string,
): string {
  const { parameters, orderFormat } = dialect;
  const isPaged = parameters.page !== null && skip !== undefined;
  const size = rowsPerPage(take, dialect);
  if (isPaged && size > 0 && skip % size !== 0)
    throw new QueryError(
      'skip',
      `expected a multiple of \`take\`, got ${skip}. ` +
        'The service has numbered pages (`dialect.parameters.page`).',
      skip,
    );
  const write = ({ field, direction }: Ordering) =>
    orderFormat === 'name:asc'
      ? `${field}:${direction}`
      : `${direction === 'asc' ? '' : '-'}${field}`;
  const texts: { readonly [Name in Parameter]: string | number | undefined } = {
    where: where && writeRelaxedJson(where),
    include: include && writeRelaxedJson(include),
    orderBy: order.map(write).join(),
    take,
    skip: isPaged ? undefined : skip,
    page: isPaged ? Math.floor(skip / (size || 1)) + 1 : undefined, // without rows, any page
    cursor,
  };
  return writeSearch(
    Object.entries(texts).flatMap(([key, text]) => {
      if (text === undefined || text === '') return [];
      const name = parameters[key as Parameter]; // the names of `texts`
      if (name !== null) return [[name, text]];
      throw new QueryError(
        key,
        'is not available: the service has no such parameter (`dialect.parameters`).',
      );
    }),
  );
}
