import { parameterKeys, type RequestDialect, rowsPerPage } from '../dialect/request-dialect.js';
import { QueryError } from '../errors.js';
import type { JsonObject } from '../schema/field.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { nonNegativeInteger } from '../values/check-options.js';
import { isDateObject } from '../values/date.js';
import type { OtherNames } from '../values/did-you-mean.js';
import { own } from '../values/plain-object.js';
import type { FilterNode } from './filter-node.js';
import { hints, type OptionHint, optionNames } from './hints.js';
import { defaultSelection, parseInclude, type SelectionNode } from './include.js';
import { isoText, parseNumber, parseText } from './operand.js';
import { type OrderBy, type Ordering, parseOrderBy } from './order-by.js';
import { type QueryContext, QueryNode } from './query-node.js';
import { writeRelaxedJson, writeSearch } from './relaxed-json.js';
import type { DateLike } from './types/comparison.js';
import { type Filter, parseWhere } from './where.js';

// Not an interface: for an interface in an intersection, the compiler would create the members
// again in each call.
/** The members of a list query but `include`. They can be set one after the other. */
export type ListParameters<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = {
  /** Which rows are returned. Default: all. */
  where?: Filter<Name, Schema>;
  /** The order of the rows. Not in the API specification, but on the service's public pages. */
  orderBy?: OrderBy<Name, Schema>;
  /**
   * The maximum number of rows. Not in the API specification, but on the service's public pages.
   */
  take?: number | undefined;
  /**
   * The number of rows to skip. Not in the API specification, but on the service's public pages.
   */
  skip?: number | undefined;
  /**
   * Only rows after this value of the first ordering field, or after this cursor. See `orderBy`.
   */
  after?: string | number | DateLike | undefined;
  /**
   * Only rows before this value of the first ordering field, or before this cursor. See `orderBy`.
   */
  before?: string | number | DateLike | undefined;
};

/**
 * The query of a list.
 *
 * @example
 * ListQuery<'units', { name: true }>
 * // => WithInclude<ListParameters<'units'>, { name: true }, QueryHint<'units', PaymentsSchema>>
 */
export type ListQuery<
  Name extends ResourceName<Schema>,
  Chosen,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = WithInclude<ListParameters<Name, Schema>, Chosen, QueryHint<Name, Schema>>;

// It has the valid parameters too, so that the compiler finds it most similar to a query with one
// wrong name.
interface QueryHint<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>>
  extends ListParameters<Name, Schema>,
    OtherNames<'where' | 'include' | 'orderBy' | 'take' | 'skip' | 'after'>,
    OptionHint<'signal' | 'timeout' | 'headers' | 'retry'> {
  include: never;
}

/**
 * A query with the include that the compiler infers, or without one, and its {@link Hint}. A single
 * type with an optional `include` would be wrong: from a value whose `include` is optional, the
 * compiler infers that the include is always there, and the row type would have fields that are not
 * returned. So the members without an include, and `undefined` for the whole query, are only
 * allowed if no include is inferred.
 *
 * @example
 * WithInclude<{ take: 1 }, { name: true }, never> // => { take: 1 } & { include: { name: true } }
 * WithInclude<{ take: 1 }, undefined, never>
 * // => ({ take: 1 } & { include?: undefined }) | undefined | ({ take: 1 } & { include: undefined })
 */
export type WithInclude<Parameters, Chosen, QueryHint> =
  | QueryHint
  | (undefined extends Chosen ? Parameters & { include?: undefined } : never)
  | NoInfer<Chosen & undefined>
  | (Parameters & {
      /** The fields and relations to return. Default: the default fields. */
      include: Chosen;
    });

export interface ParsedListQuery {
  readonly selection: SelectionNode;
  readonly order: readonly Ordering[];
  readonly take: number | undefined;
  readonly skip: number | undefined;
  readonly after: string | number | undefined;
  readonly before: string | number | undefined;
  readonly filter: FilterNode | undefined;
  /** Copies of the filter and of the include, as they are sent. */
  readonly where: JsonObject | undefined;
  readonly include: JsonObject | undefined;
}

const parameters = parameterKeys.filter((key) => key !== 'page'); // of a service with numbered pages, only

/** What else a list query is parsed with. */
export interface ListQueryContext extends Omit<QueryContext, 'values'> {
  /** The parameters that the query may have. Default: all. */
  readonly allowed?: readonly string[];
  /** The message for one of the others. */
  readonly problem?: string;
}

/** An unknown parameter is rejected: without it, the query would return every row. */
export function parseListQuery(
  schema: Resources,
  name: string,
  query: unknown,
  { allowed = parameters, problem = '', ...context }: ListQueryContext = {},
): ParsedListQuery {
  const given: Record<string, unknown> = {};
  for (const [key, node] of new QueryNode('query', query).members('an object')) {
    if (!parameters.includes(key)) {
      const isField = own(resourceOf(schema, name).fields, key);
      const isOption = (optionNames as readonly string[]).includes(key);
      const instead = isField ? `{ ${allowed[0]}: { ${key}: … } }` : allowed.join(', ');
      throw node.unknownKey(
        'is not a query parameter.',
        isField ? [] : allowed,
        ` ${isOption ? hints.option : `Use ${instead}.`}`,
      );
    }
    if (!allowed.includes(key)) throw node.unknownKey(problem);
    if (node.value === undefined && (key === 'where' || key === 'orderBy'))
      throw new QueryError(
        key,
        `is undefined. Pass {} for ${key === 'where' ? 'all rows' : 'no order'}, or omit it.`,
      );
    given[key] = node.value;
  }
  const parse = <Result>(key: string, of: (node: QueryNode) => Result): Result | undefined =>
    given[key] === undefined ? undefined : of(new QueryNode(key, given[key], undefined, context));
  const include = parse('include', (node) => parseInclude(schema, name, node));
  const where = parse('where', (node) => parseWhere(schema, name, node));
  return {
    selection: include?.selection ?? defaultSelection(schema, name),
    order: parse('orderBy', (node) => parseOrderBy(schema, name, node)) ?? [],
    take: parse('take', parseCount),
    skip: parse('skip', parseCount),
    after: parse('after', parseCursorOrValue),
    before: parse('before', parseCursorOrValue),
    filter: where?.filter,
    where: where?.json,
    include: include?.json,
  };
}

function parseCount(node: QueryNode): number {
  const [isValid, expected] = nonNegativeInteger;
  if (isValid(node.value)) return Number(node.value);
  throw node.typeError(expected);
}

function parseCursorOrValue(node: QueryNode): string | number {
  const { value } = node;
  if (isDateObject(value)) return isoText(value, node);
  if (typeof value === 'number') return parseNumber(value, node, ' Pass it as a string.');
  if (typeof value === 'string' && value !== '') return parseText(value, node);
  throw node.typeError('a cursor or a value of the first ordering field');
}

/** Without the question mark. Undefined and empty parameters are omitted. */
export function writeListQuery(
  { where, include, order, take, skip, after, before }: Partial<ParsedListQuery>,
  {
    parameters: names,
    orderFormat,
    pageSize,
  }: Pick<RequestDialect, 'parameters' | 'orderFormat' | 'pageSize'>,
): string {
  const isPaged = names.page !== null && skip !== undefined;
  const size = rowsPerPage(take, pageSize);
  if (isPaged && size > 0 && skip % size !== 0)
    throw new QueryError(
      'skip',
      `expected a multiple of \`take\`, got ${skip}. The service has numbered pages (\`dialect.parameters.page\`).`,
      skip,
    );
  const texts = {
    where: where && writeRelaxedJson(where),
    include: include && writeRelaxedJson(include),
    orderBy: order?.map((ordering) => writeOrdering(ordering, orderFormat)).join(),
    take,
    skip: isPaged ? undefined : skip,
    page: isPaged ? Math.floor(skip / (size || 1)) + 1 : undefined, // without rows, any page
    after,
    before,
  };
  return writeSearch(
    Object.entries(texts).flatMap(([key, text]) => {
      if (text === undefined || text === '') return [];
      const name = names[key as keyof typeof texts];
      if (name !== null) return [[name, text]];
      throw new QueryError(
        key,
        'is not available: the service has no such parameter (`dialect.parameters`).',
      );
    }),
  );
}

function writeOrdering(
  { field, direction }: Ordering,
  format: RequestDialect['orderFormat'],
): string {
  if (format === 'name:asc') return `${field}:${direction}`;
  return direction === 'asc' ? field : `-${field}`;
}
