import { type OptionCheck, positiveInteger } from '../values/check-options.js';
import { isPlainObject, own } from '../values/plain-object.js';
import {
  type Collation,
  type ComparatorChanges,
  collationCheck,
  comparatorsCheck,
  type DefaultOrder,
  defaultOrderCheck,
  type Envelope,
  envelopeCheck,
  expectedCollation,
  orderFormats,
  parameterName,
  requestDefaults,
  statusCheck,
  storedDates,
} from './setting-values.js';

/** A point on which the API specification is silent, and on which services differ. */
export interface Setting<Value = unknown> {
  readonly default: Value;
  readonly accepts: (value: unknown) => boolean;
  /** What `accepts` accepts, for messages. */
  readonly expected: string;
  /** What is expected instead of a value that is almost right. */
  readonly expectedFor?: (value: unknown) => string | undefined;
  /** The values that have names. */
  readonly names?: readonly string[];
}

/** Declares a setting with a fixed list of values. The first is the default. */
const choice = <const Names extends readonly [string, ...string[]]>(
  ...names: Names
): Setting<Names[number]> => ({
  default: names[0],
  accepts: (value) => names.includes(value as string),
  expected: `one of ${names.map((name) => `'${name}'`).join(', ')}`,
  names,
});

/** Declares a setting with other values than names. */
const open = <Value>(
  usual: Value,
  [isValid, expected, inner]: OptionCheck,
  more?: Pick<Setting, 'expectedFor' | 'names'>,
): Setting<Value> => ({
  default: usual,
  accepts: (value) =>
    inner && isPlainObject(value)
      ? Object.entries(value).every(
          ([name, member]) => member === undefined || own(inner, name)?.[0](member),
        )
      : isValid(value),
  expected,
  ...more,
});

const defaultOrder = open<DefaultOrder>('insertion', defaultOrderCheck, {
  names: ['insertion', 'id'],
});
const rowsWithNull = choice('matched', 'skipped');
const computedFields = choice('allowed', 'rejected');
const unknownNames = choice('rejected', 'ignored');

/**
 * Every setting of a dialect, by group. The type `Dialect` and the checks derive from it.
 * `docs/guide/settings.md` says what each value means.
 */
export const settings = {
  envelope: open<Envelope>(requestDefaults.envelope, envelopeCheck),
  parameters: Object.fromEntries(
    Object.entries(requestDefaults.parameters).map(([key, name]) => [
      key,
      open(name, parameterName),
    ]),
  ) as { readonly [Name in keyof typeof requestDefaults.parameters]: Setting<string | null> },
  orderFormat: choice(...orderFormats),
  pageSize: {
    default: open<number>(requestDefaults.pageSize.default, positiveInteger),
    max: open<number>(requestDefaults.pageSize.max, positiveInteger),
  },
  maxUrlLength: open<number>(requestDefaults.maxUrlLength, positiveInteger),
  rejections: {
    query: open<number>(400, statusCheck),
    credentials: open<number>(401, statusCheck),
    id: open<number>(404, statusCheck),
    body: choice('errors', 'error', 'error.message', 'message'),
  },
  dates: choice(...storedDates),
  nulls: {
    neq: rowsWithNull,
    notIn: rowsWithNull,
    notContains: rowsWithNull,
    insideIn: choice('compared', 'ignored', 'rejected'),
    insideNotIn: choice('compared', 'ignored', 'nothing', 'rejected'),
    every: choice('false', 'unknown'),
    jsonNeq: rowsWithNull,
    jsonNotContains: rowsWithNull,
    jsonNotExists: rowsWithNull,
  },
  text: {
    collation: open<Collation>('codePoint', collationCheck, {
      expectedFor: expectedCollation,
      names: ['codePoint', 'en'],
    }),
    equality: choice('exact', 'collation'),
    like: choice('exact', 'insensitive', 'asciiInsensitive', 'collation'),
    wildcards: choice('none', 'sql', 'sqlWithoutEscape'),
  },
  enumerations: { values: choice('open', 'closed'), order: choice('text', 'declared') },
  uuids: choice('text', 'insensitive', 'uuid'),
  unknown: {
    parameters: unknownNames,
    where: unknownNames,
    include: unknownNames,
    orderBy: unknownNames,
    comparators: unknownNames,
  },
  empty: {
    in: choice('nothing', 'everything', 'rejected'),
    notIn: choice('everything', 'nothing', 'rejected'),
    or: choice('nothing', 'everything', 'rejected'),
    quantifier: choice('counted', 'everything', 'rejected'),
    take: choice('nothing', 'rejected'),
  },
  json: {
    contains: choice('deep', 'shallow'),
    arrays: choice('sets', 'positions', 'whole'),
    emptyObject: choice('object', 'equal', 'anything'),
    notContains: choice('undecided', 'opposite'),
    exists: choice('key', 'value'),
    paths: choice('dotted', 'literal', 'jsonpath'),
  },
  comparators: open<ComparatorChanges>(requestDefaults.comparators, comparatorsCheck),
  computed: { where: computedFields, orderBy: computedFields },
  order: {
    default: defaultOrder,
    related: defaultOrder,
    ties: choice('insertion', 'id'),
    nulls: choice('largest', 'smallest', 'last', 'first'),
  },
} as const;

/** Short names for several members of a group. */
export const presets = {
  nulls: {
    value: {},
    sql: {
      neq: 'skipped',
      notIn: 'skipped',
      notContains: 'skipped',
      insideIn: 'ignored',
      insideNotIn: 'nothing',
      every: 'unknown',
      jsonNeq: 'skipped',
      jsonNotContains: 'skipped',
      jsonNotExists: 'skipped',
    },
  },
  enumerations: { open: {}, closed: { values: 'closed' } },
  unknown: {
    rejected: {},
    ignored: {
      parameters: 'ignored',
      where: 'ignored',
      include: 'ignored',
      orderBy: 'ignored',
      comparators: 'ignored',
    },
  },
} as const;
