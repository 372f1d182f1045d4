import type { Field, FieldKind, JsonValue } from '../../schema/field.js';
import { isDecimal } from '../../values/decimal.js';
import { own } from '../../values/plain-object.js';
import { randomHex, randomUuid, seededRandom, seedOf } from '../random.js';

/** The given value of a field, or the value that it has because it follows another one (decision 57). */
export function givenValue({ follows }: Field, name: string, row: Record<string, unknown>): unknown {
  const given = own(row, name);
  if (given !== undefined || follows === undefined) return given;
  const isOpposite = follows.startsWith('-');
  const source = own(row, isOpposite ? follows.slice(1) : follows);
  return typeof source === 'string' && isDecimal(source) ? positivePart(source, isOpposite) : undefined;
}

/**
 * A decimal or its opposite; zero if that is negative. Text, because numbers are rounded.
 *
 * @example
 * positivePart('-12.50') // => '0.00'
 * positivePart('-12.50', true) // => '12.50'
 */
export function positivePart(decimal: string, isOpposite = false): string {
  const digits = decimal.replace('-', '');
  return decimal.startsWith('-') === isOpposite ? digits : digits.replace(/^\d+/, '0').replace(/\d/g, '0');
}

const fixedDefaults: Partial<Record<FieldKind, JsonValue>> = {
  decimal: '0.00',
  number: 0,
  integer: 0,
  boolean: false,
  json: {},
};

/**
 * The value of a field that a new row leaves out: valid, and the same in each run.
 *
 * @param number - The position of the row in its table, from 1.
 * @param date - Milliseconds since 1970, for dates.
 * @example
 * defaultValue(string(), 'balances', 'name', 3, now) // => 'name 3'
 */
export function defaultValue(
  field: Field,
  resource: string,
  name: string,
  number: number,
  date: number,
): JsonValue {
  if (field.nullable) return null;
  const random = () => seededRandom(seedOf(`${resource}.${name} ${number}`));
  if (field.kind === 'uuid') return randomUuid(random());
  if (field.kind === 'date') return new Date(date).toISOString();
  if (field.format === 'array') return [];
  const text = field.format ? `#${randomHex(random(), 6)}` : `${name} ${number}`;
  return fixedDefaults[field.kind] ?? field.values[0] ?? text;
}
