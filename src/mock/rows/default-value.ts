import type { Field, JsonValue } from '../../schema/field.js';
import { own } from '../../values/plain-object.js';
import { randomHex, randomUuid, seededRandom, seedOf } from '../random.js';

/** The property whose value a new row gets for another one that it leaves out. */
const COPIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  balances: { available_balance: 'balance' },
};

/** The given value of a property, or the value that it copies. */
export function givenValue(resource: string, name: string, row: Record<string, unknown>): unknown {
  const given = own(row, name);
  const source = given === undefined ? own(own(COPIED, resource) ?? {}, name) : undefined;
  return source === undefined ? given : own(row, source);
}

/**
 * The value of a property that a new row leaves out: valid, and the same in each run.
 *
 * @param number - The position of the row in its table, from 1.
 * @param now - Milliseconds since 1970, for dates.
 * @example
 * defaultValue(string(), 'balances', 'name', 3, now) // => 'name 3'
 */
export function defaultValue(
  field: Field,
  resource: string,
  name: string,
  number: number,
  now: number,
): JsonValue {
  if (field.nullable) return null;
  const random = () => seededRandom(seedOf(`${resource}.${name} ${number}`));
  switch (field.kind) {
    case 'uuid':
      return randomUuid(random());
    case 'decimal':
      return '0.00';
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return false;
    case 'date':
      return new Date(now).toISOString();
    case 'json':
      return {};
    default:
      return field.values[0] ?? (/colou?r$/.test(name) ? `#${randomHex(random(), 6)}` : `${name} ${number}`);
  }
}
