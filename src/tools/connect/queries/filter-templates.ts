import type { FieldKind, JsonValue } from '../../../schema/field.js';
import { comparators } from '../../../schema/kinds.js';
import { isPlainObject } from '../../../values/plain-object.js';

/** A filter of a field without its values: `$…` stands for an operand, see `operands.ts`. */
export type FilterTemplate = readonly [
  about: string,
  kinds: readonly FieldKind[],
  pattern: JsonValue,
  /** On how many fields it is tried, and with how many values on each. */
  fields: number,
  values: number,
  /** The rule of the API specification, if it is not silent. */
  rule?: string | undefined,
];

const ALL = 99;

const ordered: readonly FieldKind[] = ['string', 'decimal', 'number', 'integer', 'date'];
const scalars: readonly FieldKind[] = [...ordered, 'uuid', 'enumeration', 'boolean'];
const lists = scalars.filter((kind) => kind !== 'boolean');
const texts: readonly FieldKind[] = ['string'];
const likes: readonly FieldKind[] = ['string', 'uuid', 'decimal'];
const numeric: readonly FieldKind[] = ['decimal', 'number', 'integer'];
const json: readonly FieldKind[] = ['json'];

export const filterTemplates: readonly FilterTemplate[] = [
  ['eq', scalars, { eq: '$v' }, ALL, 1, 'where 6'],
  ['eq, a bare value', scalars, '$v', 4, 1, 'where 1'],
  ['eq, a part of the text', texts, '$start', 3, 1, 'where 1'],
  ['neq', scalars, { neq: '$v' }, 9, 1, 'comparators'],
  ['in', lists, { in: ['$v', '$w'] }, 8, 1, 'comparators'],
  ['in, one value', lists, { in: ['$v'] }, 2, 1, 'comparators'],
  ['in, a value twice', lists, { in: ['$v', '$v'] }, 1, 1, 'comparators'],
  ['not_in', lists, { not_in: ['$v', '$w'] }, 9, 1, 'comparators'],
  ['gt', ordered, { gt: '$v' }, 6, 2, 'comparators'],
  ['gte', ordered, { gte: '$v' }, 6, 1, 'comparators'],
  ['lt', ordered, { lt: '$v' }, 6, 2, 'comparators'],
  ['lte', ordered, { lte: '$v' }, 6, 1, 'comparators'],
  ['two comparators', ordered, { gte: '$low', lte: '$high' }, 4, 1],
  ['two comparators, a value and a part', texts, { neq: '$v', like: '$part' }, 2, 1],

  ['uuid: gt', ['uuid'], { gt: '$v' }, 3, 1, 'comparators'],
  ['uuid: lt', ['uuid'], { lt: '$v' }, 2, 1, 'comparators'],
  ['uuid: gte', ['uuid'], { gte: '$v' }, 2, 1, 'comparators'],
  ['uuid: lte', ['uuid'], { lte: '$v' }, 2, 1, 'comparators'],
  ['uuid: another case', ['uuid'], { eq: '$otherCase' }, 3, 1],
  ['uuid: another case in a list', ['uuid'], { in: ['$otherCase'] }, 2, 1],
  ['uuid: other text', ['uuid'], { eq: 'no-uuid' }, 3, 1],
  ['uuid: other text in a list', ['uuid'], { not_in: ['no-uuid'] }, 2, 1],

  ['text: order, another case', texts, { gt: '$otherCase' }, 6, 3],
  ['text: order, another case', texts, { lte: '$otherCase' }, 4, 3],
  ['text: order, a letter', texts, { gt: '$letter' }, 6, 6],
  ['text: equality, another case', texts, { eq: '$otherCase' }, 6, 2],
  ['text: equality, another case', texts, { in: ['$otherCase', '$w'] }, 3, 1],
  ['text: equality, another case', texts, { not_in: ['$otherCase'] }, 3, 1],
  ['text: equality, a space behind', texts, { eq: '$padded' }, 2, 1],
  ['enumeration: another case', ['enumeration'], { eq: '$otherCase' }, 2, 1],

  ['like: a part', likes, { like: '$part' }, ALL, 2, 'comparators'],
  ['like: the beginning', texts, { like: '$start' }, 3, 1, 'comparators'],
  ['like: the end', texts, { like: '$end' }, 3, 1, 'comparators'],
  ['like: another case', texts, { like: '$partOtherCase' }, ALL, 2],
  ['like: %', texts, { like: '$partWithPercent' }, 6, 2],
  ['like: _', texts, { like: '$partWithUnderscore' }, 6, 2],
  ['like: %', texts, { like: '%' }, 3, 1],
  ['like: _', texts, { like: '_' }, 3, 1],
  ['like: a backslash', texts, { like: '\\' }, 4, 1],
  ['like: a backslash before a letter', texts, { like: '$partWithBackslash' }, 4, 1],
  ['like: an escaped character', texts, { like: '$escaped' }, 6, 2],
  ['like: a regular expression', texts, { like: '$expression' }, 4, 1],
  ['like: no text', texts, { like: '' }, 3, 1],
  ['like: absent text', texts, { like: 'no such value' }, 2, 1, 'comparators'],
  ['like: contains', texts, { contains: '$part' }, 6, 1],
  ['like: contains, another case', texts, { contains: '$partOtherCase' }, 2, 1],
  ['like: not_contains', texts, { not_contains: '$part' }, 6, 2],
  ['like: contains', ['uuid', 'decimal'], { contains: '$part' }, 4, 1],
  ['like: not_contains', ['uuid', 'decimal'], { not_contains: '$part' }, 4, 1],

  ['decimal: another form', ['decimal'], { eq: '$sameDecimal' }, 4, 3],
  ['decimal: another form in a list', ['decimal'], { in: ['$sameDecimal'] }, 2, 1],
  ['decimal: a number', ['decimal'], { gt: '$asNumber' }, 3, 1],
  ['decimal: a number', ['decimal'], { eq: '$asNumber' }, 2, 1],
  ['decimal: order', numeric, { gt: '$digit' }, 6, 3, 'comparators'],
  ['decimal: order', numeric, { lt: '$digit' }, 4, 3, 'comparators'],
  ['decimal: more digits than a float', ['decimal'], { eq: '$tinyMore' }, 3, 1],
  ['decimal: more digits than a float', ['decimal'], { lt: '$tinyMore' }, 3, 1],

  ['date: as shown', ['date'], { eq: '$v' }, 4, 2],
  ['date: as shown', ['date'], { gte: '$v', lte: '$v' }, 3, 1],
  ['date: as shown, in a list', ['date'], { in: ['$v'] }, 2, 1],
  ['date: an offset', ['date'], { gte: '$otherZone' }, 4, 2],
  ['date: an offset', ['date'], { lte: '$otherZone' }, 4, 2],
  ['date: an offset', ['date'], { eq: '$otherZone' }, 2, 1],
  ['date: no time', ['date'], { gte: '$day' }, 3, 2],
  ['date: no time', ['date'], { lt: '$day' }, 3, 1],
  ['date: no milliseconds', ['date'], { gt: '$seconds' }, 3, 2],
  ['date: microseconds', ['date'], { lt: '$micros' }, 3, 2],
  ['date: microseconds', ['date'], { eq: '$micros' }, 2, 1],

  ['date: lower case', ['date'], { lte: '$lowerCase' }, 2, 1],
  ['date: no seconds', ['date'], { gt: '$minutes' }, 2, 1],
  ['date: an offset without a colon', ['date'], { gte: '$shortOffset' }, 2, 1],

  ['invalid: gt with null', ordered, { gt: null }, 2, 1],
  ['invalid: text as a decimal', ['decimal'], { gt: 'many' }, 1, 1],
  ['invalid: a decimal with an exponent', ['decimal'], { gt: '1e1' }, 1, 1],
  ['invalid: a number as text', ['number', 'integer'], { gt: '1' }, 2, 1],
  ['invalid: an integer that readers of JSON round', ['number'], { lt: 9007199254740992 }, 1, 1],
  ['invalid: a date without a time zone', ['date'], { gt: '$local' }, 1, 1],
  ['invalid: a date that does not exist', ['date'], { gt: '2025-02-30T00:00:00.000Z' }, 1, 1],
  ['invalid: a number as a text', texts, { eq: 1 }, 1, 1],

  ['null: eq', [...scalars, ...json], { eq: null }, ALL, 1],
  ['null: bare', [...scalars, ...json], null, 4, 1],
  ['null: neq', [...scalars, ...json], { neq: null }, ALL, 1],
  ['null: in', lists, { in: [null, '$v'] }, 6, 2],
  ['null: in, alone', lists, { in: [null] }, 3, 1],
  ['null: not_in', lists, { not_in: [null, '$v'] }, 6, 2],
  ['null: not_in, alone', lists, { not_in: [null] }, 3, 1],

  ['empty: in', lists, { in: [] }, 3, 1],
  ['empty: not_in', lists, { not_in: [] }, 3, 1],

  ['enumeration: an unknown value', ['enumeration'], { eq: 'no such value' }, ALL, 1],
  ['enumeration: an unknown value', ['enumeration'], { not_in: ['no such value'] }, 3, 1],

  ['json: contains', json, { contains: '$member' }, 4, 4, 'where 7'],
  ['json: contains, another value', json, { contains: '$otherMember' }, 3, 2, 'where 7'],
  ['json: contains, two keys', json, { contains: '$twoKeys' }, 3, 2, 'where 7'],
  ['json: contains, two keys, the second does not match', json, { contains: '$rightWrong' }, 3, 2, 'where 7'],
  ['json: contains, two keys, the first does not match', json, { contains: '$wrongRight' }, 3, 2, 'where 7'],
  ['json: contains, null', json, { contains: '$nullMember' }, 3, 2],
  ['json: contains, a part of an object', json, { contains: '$nestedPart' }, 3, 3],
  ['json: contains, a whole object', json, { contains: '$nestedWhole' }, 3, 2],
  ['json: contains, a part of an array', json, { contains: '$arrayPart' }, 3, 4],
  ['json: contains, an array in another order', json, { contains: '$arrayReversed' }, 3, 3],
  ['json: contains, a whole array', json, { contains: '$arrayWhole' }, 3, 3],
  ['json: contains, an item as an object', json, { contains: '$itemPart' }, 3, 2],
  ['json: contains, an empty object', json, { contains: '$emptyMember' }, 3, 8, 'where 8'],
  ['json: contains, nothing', json, { contains: {} }, 2, 1],
  ['json: not_contains', json, { not_contains: '$member' }, 4, 3, 'comparators'],
  ['json: not_contains, two keys', json, { not_contains: '$rightWrong' }, 3, 1, 'comparators'],
  ['json: not_contains, an empty object', json, { not_contains: '$emptyMember' }, 3, 8, 'where 8'],
  ['json: not_contains, a part of an object', json, { not_contains: '$nestedPart' }, 3, 1],
  ['json: exists', json, { exists: '$key' }, 4, 4, 'where 9'],
  ['json: exists, absent', json, { exists: 'no_such_key' }, 2, 1, 'where 9'],
  ['json: exists, a key that holds null', json, { exists: '$nullKey' }, 3, 3],
  ['json: exists, a dotted path', json, { exists: '$dotted' }, 3, 3],
  ['json: exists, a key with a dot', json, { exists: '$dottedKey' }, 3, 2],
  ['json: exists, a JSONPath', json, { exists: '$jsonPath' }, 3, 4],
  ['json: not_exists', json, { not_exists: '$key' }, 4, 2, 'where 9'],
  ['json: not_exists, a key that holds null', json, { not_exists: '$nullKey' }, 3, 1],
  ['json: not_exists, a dotted path', json, { not_exists: '$dotted' }, 3, 1],
  ['json: not_exists, a JSONPath', json, { not_exists: '$jsonPath' }, 3, 2],
  ['json: eq', json, { eq: '$v' }, 4, 3, 'comparators'],
  ['json: eq with keys in another order', json, { eq: '$reordered' }, 3, 2],
  ['json: eq with a part', json, { eq: '$member' }, 3, 2],
  ['json: neq', json, { neq: '$v' }, 4, 2, 'comparators'],
  ['json: a bare object', json, '$member', 2, 1],
  ['json: a bare text', json, 'a', 2, 1],
  ['json: an empty object', json, {}, 2, 1],

  // A service may have more comparators, or ignore unknown ones.
  ['unknown comparator: gt on enumeration', ['enumeration'], { gt: '$v' }, 3, 1],
  ['unknown comparator: like on enumeration', ['enumeration'], { like: '$part' }, 3, 1],
  ['unknown comparator: in on boolean', ['boolean'], { in: '$list' }, 3, 1],
  ['unknown comparator: gt on boolean', ['boolean'], { gt: '$v' }, 3, 1],
  ['unknown comparator: like on number', ['number'], { like: '$digits' }, 3, 1],
  ['unknown comparator: like on integer', ['integer'], { like: '$digits' }, 3, 1],
  ['unknown comparator: like on date', ['date'], { like: '$part' }, 3, 1],
  ['unknown comparator: in on json', ['json'], { in: '$list' }, 3, 1],
  ['unknown comparator: like on json', ['json'], { like: 'a' }, 3, 1],
  ['unknown comparator: startsWith on string', ['string'], { startsWith: '$start' }, 3, 1],
  ['unknown comparator: ilike on string', ['string'], { ilike: '$part' }, 3, 1],
];

/** The comparators of a pattern. */
const comparatorsIn = (pattern: JsonValue): string[] => (isPlainObject(pattern) ? Object.keys(pattern) : []);

/** Whether the API specification has the comparators of a pattern for a kind. */
export const isSpecified = (pattern: JsonValue, kind: FieldKind): boolean =>
  comparatorsIn(pattern).every((name) => comparators[kind].some((known) => known === name));

export const namesNull = (pattern: JsonValue): boolean => /\bnull\b/.test(JSON.stringify(pattern));

/** Whether a pattern has only values of rows and parts of them. */
export const isPlain = (pattern: JsonValue): boolean =>
  /"\$/.test(JSON.stringify(pattern)) &&
  JSON.stringify(pattern)
    .replace(/"\$(v|w|low|high|part|start|end|digit|member|key)"/g, '')
    .match(/"\$|null/) === null;
