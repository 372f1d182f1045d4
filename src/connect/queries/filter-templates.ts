import type { FieldKind, JsonValue } from '../../schema/field.js';
import { comparators } from '../../schema/kinds.js';
import { isPlainObject } from '../../values/plain-object.js';

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
  ['bare value', scalars, '$v', 4, 1, 'where 1'],
  ['bare value: a part of the text', texts, '$start', 3, 1, 'where 1'],
  ['neq', scalars, { neq: '$v' }, 9, 1, 'comparators'],
  ['in', lists, { in: ['$v', '$w'] }, 8, 1, 'comparators'],
  ['in: one value', lists, { in: ['$v'] }, 2, 1, 'comparators'],
  ['in: a value twice', lists, { in: ['$v', '$v'] }, 1, 1, 'comparators'],
  ['not_in', lists, { not_in: ['$v', '$w'] }, 9, 1, 'comparators'],
  ['gt', ordered, { gt: '$v' }, 6, 2, 'comparators'],
  ['gte', ordered, { gte: '$v' }, 6, 1, 'comparators'],
  ['lt', ordered, { lt: '$v' }, 6, 2, 'comparators'],
  ['lte', ordered, { lte: '$v' }, 6, 1, 'comparators'],
  ['two comparators', ordered, { gte: '$low', lte: '$high' }, 4, 1],
  ['two comparators: a value and a part', texts, { neq: '$v', like: '$part' }, 2, 1],

  ['gt on UUIDs', ['uuid'], { gt: '$v' }, 3, 1, 'comparators'],
  ['lt on UUIDs', ['uuid'], { lt: '$v' }, 2, 1, 'comparators'],
  ['gte on UUIDs', ['uuid'], { gte: '$v' }, 2, 1, 'comparators'],
  ['lte on UUIDs', ['uuid'], { lte: '$v' }, 2, 1, 'comparators'],
  ['UUID in another case', ['uuid'], { eq: '$otherCase' }, 3, 1],
  ['UUID in another case in a list', ['uuid'], { in: ['$otherCase'] }, 2, 1],
  ['text that is no UUID', ['uuid'], { eq: 'no-uuid' }, 3, 1],
  ['text that is no UUID in a list', ['uuid'], { not_in: ['no-uuid'] }, 2, 1],

  ['text order: another case', texts, { gt: '$otherCase' }, 6, 3],
  ['text order: another case', texts, { lte: '$otherCase' }, 4, 3],
  ['text order: a letter', texts, { gt: '$letter' }, 6, 6],
  ['text equality: another case', texts, { eq: '$otherCase' }, 6, 2],
  ['text equality: another case', texts, { in: ['$otherCase', '$w'] }, 3, 1],
  ['text equality: another case', texts, { not_in: ['$otherCase'] }, 3, 1],
  ['text equality: a space behind', texts, { eq: '$padded' }, 2, 1],
  ['text equality: another value', ['enumeration'], { eq: '$otherCase' }, 2, 1],

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
  ['contains on text', texts, { contains: '$part' }, 6, 1],
  ['contains on text: another case', texts, { contains: '$partOtherCase' }, 2, 1],
  ['not_contains on text', texts, { not_contains: '$part' }, 6, 2],
  ['contains on UUIDs and decimals', ['uuid', 'decimal'], { contains: '$part' }, 4, 1],
  ['not_contains on UUIDs and decimals', ['uuid', 'decimal'], { not_contains: '$part' }, 4, 1],

  ['decimal in another form', ['decimal'], { eq: '$sameDecimal' }, 4, 3],
  ['decimal in another form in a list', ['decimal'], { in: ['$sameDecimal'] }, 2, 1],
  ['decimal as a number', ['decimal'], { gt: '$asNumber' }, 3, 1],
  ['decimal as a number', ['decimal'], { eq: '$asNumber' }, 2, 1],
  ['order of numbers', numeric, { gt: '$digit' }, 6, 3, 'comparators'],
  ['order of numbers', numeric, { lt: '$digit' }, 4, 3, 'comparators'],
  ['decimal with more digits than a float', ['decimal'], { eq: '$tinyMore' }, 3, 1],
  ['decimal with more digits than a float', ['decimal'], { lt: '$tinyMore' }, 3, 1],

  ['date as it is shown', ['date'], { eq: '$v' }, 4, 2],
  ['date as it is shown', ['date'], { gte: '$v', lte: '$v' }, 3, 1],
  ['date as it is shown in a list', ['date'], { in: ['$v'] }, 2, 1],
  ['date with an offset', ['date'], { gte: '$otherZone' }, 4, 2],
  ['date with an offset', ['date'], { lte: '$otherZone' }, 4, 2],
  ['date with an offset', ['date'], { eq: '$otherZone' }, 2, 1],
  ['date without a time', ['date'], { gte: '$day' }, 3, 2],
  ['date without a time', ['date'], { lt: '$day' }, 3, 1],
  ['date without milliseconds', ['date'], { gt: '$seconds' }, 3, 2],
  ['date with microseconds', ['date'], { lt: '$micros' }, 3, 2],
  ['date with microseconds', ['date'], { eq: '$micros' }, 2, 1],

  ['date in lower case', ['date'], { lte: '$lowerCase' }, 2, 1],
  ['date without seconds', ['date'], { gt: '$minutes' }, 2, 1],
  ['date with an offset without a colon', ['date'], { gte: '$shortOffset' }, 2, 1],

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

  ['empty in', lists, { in: [] }, 3, 1],
  ['empty not_in', lists, { not_in: [] }, 3, 1],

  ['unknown value of an enumeration', ['enumeration'], { eq: 'no such value' }, ALL, 1],
  ['unknown value of an enumeration', ['enumeration'], { not_in: ['no such value'] }, 3, 1],

  ['contains', json, { contains: '$member' }, 4, 4, 'where 7'],
  ['contains: another value', json, { contains: '$otherMember' }, 3, 2, 'where 7'],
  ['contains: two keys', json, { contains: '$twoKeys' }, 3, 2, 'where 7'],
  ['contains: two keys, the second does not match', json, { contains: '$rightWrong' }, 3, 2, 'where 7'],
  ['contains: two keys, the first does not match', json, { contains: '$wrongRight' }, 3, 2, 'where 7'],
  ['contains: null', json, { contains: '$nullMember' }, 3, 2],
  ['contains: a part of an object', json, { contains: '$nestedPart' }, 3, 3],
  ['contains: a whole object', json, { contains: '$nestedWhole' }, 3, 2],
  ['contains: a part of an array', json, { contains: '$arrayPart' }, 3, 4],
  ['contains: an array in another order', json, { contains: '$arrayReversed' }, 3, 3],
  ['contains: a whole array', json, { contains: '$arrayWhole' }, 3, 3],
  ['contains: an item as an object', json, { contains: '$itemPart' }, 3, 2],
  ['contains: an empty object', json, { contains: '$emptyMember' }, 3, 8, 'where 8'],
  ['contains: nothing', json, { contains: {} }, 2, 1],
  ['not_contains', json, { not_contains: '$member' }, 4, 3, 'comparators'],
  ['not_contains: two keys', json, { not_contains: '$rightWrong' }, 3, 1, 'comparators'],
  ['not_contains: an empty object', json, { not_contains: '$emptyMember' }, 3, 8, 'where 8'],
  ['not_contains: a part of an object', json, { not_contains: '$nestedPart' }, 3, 1],
  ['exists', json, { exists: '$key' }, 4, 4, 'where 9'],
  ['exists: absent', json, { exists: 'no_such_key' }, 2, 1, 'where 9'],
  ['exists: a key that holds null', json, { exists: '$nullKey' }, 3, 3],
  ['exists: a dotted path', json, { exists: '$dotted' }, 3, 3],
  ['exists: a key with a dot', json, { exists: '$dottedKey' }, 3, 2],
  ['exists: a JSONPath', json, { exists: '$jsonPath' }, 3, 4],
  ['not_exists', json, { not_exists: '$key' }, 4, 2, 'where 9'],
  ['not_exists: a key that holds null', json, { not_exists: '$nullKey' }, 3, 1],
  ['not_exists: a dotted path', json, { not_exists: '$dotted' }, 3, 1],
  ['not_exists: a JSONPath', json, { not_exists: '$jsonPath' }, 3, 2],
  ['JSON: eq', json, { eq: '$v' }, 4, 3, 'comparators'],
  ['JSON: eq with keys in another order', json, { eq: '$reordered' }, 3, 2],
  ['JSON: eq with a part', json, { eq: '$member' }, 3, 2],
  ['JSON: neq', json, { neq: '$v' }, 4, 2, 'comparators'],
  ['JSON: a bare object', json, '$member', 2, 1],
  ['JSON: a bare text', json, 'a', 2, 1],
  ['JSON: an empty object', json, {}, 2, 1],

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
export const comparatorsIn = (pattern: JsonValue): string[] =>
  isPlainObject(pattern) ? Object.keys(pattern) : [];

/** Whether the API specification has the comparators of a pattern for a kind. */
export const isSpecified = (pattern: JsonValue, kind: FieldKind): boolean =>
  comparatorsIn(pattern).every((name) => comparators[kind].some((known) => known === name));

export const namesNull = (pattern: JsonValue): boolean => /\bnull\b/.test(JSON.stringify(pattern));
