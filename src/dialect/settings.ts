import { positiveInteger } from '../values/check-options.js';
import {
  ALL,
  choice,
  computedIn,
  defaultOrder,
  type Envelope,
  isEnvelope,
  MOCK,
  nullIs,
  open,
  pageSize,
  parameter,
  ROWS,
  status,
  unknown,
} from './setting.js';
import {
  COLLATION,
  type Collation,
  type ComparatorChanges,
  expectedCollation,
  isComparatorChanges,
} from './setting-values.js';

/**
 * Every setting of a dialect, by group: its subject, the parts of the package that use it, the decision about its
 * default, and its values. The type `Dialect`, the checks, the table in the guide and `connect` derive from it.
 */
export const settings = {
  envelope: open<Envelope>('The rows of a successful body', ALL, 1, {
    default: undefined,
    alternatives: {
      undefined: 'are the body itself, or its member `result`',
      data: 'are in its member `data`',
      null: 'are always the body itself',
    },
    accepts: isEnvelope,
    expected: 'the name of a member, null if the body is the rows, or { rows, pagination } with such names',
  }),
  parameters: {
    where: parameter('where', 'the filter'),
    include: parameter('include', 'the include'),
    orderBy: parameter('order_by', 'the order'),
    take: parameter('take', 'the maximum number of rows'),
    skip: parameter('skip', 'the number of rows to skip'),
    page: parameter('page', 'the number of the page, from 1, instead of rows to skip', false),
    after: parameter('after', 'the position after which the rows begin'),
    before: parameter('before', 'the position before which the rows end'),
  },
  orderFormat: choice('The order of a list', ALL, 54, {
    'name:asc': 'is written as `name:asc,id:desc`',
    '-name': 'is written as `name,-id`',
  }),
  pageSize: {
    default: pageSize('The number of rows of a list without `take`'),
    max: pageSize('The number of rows of a list, whatever `take` says,'),
  },
  maxUrlLength: open<number>('The longest URL that the service accepts', ALL, 55, {
    default: 8_000,
    alternatives: { 8000: 'has 8,000 bytes' },
    accepts: positiveInteger[0],
    expected: 'a positive number of bytes',
  }),
  rejections: {
    query: status('an invalid query', 400, 422),
    credentials: status('a missing or invalid API key', 401, 403),
    id: status('an unknown id', 404, 400),
    body: choice('The message of a rejection', MOCK, 3, {
      errors: 'is in `errors`, an array',
      error: 'is `error`',
      'error.message': 'is `error.message`',
      message: 'is `message`',
    }),
  },
  dates: choice('A date', ALL, 51, {
    shown:
      'is stored with the digits that it shows, and compared as a point in time (MySQL, MariaDB, MongoDB)',
    milliseconds:
      'is stored with the digits that it shows; the service drops digits of an operand after the milliseconds (services that parse operands with `new Date`)',
    microseconds:
      'is stored with microseconds, of which it shows milliseconds (PostgreSQL, read through the `Date` of JavaScript)',
    text: 'is stored and compared as text (SQLite)',
  }),
  nulls: {
    neq: nullIs('`neq` with a value'),
    notIn: nullIs('`not_in` with values'),
    notContains: nullIs('`not_contains` on text', 12),
    insideIn: choice('null inside the array of `in`', ROWS, 17, {
      compared: 'matches null',
      ignored: 'matches nothing (SQL)',
      rejected: 'is rejected',
    }),
    insideNotIn: choice('null inside the array of `not_in`', ROWS, 17, {
      compared: 'excludes null',
      ignored: 'is ignored',
      nothing: 'excludes every row, because a comparison with null is never true (SQL)',
      rejected: 'is rejected',
    }),
    every: choice('A related row that does not match the filter of `every` because of a null', ROWS, 17, {
      false: 'makes `every` false',
      unknown: 'is ignored, because a comparison with null is neither true nor false',
    }),
    jsonNeq: nullIs('`neq` on a JSON field', 27),
    jsonNotContains: nullIs('`not_contains` on a JSON field', 27),
    jsonNotExists: nullIs('`not_exists` on a JSON field', 27),
  },
  text: {
    collation: open<Collation>('Text in `orderBy`, `gt`, `gte`, `lt` and `lte`', ROWS, 21, {
      default: 'codePoint',
      alternatives: {
        codePoint: 'is ordered by Unicode code point (PostgreSQL with the collation C, SQLite, MongoDB)',
        en: 'is ordered as in English; what that does not distinguish, by code point (PostgreSQL with a language)',
        "{ ignores: ['asciiCase'] }": 'is ordered by code point, A to Z as a to z (SQLite with NOCASE)',
        "{ ignores: ['case'] }": 'is ordered by code point, in lower case (`citext` of PostgreSQL)',
        "{ ignores: ['trailingSpaces'] }":
          'is ordered by code point, without spaces at the end (`utf8mb4_bin` of MariaDB and MySQL)',
        "{ ignores: ['case', 'accents', 'trailingSpaces'] }":
          'is ordered by code point, in upper case, without accents (`utf8mb4_general_ci` of MariaDB and MySQL)',
        "{ locale: 'en', ignores: ['case', 'accents'] }":
          'is ordered as in English, without case and accents (`utf8mb4_0900_ai_ci` of MySQL 8)',
        "{ locale: 'en', ignores: ['case', 'trailingSpaces'] }":
          'is ordered as in English, without case and spaces at the end (SQL Server)',
      },
      accepts: (value) => expectedCollation(value) === undefined,
      expected: COLLATION,
      expectedFor: expectedCollation,
    }),
    equality: choice('`eq`, `neq`, `in` and `not_in` on text', ROWS, 50, {
      exact: 'distinguish all texts (PostgreSQL, SQLite, MongoDB)',
      collation: 'compare by `text.collation` (MySQL, MariaDB, SQL Server, `citext`)',
    }),
    like: choice('`like` and `contains` on text', ROWS, 20, {
      exact: 'distinguish upper and lower case (`LIKE` of PostgreSQL)',
      insensitive: 'ignore case (`ILIKE` of PostgreSQL)',
      asciiInsensitive: 'ignore the case of A to Z (SQLite)',
      collation:
        'compare by `text.collation`, without regard to spaces at the end (MySQL, MariaDB, SQL Server)',
    }),
    wildcards: choice('`%` and `_` in the operand of `like`', ROWS, 20, {
      none: 'mean themselves',
      sql: 'match any text and any single character, and `\\` escapes them',
      sqlWithoutEscape: 'match any text and any single character, and `\\` means itself',
    }),
  },
  enumerations: {
    values: choice('An operand that is not a value of the enumeration', MOCK, 15, {
      open: 'matches no row',
      closed: 'is rejected',
    }),
    order: choice('Enumerations in `orderBy`', MOCK, 15, {
      text: 'are ordered as text',
      declared: 'are ordered as the schema lists their values',
    }),
  },
  uuids: choice('The operand of a UUID field', ROWS, 28, {
    text: 'is compared as text: text that is not a UUID matches no row (SQLite, MongoDB)',
    insensitive: 'is compared as text without regard to case (MySQL, MariaDB)',
    uuid: 'is compared as a UUID: upper and lower case are equal, and other text is rejected (PostgreSQL)',
  }),
  unknown: {
    parameters: unknown('An unknown query parameter'),
    where: unknown('An unknown field in `where`'),
    include: unknown('An unknown field in `include`'),
    orderBy: unknown('An unknown field in `orderBy`'),
    comparators: unknown('An unknown comparator'),
  },
  empty: {
    in: choice('`in: []`', ROWS, 18, {
      nothing: 'matches no row',
      everything: 'is ignored',
      rejected: 'is rejected',
    }),
    notIn: choice('`not_in: []`', ROWS, 18, {
      everything: 'matches every row',
      nothing: 'matches no row',
      rejected: 'is rejected',
    }),
    or: choice('`OR: []`', ROWS, 18, {
      nothing: 'matches no row',
      everything: 'is ignored',
      rejected: 'is rejected, and so is `AND: []`',
    }),
    quantifier: choice('`some: {}` and `none: {}`', ROWS, 18, {
      counted: 'match a row with related rows, and a row without any',
      everything: 'are ignored',
      rejected: 'are rejected',
    }),
    take: choice('`take: 0`', MOCK, 18, {
      nothing: 'returns no row',
      rejected: 'is rejected',
    }),
  },
  json: {
    contains: choice('`contains` on a JSON field', ROWS, 24, {
      deep: 'compares nested objects in the same way',
      shallow: 'compares each member of the outermost object for equality',
    }),
    arrays: choice('An array in the operand of `contains`', ROWS, 24, {
      sets: 'matches if each of its items matches some item',
      positions: 'matches if each of its items matches the item at its position',
      whole: 'matches an equal array only',
    }),
    emptyObject: choice('An empty object in the operand of `contains`', ROWS, 24, {
      object: 'matches any object',
      equal: 'matches an empty object only',
      anything: 'matches any value',
    }),
    notContains: choice(
      '`not_contains: { key: {} }`, if the key has text, a number or a boolean,',
      ROWS,
      25,
      { undecided: 'is false, as the specification says', opposite: 'is true' },
    ),
    exists: choice('`exists` for a key whose value is null', ROWS, 26, { key: 'is true', value: 'is false' }),
    paths: choice('The operand of `exists`', ROWS, 26, {
      dotted: 'is a key, or a dotted path if there is no such key',
      literal: 'is a key, even with dots',
      jsonpath: 'is a JSONPath if it begins with `$`, and otherwise a key or a dotted path',
    }),
  },
  comparators: open<ComparatorChanges>(
    'The comparators of a kind, or of a field such as `balances.name`,',
    MOCK,
    56,
    {
      default: {},
      alternatives: { '{}': 'are those of the specification' },
      accepts: isComparatorChanges,
      expected: 'an object such as { string: { not_contains: false } }',
    },
  ),
  computed: { where: computedIn('`where`'), orderBy: computedIn('`orderBy`') },
  order: {
    default: defaultOrder('A list without `orderBy`'),
    related: defaultOrder('The rows of a to-many relation'),
    ties: choice('Rows with equal values in an order', MOCK, 2, {
      insertion: 'are in insertion order',
      id: 'are ordered by `id`',
    }),
    nulls: choice('null in `orderBy`', ROWS, 2, {
      largest: 'is last in `asc` and first in `desc`',
      smallest: 'is first in `asc` and last in `desc`',
      last: 'is always last',
      first: 'is always first',
    }),
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
