import { ConfigurationError } from './errors.js';
import { type OptionCheck, oneOf, positiveInteger } from './messages/check-options.js';
import {
  isPlainObject,
  isWellFormed,
  own,
  setMember,
  withoutUndefined,
} from './values/plain-object.js';

const parameterNames = {
  where: 'where',
  include: 'include',
  orderBy: 'order_by',
  take: 'take',
  skip: 'skip',
  page: null,
  cursor: null,
} as const;

export type Parameter = keyof typeof parameterNames;

/** The members with a few values; the first one is the default. */
const choices = {
  orderFormat: ['name:asc', '-name'],
  nulls: ['value', 'sql'],
  text: ['exact', 'insensitive'],
  like: ['exact', 'insensitive'],
  nullOrder: ['largest', 'smallest', 'last', 'first'],
} as const;

type Choices = { readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] };

/**
 * What differs at your service, where the API specification is silent. Write only what differs from
 * the default, or let the command `connect` find it out and write it.
 *
 * @example
 * const dialect = {
 *   envelope: 'data',
 *   pageSize: { default: 50, max: 100 },
 *   nulls: 'sql',
 * } as const satisfies Dialect;
 */
export interface Dialect {
  /**
   * The member of a body that contains the rows, or the path of one, such as `'meta.rows'`; `null`
   * if the body is always the rows. Default: either the body itself, or its member `result`. An
   * object also names the `pagination` of `withResponse()` (default: the member `pagination`, or
   * else the numbers beside the rows), and the cursor of the next page.
   */
  readonly envelope?: string | null | EnvelopePaths | undefined;
  /**
   * The names of the query parameters; `null` for one that the service lacks. Default: the name
   * itself, `order_by`, and `null` for `cursor` and `page` (the number of a page, instead of
   * `skip`).
   */
  readonly parameters?: { readonly [Name in Parameter]?: string | null | undefined } | undefined;
  /** How an order is written: `name:asc` (default), or `-name` for descending. */
  readonly orderFormat?: Choices['orderFormat'] | undefined;
  /** The number of rows of a list without `take`, and the most of any list. Default: no limit. */
  readonly pageSize?: { readonly [Name in 'default' | 'max']?: number | undefined } | undefined;
  /** The maximum length of a URL in bytes. Default 8,000. */
  readonly maxUrlLength?: number | undefined;
  /** `'sql'`: SQL's three-valued logic: `neq` and `not_in` skip null. Default `'value'`. */
  readonly nulls?: Choices['nulls'] | undefined;
  /**
   * Whether `eq`, `in`, ranges and the order of text ignore letter case. Default `'exact'`: no. A
   * policy of a proxy compares text only if it is written here.
   */
  readonly text?: Choices['text'] | undefined;
  /** Whether `like` ignores letter case. Default: as `text`. */
  readonly like?: Choices['like'] | undefined;
  /**
   * The place of null in an order: `'largest'` (default: last in `asc`, first in `desc`),
   * `'smallest'`, or always `'last'` or `'first'`.
   */
  readonly nullOrder?: Choices['nullOrder'] | undefined;
}

/** The members of a body, each a name or a path such as `'meta.next'`. */
export interface EnvelopePaths {
  readonly rows?: string | null | undefined;
  readonly pagination?: string | undefined;
  readonly cursor?: string | undefined;
}

type Path = readonly string[];

/** A dialect with its defaults. */
export interface ResolvedDialect extends Choices {
  readonly envelope: { rows: Path | null; pagination: Path; cursor: Path | null } & {
    /** Whether the dialect names a member, without which a mock has no envelope. */
    isDeclared: boolean;
  };
  readonly parameters: { readonly [Name in Parameter]: string | null };
  readonly pageSize: { readonly default: number; readonly max: number };
  readonly maxUrlLength: number;
  /** What the dialect says itself of the letter case of text, instead of relying on the default. */
  readonly declared: { readonly [Name in 'text' | 'like']: Choices[Name] | undefined };
}

const isMemberPath = (value: unknown) =>
  typeof value === 'string' && value.split('.').every(Boolean);
const path: OptionCheck = [isMemberPath, "a name, or a path such as 'meta.rows'"];
const pathOrNull: OptionCheck = [
  (value) => value === null || isMemberPath(value),
  `${path[1]}, or null`,
];
const parameter: OptionCheck = [
  (value) => value === null || (typeof value === 'string' && /^[^&=#?+\s\p{Cs}]+$/u.test(value)),
  'the name of a query parameter, or null if the service has none',
];

const mapMembers = <Value, Result>(
  object: { readonly [name: string]: Value },
  map: (value: Value) => Result,
) => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));

/** The check of the option `dialect`, of a client, a mock or a proxy. */
export const dialectCheck = (): OptionCheck => [
  isPlainObject,
  'an object such as { envelope: … }',
  {
    envelope: [
      pathOrNull[0],
      `${pathOrNull[1]}, or { rows, pagination, cursor }`,
      { rows: pathOrNull, pagination: path, cursor: path },
    ],
    parameters: [isPlainObject, 'an object of names', mapMembers(parameterNames, () => parameter)],
    pageSize: [isPlainObject, 'an object', { default: positiveInteger, max: positiveInteger }],
    maxUrlLength: positiveInteger,
    ...mapMembers<readonly string[], OptionCheck>(choices, oneOf),
  },
];

/**
 * Adds the defaults to a dialect that {@link dialectCheck} accepts. Throws a ConfigurationError for
 * two parameters with the same name, for one half of a cursor, and for a default above the maximum.
 */
export function resolveDialect(source: string, dialect: Dialect = {}): ResolvedDialect {
  const { envelope, pageSize, ...members } = withoutUndefined(dialect) as Dialect;
  const paths: EnvelopePaths = isPlainObject(envelope) ? envelope : { rows: envelope };
  const parameters = { ...parameterNames, ...withoutUndefined(members.parameters) };
  const sizes = { default: Infinity, max: Infinity, ...withoutUndefined(pageSize) };
  const problem =
    repetitionOf(parameters) ??
    cursorProblem(parameters, paths) ??
    (sizes.default > sizes.max && sizes.default < Infinity
      ? `\`dialect.pageSize.default\` is ${sizes.default}, which is more than \`max\` ` +
        `(${sizes.max}). Set it to at most ${sizes.max}.`
      : undefined);
  if (problem) throw new ConfigurationError(problem, source);
  return {
    ...(mapMembers(choices, ([usual]) => usual) as Choices), // one of its values
    maxUrlLength: 8_000,
    like: members.text ?? 'exact',
    declared: { text: members.text, like: members.like ?? members.text },
    ...(members as object),
    envelope: {
      isDeclared: Boolean(paths.rows ?? paths.pagination ?? paths.cursor),
      rows: paths.rows === null ? null : (paths.rows ?? 'result').split('.'),
      pagination: (paths.pagination ?? 'pagination').split('.'),
      cursor: paths.cursor?.split('.') ?? null,
    },
    parameters,
    pageSize: sizes,
  };
}

function cursorProblem(
  { cursor: parameter }: ResolvedDialect['parameters'],
  { rows = 'result', cursor }: EnvelopePaths,
): string | undefined {
  if ((parameter === null) !== (cursor === undefined))
    return (
      '`dialect.parameters.cursor` and `dialect.envelope.cursor` need each other: ' +
      'the parameter sends the cursor, and the member of the body has the next one. ' +
      'Set both, or neither.'
    );
  return cursor !== undefined && (rows === null || `${cursor}.`.startsWith(`${rows}.`))
    ? '`dialect.envelope.cursor` must be beside the rows, not in them.'
    : undefined;
}

function repetitionOf(parameters: ResolvedDialect['parameters']): string | undefined {
  const names = Object.values(parameters).filter((name) => name !== null);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated === undefined) return undefined;
  return (
    `two members of \`dialect.parameters\` have the name '${repeated}'. ` +
    'Use null for one that the service does not have.'
  );
}

/** The most rows of a page with this `take`. Pages with a number have the same size. */
export const rowsPerPage = (
  take: number | undefined,
  { pageSize }: Pick<ResolvedDialect, 'pageSize'>,
): number => Math.min(take ?? pageSize.default, pageSize.max);

const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce((value, name) => (isPlainObject(value) ? own(value, name) : undefined), body);

/** What a body contains. */
interface OpenedEnvelope {
  readonly data: unknown;
  readonly pagination: unknown;
  /** null or an empty text if there is none; `undefined` if there may be rows that it leads to. */
  readonly cursor: unknown;
}

/**
 * Finds the rows and the rest in a body. A row always has an `id`: an object with one is no
 * envelope, whatever its members are called.
 */
export function openEnvelope(
  body: unknown,
  { envelope: { rows, pagination, cursor } }: Pick<ResolvedDialect, 'envelope'>,
): OpenedEnvelope {
  const path = isPlainObject(body) && !Object.hasOwn(body, 'id') ? rows : null;
  const data = path ? valueAt(body, path) : undefined;
  if (!path || data === undefined) return { data: body, pagination: undefined, cursor: undefined };
  const hasMore = cursor && valueAt(body, [...cursor.slice(0, -1), 'has_more']);
  return {
    data,
    pagination: valueAt(body, pagination) ?? numbersIn(valueAt(body, path.slice(0, -1))),
    cursor:
      (cursor && hasMore !== false ? valueAt(body, cursor) : null) ??
      (hasMore === true ? undefined : null),
  };
}

/** Why a list of a service with cursors cannot be read on. */
export const NO_CURSOR =
  'there may be more rows, but the response has no `dialect.envelope.cursor`.';

/**
 * The text of a cursor; `undefined` for what nobody can send back, such as a large integer, which
 * the reader of JSON has rounded.
 */
export const cursorText = (cursor: unknown): string | undefined =>
  (typeof cursor === 'string' && isWellFormed(cursor)) ||
  (typeof cursor === 'number' && (Number.isSafeInteger(cursor) || cursor % 1 !== 0))
    ? `${cursor}`
    : undefined;

/** The numbers beside the rows, such as `{ count: 60 }` of `{ count, next, previous, results }`. */
function numbersIn(envelope: unknown): object | undefined {
  const numbers = Object.entries(Object(envelope)).filter(([, value]) => typeof value === 'number');
  return numbers.length > 0 ? Object.fromEntries(numbers) : undefined;
}

/** Puts rows, and what is known about their page, where {@link openEnvelope} finds them. */
export function putIntoEnvelope(
  data: unknown,
  { envelope: { isDeclared, rows, pagination, cursor } }: Pick<ResolvedDialect, 'envelope'>,
  page?: { readonly total: number; readonly cursor?: string | null },
): unknown {
  if (!isDeclared || rows === null) return data;
  const body = {};
  if (page) putAt(body, pagination, { total: page.total });
  if (page && cursor) putAt(body, cursor, page.cursor ?? null);
  putAt(body, rows, data);
  return body;
}

function putAt(body: Record<string, unknown>, [name = '', ...names]: Path, value: unknown): void {
  const inner = names.length > 0 && own(body, name);
  const member: Record<string, unknown> = isPlainObject(inner) ? inner : {};
  if (names.length > 0) putAt(member, names, value);
  setMember(body, name, names.length > 0 ? member : value);
}
