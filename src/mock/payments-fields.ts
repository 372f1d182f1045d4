import type { Field } from '../schema/field.js';
import type { Resources } from '../schema/lookup.js';
import { isDecimal } from '../values/decimal.js';
import { own } from '../values/plain-object.js';

/**
 * What rows of the payments schema have in common that no relation and no kind of a field says, by
 * resource and field. A schema that leaves out the resource or the field is not concerned.
 */
const amounts: Readonly<Record<string, { readonly isOpposite: boolean }>> = {
  'balances.available_balance': { isOpposite: false },
  'balances.negative_balance': { isOpposite: true },
};

const references: Readonly<Record<string, string>> = { 'transactionLines.account_id': 'accounts' };

const colors: Readonly<Record<string, string>> = {
  'units.background_color': '#3366cc',
  'units.color': '#ffffff',
};

/** The color that a new unit has, as the API specification says: in hexadecimal. */
export const initialColor = (resource: string, name: string): string | undefined =>
  own(colors, `${resource}.${name}`);

/** The available or the negative part of the `balance` in a row (decision 57). */
export function derivedAmount(
  resource: string,
  name: string,
  { kind }: Field,
  row: Readonly<Record<string, unknown>>,
): string | undefined {
  const amount = own(amounts, `${resource}.${name}`);
  const balance = own(row, 'balance');
  if (!amount || kind !== 'decimal' || !isDecimal(balance)) return undefined;
  return positivePart(String(balance), amount.isOpposite);
}

/** The resource whose ids are the values of a field, although no relation says so. */
export function referenceOf(schema: Resources, resource: string, name: string): string | undefined {
  const target = own(references, `${resource}.${name}`);
  const id = target === undefined ? undefined : own(schema, target)?.fields.id;
  const isId = id !== undefined && id.kind === own(schema, resource)?.fields[name]?.kind;
  return isId ? target : undefined;
}

/**
 * A decimal or its opposite; zero if that is negative. Text, because numbers are rounded.
 *
 * @example
 * positivePart('-12.50', true) // => '12.50'
 */
export function positivePart(decimal: string, isOpposite = false): string {
  const digits = decimal.replace('-', '');
  return decimal.startsWith('-') === isOpposite
    ? digits
    : digits.replace(/^\d+/, '0').replace(/\d/g, '0');
}
