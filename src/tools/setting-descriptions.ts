import type { Setting, settings } from '../dialect/settings.js';

/** What a setting means, for people. */
export interface Description<Alternative extends string = string> {
  /** What the setting is about: a phrase that the alternatives complete. */
  readonly about: string;
  /** The parts of the package that the setting changes. */
  readonly usedBy: readonly ('client' | 'mock' | 'proxy')[];
  /** The number of the decision that explains the default, see `docs/decisions`. */
  readonly decision: number;
  /** The possible values, each with a sentence. {@link alternativeValue} turns a name into its value. */
  readonly alternatives: { readonly [Value in Alternative]: string };
}

/** The descriptions of settings and of groups of them. A setting with a fixed list of values has a sentence for each. */
type DescriptionsOf<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer Value>
    ? Description<[Value] extends [string] ? Value : string>
    : DescriptionsOf<Settings[Name]>;
};

const of =
  (...usedBy: Description['usedBy']) =>
  <Alternative extends string>(
    about: string,
    decision: number,
    alternatives: Description<Alternative>['alternatives'],
  ): Description<Alternative> => ({ about, usedBy, decision, alternatives });

const ofAll = of('client', 'mock', 'proxy');
const ofRows = of('mock', 'proxy');
const ofMock = of('mock');

const parameter = (name: string, about: string) =>
  ofAll(`The query parameter with ${about}`, 54, { [name]: 'has this name', null: 'does not exist' });

const status = (about: string, usual: number, other: number) =>
  ofMock(`The status for ${about}`, 3, { [usual]: `is ${usual}`, [other]: `is ${other}` });

const pageSize = (about: string) => ofAll(about, 53, { Infinity: 'is not limited', 100: 'is at most 100' });

const rowsWithNull = (about: string, decision = 17) =>
  ofRows(about, decision, {
    matched: 'matches null, because null differs from every value',
    skipped: 'is never true for null',
  });

const unknown = (about: string) => ofMock(about, 28, { rejected: 'is rejected', ignored: 'is ignored' });

const computedFields = (about: string) =>
  ofMock(`A computed field in ${about}`, 11, {
    allowed: 'works like a stored one',
    rejected: 'is rejected',
  });

const defaultOrder = (about: string) =>
  ofMock(about, 2, {
    insertion: 'is in insertion order',
    id: 'is ordered by `id`',
    "{ created_at: 'desc' }": 'is ordered by `created_at`, the newest first; any fields are possible',
  });

/** The table of all settings in the guide derives from this, and the values that `connect` tries. */
export const descriptions: DescriptionsOf<typeof settings> = {
  envelope: ofAll('The rows of a successful body', 1, {
    undefined: 'are the body itself, or its member `result`',
    data: 'are in its member `data`',
    null: 'are always the body itself',
  }),
  parameters: {
    where: parameter('where', 'the filter'),
    include: parameter('include', 'the include'),
    orderBy: parameter('order_by', 'the order'),
    take: parameter('take', 'the maximum number of rows'),
    skip: parameter('skip', 'the number of rows to skip'),
    page: parameter('page', 'the number of the page, from 1, instead of rows to skip'),
    after: parameter('after', 'the position after which the rows begin'),
    before: parameter('before', 'the position before which the rows end'),
  },
  orderFormat: ofAll('The order of a list', 54, {
    'name:asc': 'is written as `name:asc,id:desc`',
    '-name': 'is written as `name,-id`',
  }),
  pageSize: {
    default: pageSize('The number of rows of a list without `take`'),
    max: pageSize('The number of rows of a list, whatever `take` says,'),
  },
  maxUrlLength: ofAll('The longest URL that the service accepts', 55, { 8000: 'has 8,000 bytes' }),
  rejections: {
    query: status('an invalid query', 400, 422),
    credentials: status('a missing or invalid API key', 401, 403),
    id: status('an unknown id', 404, 400),
    body: ofMock('The message of a rejection', 3, {
      errors: 'is in `errors`, an array',
      error: 'is `error`',
      'error.message': 'is `error.message`',
      message: 'is `message`',
    }),
  },
  dates: ofAll('A date', 51, {
    shown:
      'is stored with the digits that it shows, and compared as a point in time (MySQL, MariaDB, MongoDB)',
    milliseconds:
      'is stored with the digits that it shows; the service drops digits of an operand after the milliseconds (services that parse operands with `new Date`)',
    microseconds:
      'is stored with microseconds, of which it shows milliseconds (PostgreSQL, read through the `Date` of JavaScript)',
    text: 'is stored and compared as text (SQLite)',
  }),
  nulls: {
    neq: rowsWithNull('`neq` with a value'),
    notIn: rowsWithNull('`not_in` with values'),
    notContains: rowsWithNull('`not_contains` on text', 12),
    insideIn: ofRows('null inside the array of `in`', 17, {
      compared: 'matches null',
      ignored: 'matches nothing (SQL)',
      rejected: 'is rejected',
    }),
    insideNotIn: ofRows('null inside the array of `not_in`', 17, {
      compared: 'excludes null',
      ignored: 'is ignored',
      nothing: 'excludes every row, because a comparison with null is never true (SQL)',
      rejected: 'is rejected',
    }),
    every: ofRows('A related row that does not match the filter of `every` because of a null', 17, {
      false: 'makes `every` false',
      unknown: 'is ignored, because a comparison with null is neither true nor false',
    }),
    jsonNeq: rowsWithNull('`neq` on a JSON field', 27),
    jsonNotContains: rowsWithNull('`not_contains` on a JSON field', 27),
    jsonNotExists: rowsWithNull('`not_exists` on a JSON field', 27),
  },
  text: {
    collation: ofRows('Text in `orderBy`, `gt`, `gte`, `lt` and `lte`', 21, {
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
    }),
    equality: ofRows('`eq`, `neq`, `in` and `not_in` on text', 50, {
      exact: 'distinguish all texts (PostgreSQL, SQLite, MongoDB)',
      collation: 'compare by `text.collation` (MySQL, MariaDB, SQL Server, `citext`)',
    }),
    like: ofRows('`like` and `contains` on text', 20, {
      exact: 'distinguish upper and lower case (`LIKE` of PostgreSQL)',
      insensitive: 'ignore case (`ILIKE` of PostgreSQL)',
      asciiInsensitive: 'ignore the case of A to Z (SQLite)',
      collation:
        'compare by `text.collation`, without regard to spaces at the end (MySQL, MariaDB, SQL Server)',
    }),
    wildcards: ofRows('`%` and `_` in the operand of `like`', 20, {
      none: 'mean themselves',
      sql: 'match any text and any single character, and `\\` escapes them',
      sqlWithoutEscape: 'match any text and any single character, and `\\` means itself',
    }),
  },
  enumerations: {
    values: ofMock('An operand that is not a value of the enumeration', 15, {
      open: 'matches no row',
      closed: 'is rejected',
    }),
    order: ofMock('Enumerations in `orderBy`', 15, {
      text: 'are ordered as text',
      declared: 'are ordered as the schema lists their values',
    }),
  },
  uuids: ofRows('The operand of a UUID field', 28, {
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
    in: ofRows('`in: []`', 18, {
      nothing: 'matches no row',
      everything: 'is ignored',
      rejected: 'is rejected',
    }),
    notIn: ofRows('`not_in: []`', 18, {
      everything: 'matches every row',
      nothing: 'matches no row',
      rejected: 'is rejected',
    }),
    or: ofRows('`OR: []`', 18, {
      nothing: 'matches no row',
      everything: 'is ignored',
      rejected: 'is rejected, and so is `AND: []`',
    }),
    quantifier: ofRows('`some: {}` and `none: {}`', 18, {
      counted: 'match a row with related rows, and a row without any',
      everything: 'are ignored',
      rejected: 'are rejected',
    }),
    take: ofMock('`take: 0`', 18, {
      nothing: 'returns no row',
      rejected: 'is rejected',
    }),
  },
  json: {
    contains: ofRows('`contains` on a JSON field', 24, {
      deep: 'compares nested objects in the same way',
      shallow: 'compares each member of the outermost object for equality',
    }),
    arrays: ofRows('An array in the operand of `contains`', 24, {
      sets: 'matches if each of its items matches some item',
      positions: 'matches if each of its items matches the item at its position',
      whole: 'matches an equal array only',
    }),
    emptyObject: ofRows('An empty object in the operand of `contains`', 24, {
      object: 'matches any object',
      equal: 'matches an empty object only',
      anything: 'matches any value',
    }),
    notContains: ofRows('`not_contains: { key: {} }`, if the key has text, a number or a boolean,', 25, {
      undecided: 'is false, as the specification says',
      opposite: 'is true',
    }),
    exists: ofRows('`exists` for a key whose value is null', 26, { key: 'is true', value: 'is false' }),
    paths: ofRows('The operand of `exists`', 26, {
      dotted: 'is a key, or a dotted path if there is no such key',
      literal: 'is a key, even with dots',
      jsonpath: 'is a JSONPath if it begins with `$`, and otherwise a key or a dotted path',
    }),
  },
  comparators: ofMock('The comparators of a kind, or of a field such as `balances.name`,', 56, {
    '{}': 'are those of the specification',
  }),
  computed: { where: computedFields('`where`'), orderBy: computedFields('`orderBy`') },
  order: {
    default: defaultOrder('A list without `orderBy`'),
    related: defaultOrder('The rows of a to-many relation'),
    ties: ofMock('Rows with equal values in an order', 2, {
      insertion: 'are in insertion order',
      id: 'are ordered by `id`',
    }),
    nulls: ofRows('null in `orderBy`', 2, {
      largest: 'is last in `asc` and first in `desc`',
      smallest: 'is first in `asc` and last in `desc`',
      last: 'is always last',
      first: 'is always first',
    }),
  },
};
