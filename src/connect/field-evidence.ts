import type { AnyRow } from '../client/parse-rows.js';
import { parseDate } from '../values/date.js';
import { isDecimal } from '../values/decimal.js';
import { kindOf } from '../values/describe.js';
import { isPlainObject } from '../values/plain-object.js';
import { isUuid } from '../values/uuid.js';

/** The types of JSON values that determine the kind of a field. */
type ValueType = 'text' | 'integer' | 'number' | 'boolean' | 'object' | 'array';

/** What the rows of a resource show about one property. */
export interface FieldEvidence {
  /** How many rows were read. */
  readonly rows: number;
  /** In how many of them the property is present. */
  seen: number;
  /** In how many of them it is null. */
  nulls: number;
  /** The types of its values that are not null. */
  readonly types: Set<ValueType>;
  /** What the items of its arrays are, such as `a string`. */
  readonly items: Set<string>;
  /** How many rows have each text. */
  readonly texts: Map<string, number>;
}

/** Collects the evidence for each property of some rows. */
export function collectEvidence(rows: readonly AnyRow[]): Map<string, FieldEvidence> {
  const evidence = new Map<string, FieldEvidence>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const field = evidence.get(name) ?? noEvidence(rows.length);
      evidence.set(name, field);
      addValue(field, value);
    }
  }
  return evidence;
}

/** The evidence of a property that no row has. */
export const noEvidence = (rows: number): FieldEvidence => ({
  rows,
  seen: 0,
  nulls: 0,
  types: new Set(),
  items: new Set(),
  texts: new Map(),
});

function addValue(field: FieldEvidence, value: unknown): void {
  field.seen++;
  if (value === null) field.nulls++;
  else if (typeof value === 'string') {
    field.types.add('text');
    field.texts.set(value, (field.texts.get(value) ?? 0) + 1);
  } else if (typeof value === 'number') field.types.add(Number.isSafeInteger(value) ? 'integer' : 'number');
  else if (typeof value === 'boolean') field.types.add('boolean');
  else if (Array.isArray(value)) {
    field.types.add('array');
    for (const item of value) field.items.add(kindOf(item));
  } else if (isPlainObject(value)) field.types.add('object');
}

/** Whether a property has values, and all of them are text that passes a test. */
const isEachText = ({ types, texts }: FieldEvidence, test: (text: string) => boolean): boolean =>
  types.size === 1 && types.has('text') && [...texts.keys()].every(test);

/** A date without a time is text: the validator expects a time, because the service sends one in every date. */
const TIMESTAMP = /t\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i;

const isTimestamp = (text: string): boolean => TIMESTAMP.test(text) && parseDate(text) !== undefined;

/** Tests of the text of a property. */
export const isText = (field: FieldEvidence): boolean => isEachText(field, () => true);
export const isUuidText = (field: FieldEvidence): boolean => isEachText(field, isUuid);
export const isDateText = (field: FieldEvidence): boolean => isEachText(field, isTimestamp);
export const isDecimalText = (field: FieldEvidence): boolean => isEachText(field, isDecimal);

/** Whether all values that are not null have one of these types, and there are some. */
export const hasOnly = ({ types }: FieldEvidence, ...allowed: readonly ValueType[]): boolean =>
  types.size > 0 && [...types].every((type) => allowed.includes(type));

/**
 * How often a property was seen, in words.
 *
 * @example
 * describeEvidence({ rows: 120, seen: 120, nulls: 3 }) // => '120 of 120 rows; null in 3'
 */
export const describeEvidence = ({
  rows,
  seen,
  nulls,
}: Pick<FieldEvidence, 'rows' | 'seen' | 'nulls'>): string =>
  `${seen} of ${rows} ${rows === 1 ? 'row' : 'rows'}${nulls > 0 ? `; null in ${nulls}` : ''}`;
