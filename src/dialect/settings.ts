import { isNonEmptyString, positiveInteger } from '../values/check-options.js';
import { choice, open } from './setting.js';
import {
  ALL,
  type ComparatorChanges,
  computedIn,
  isComparatorChanges,
  isLocale,
  MOCK,
  nullIs,
  pageSize,
  parameter,
  ROWS,
  status,
  unknown,
} from './similar-settings.js';

/**
 * Every setting of a dialect, by group: its subject, the parts of the package that use it, the decision about its
 * default, and its values. The type `Dialect`, the checks, the table in the guide and `connect` derive from it.
 */
export const settings = {
  envelope: open<string | null | undefined>('The rows of a successful body', ALL, 1, {
    default: undefined,
    alternatives: {
      undefined: 'are the body itself, or its member `result`',
      data: 'are in its member `data`',
      null: 'are always the body itself',
    },
    accepts: (value) => value === null || isNonEmptyString(value),
    expected: 'the name of a member, or null if the body is the rows',
  }),
  parameters: {
    where: parameter('where', 'the filter'),
    include: parameter('include', 'the include'),
    orderBy: parameter('order_by', 'the order'),
    take: parameter('take', 'the maximum number of rows'),
    skip: parameter('skip', 'the number of rows to skip'),
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
  dates: {
    stored: choice('A date', ROWS, 51, {
      milliseconds: 'is stored as it is shown, with milliseconds',
      microseconds: 'is stored with microseconds, and the digits after the milliseconds are not shown',
    }),
    compared: choice('Two dates', ROWS, 23, {
      instants: 'are compared as points in time',
      text: 'are compared as text',
    }),
  },
  nulls: {
    neq: nullIs('`neq` with a value'),
    notIn: nullIs('`not_in` with values'),
    notContains: nullIs('`not_contains` on text', 12),
    insideIn: choice('null inside the array of `in`', ROWS, 17, {
      compared: 'matches null',
      ignored: 'matches nothing',
    }),
    insideNotIn: choice('null inside the array of `not_in`', ROWS, 17, {
      compared: 'excludes null',
      ignored: 'is ignored',
      nothing: 'excludes every row, because a comparison with null is never true',
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
    order: open<string>('Text in `orderBy`, `gt`, `gte`, `lt` and `lte`', ROWS, 21, {
      default: 'codePoint',
      alternatives: {
        codePoint: 'is ordered by Unicode code point',
        en: 'is ordered as in English; the tag of any other language is possible',
      },
      accepts: (value) => value === 'codePoint' || isLocale(value),
      expected: "'codePoint' or a BCP 47 language tag such as 'en'",
    }),
    equality: choice('`eq`, `neq`, `in` and `not_in` on text', ROWS, 50, {
      exact: 'distinguish upper and lower case',
      insensitive: 'ignore case',
    }),
    like: choice('`like` and `contains` on text', ROWS, 20, {
      exact: 'distinguish upper and lower case',
      insensitive: 'ignore case',
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
    text: 'is compared as text: text that is not a UUID matches no row',
    uuid: 'is compared as a UUID: upper and lower case are equal, and other text is rejected',
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
      rejected: 'is rejected',
    }),
    quantifier: choice('`some: {}` and `none: {}`', ROWS, 18, {
      counted: 'match a row with related rows, and a row without any',
      everything: 'are ignored',
      rejected: 'are rejected',
    }),
  },
  json: {
    contains: choice('`contains` on a JSON field', ROWS, 24, {
      deep: 'looks for the given members at every level',
      shallow: 'compares each member of the outermost object for equality',
    }),
    arrays: choice('An array in the operand of `contains`', ROWS, 24, {
      sets: 'matches if each of its items matches some item',
      positions: 'matches if each of its items matches the item at its position',
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
    default: choice('A list without `orderBy`', MOCK, 2, {
      insertion: 'is in insertion order',
      id: 'is ordered by `id`',
    }),
    ties: choice('Rows with equal values in `orderBy`', MOCK, 2, {
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
