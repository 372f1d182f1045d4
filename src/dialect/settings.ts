import { choice, open } from './setting.js';
import { type ComparatorChanges, isComparatorChanges, isCount, isLocale, isText } from './setting-values.js';
import {
  ALL,
  computedIn,
  MOCK,
  nullIs,
  pageSize,
  parameter,
  ROWS,
  status,
  unknown,
} from './similar-settings.js';

/**
 * Every setting of a dialect, by group: its subject, alternatives and default, and which parts of the package
 * use it. The type `Dialect`, the checks, the reference table of the guide and the
 * alternatives that `connect` tries are derived from this declaration.
 */
export const settings = {
  envelope: open<string | null | undefined>(
    'The rows of a successful body',
    {
      default: undefined,
      alternatives: {
        undefined: 'are the body itself, or its member `result`',
        data: 'are in its member `data`',
        null: 'are always the body itself',
      },
      accepts: (value) => value === null || isText(value),
      expected: 'the name of a member, or null if the body is the rows',
    },
    { decision: 1, usedBy: ALL },
  ),
  parameters: {
    where: parameter('where', 'the filter'),
    include: parameter('include', 'the include'),
    orderBy: parameter('order_by', 'the order'),
    take: parameter('take', 'the maximum number of rows'),
    skip: parameter('skip', 'the number of rows to skip'),
    after: parameter('after', 'the position after which the rows begin'),
    before: parameter('before', 'the position before which the rows end'),
  },
  orderFormat: choice(
    'The order of a list',
    { 'name:asc': 'is written as `name:asc,id:desc`', '-name': 'is written as `name,-id`' },
    { decision: 54, usedBy: ALL },
  ),
  pageSize: {
    default: pageSize('The number of rows of a list without `take`'),
    max: pageSize('The number of rows of a list, whatever `take` says,'),
  },
  maxUrlLength: open<number>(
    'The longest URL that the service accepts',
    {
      default: 8_000,
      alternatives: { 8000: 'has 8,000 bytes' },
      accepts: isCount,
      expected: 'a positive number of bytes',
    },
    { decision: 55, usedBy: ALL },
  ),
  rejections: {
    query: status('an invalid query', 400, 422),
    credentials: status('a missing or invalid API key', 401, 403),
    id: status('an unknown id', 404, 400),
    body: choice(
      'The message of a rejection',
      {
        errors: 'is in `errors`, an array',
        error: 'is `error`',
        'error.message': 'is `error.message`',
        message: 'is `message`',
      },
      { decision: 3, usedBy: MOCK },
    ),
  },
  dates: {
    stored: choice(
      'A date',
      {
        milliseconds: 'is stored as it is shown, with milliseconds',
        microseconds: 'is stored with microseconds, and the digits after the milliseconds are not shown',
      },
      { decision: 51, usedBy: ROWS },
    ),
    compared: choice(
      'Two dates',
      { instants: 'are compared as points in time', text: 'are compared as text' },
      { decision: 23, usedBy: ROWS },
    ),
  },
  nulls: {
    neq: nullIs('`neq` with a value'),
    notIn: nullIs('`not_in` with values'),
    notContains: nullIs('`not_contains` on text', 12),
    insideIn: choice(
      'null inside the array of `in`',
      { compared: 'matches null', ignored: 'matches nothing' },
      { decision: 17, usedBy: ROWS },
    ),
    insideNotIn: choice(
      'null inside the array of `not_in`',
      {
        compared: 'excludes null',
        ignored: 'is ignored',
        nothing: 'excludes every row, because a comparison with null is never true',
      },
      { decision: 17, usedBy: ROWS },
    ),
    every: choice(
      'A related row that does not match the filter of `every` because of a null',
      {
        false: 'makes `every` false',
        unknown: 'is ignored, because a comparison with null is neither true nor false',
      },
      { decision: 17, usedBy: ROWS },
    ),
    jsonNeq: nullIs('`neq` on a JSON field', 27),
    jsonNotContains: nullIs('`not_contains` on a JSON field', 27),
    jsonNotExists: nullIs('`not_exists` on a JSON field', 27),
  },
  text: {
    order: open<string>(
      'Text in `orderBy`, `gt`, `gte`, `lt` and `lte`',
      {
        default: 'codePoint',
        alternatives: {
          codePoint: 'is ordered by Unicode code point',
          en: 'is ordered as in English; the tag of any other language is possible',
        },
        accepts: (value) => value === 'codePoint' || isLocale(value),
        expected: "'codePoint' or a BCP 47 language tag such as 'en'",
      },
      { decision: 21, usedBy: ROWS },
    ),
    equality: choice(
      '`eq`, `neq`, `in` and `not_in` on text',
      { exact: 'distinguish upper and lower case', insensitive: 'ignore case' },
      { decision: 50, usedBy: ROWS },
    ),
    like: choice(
      '`like` and `contains` on text',
      { exact: 'distinguish upper and lower case', insensitive: 'ignore case' },
      { decision: 20, usedBy: ROWS },
    ),
    wildcards: choice(
      '`%` and `_` in the operand of `like`',
      {
        none: 'mean themselves',
        sql: 'match any text and any single character, and `\\` escapes them',
        sqlWithoutEscape: 'match any text and any single character, and `\\` means itself',
      },
      { decision: 20, usedBy: ROWS },
    ),
  },
  enumerations: {
    values: choice(
      'An operand that is not a value of the enumeration',
      { open: 'matches no row', closed: 'is rejected' },
      { decision: 15, usedBy: MOCK },
    ),
    order: choice(
      'Enumerations in `orderBy`',
      { text: 'are ordered as text', declared: 'are ordered as the schema lists their values' },
      { decision: 15, usedBy: MOCK },
    ),
  },
  uuids: choice(
    'The operand of a UUID field',
    {
      text: 'is compared as text: text that is not a UUID matches no row',
      uuid: 'is compared as a UUID: upper and lower case are equal, and other text is rejected',
    },
    { decision: 28, usedBy: ROWS },
  ),
  unknown: {
    parameters: unknown('An unknown query parameter'),
    where: unknown('An unknown field in `where`'),
    include: unknown('An unknown field in `include`'),
    orderBy: unknown('An unknown field in `orderBy`'),
    comparators: unknown('An unknown comparator'),
  },
  empty: {
    in: choice(
      '`in: []`',
      { nothing: 'matches no row', everything: 'is ignored', rejected: 'is rejected' },
      { decision: 18, usedBy: ROWS },
    ),
    notIn: choice(
      '`not_in: []`',
      { everything: 'matches every row', nothing: 'matches no row', rejected: 'is rejected' },
      { decision: 18, usedBy: ROWS },
    ),
    or: choice(
      '`OR: []`',
      { nothing: 'matches no row', everything: 'is ignored', rejected: 'is rejected' },
      { decision: 18, usedBy: ROWS },
    ),
    quantifier: choice(
      '`some: {}` and `none: {}`',
      {
        counted: 'match a row with related rows, and a row without any',
        everything: 'are ignored',
        rejected: 'are rejected',
      },
      { decision: 18, usedBy: ROWS },
    ),
  },
  json: {
    contains: choice(
      '`contains` on a JSON field',
      {
        deep: 'looks for the given members at every level',
        shallow: 'compares each member of the outermost object for equality',
      },
      { decision: 24, usedBy: ROWS },
    ),
    arrays: choice(
      'An array in the operand of `contains`',
      {
        sets: 'matches if each of its items matches some item',
        positions: 'matches if each of its items matches the item at its position',
      },
      { decision: 24, usedBy: ROWS },
    ),
    emptyObject: choice(
      'An empty object in the operand of `contains`',
      { object: 'matches any object', equal: 'matches an empty object only', anything: 'matches any value' },
      { decision: 24, usedBy: ROWS },
    ),
    notContains: choice(
      '`not_contains: { key: {} }`, if the key has text, a number or a boolean,',
      { undecided: 'is false, as the specification says', opposite: 'is true' },
      { decision: 25, usedBy: ROWS },
    ),
    exists: choice(
      '`exists` for a key whose value is null',
      { key: 'is true', value: 'is false' },
      { decision: 26, usedBy: ROWS },
    ),
    paths: choice(
      'The operand of `exists`',
      {
        dotted: 'is a key, or a dotted path if there is no such key',
        literal: 'is a key, even with dots',
        jsonpath: 'is a JSONPath if it begins with `$`, and otherwise a key or a dotted path',
      },
      { decision: 26, usedBy: ROWS },
    ),
  },
  comparators: open<ComparatorChanges>(
    'The comparators of a kind, or of a field such as `balances.name`,',
    {
      default: {},
      alternatives: { '{}': 'are those of the specification' },
      accepts: isComparatorChanges,
      expected: 'an object such as { string: { not_contains: false } }',
    },
    { decision: 56, usedBy: MOCK },
  ),
  computed: { where: computedIn('`where`'), orderBy: computedIn('`orderBy`') },
  order: {
    default: choice(
      'A list without `orderBy`',
      { insertion: 'is in insertion order', id: 'is ordered by `id`' },
      { decision: 2, usedBy: MOCK },
    ),
    ties: choice(
      'Rows with equal values in `orderBy`',
      { insertion: 'are in insertion order', id: 'are ordered by `id`' },
      { decision: 2, usedBy: MOCK },
    ),
    nulls: choice(
      'null in `orderBy`',
      {
        largest: 'is last in `asc` and first in `desc`',
        smallest: 'is first in `asc` and last in `desc`',
        last: 'is always last',
        first: 'is always first',
      },
      { decision: 2, usedBy: ROWS },
    ),
  },
} as const;
