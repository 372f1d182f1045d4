import { type Comparator, comparators } from '../schema/kinds.js';
import { isNonEmptyString } from '../values/check-options.js';
import { isPlainObject } from '../values/plain-object.js';

/** Whether a value is a BCP 47 language tag. */
export function isLocale(value: unknown): boolean {
  try {
    return isNonEmptyString(value) && Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

/** The comparators that a kind or a field such as `balances.name` has, or has not. */
export interface ComparatorChanges {
  readonly [kindOrField: string]: { readonly [Name in Comparator]?: boolean };
}

export const isComparatorChanges = (value: unknown): boolean =>
  isPlainObject(value) &&
  Object.entries(value).every(
    ([kindOrField, changes]) =>
      (Object.hasOwn(comparators, kindOrField) || kindOrField.includes('.')) &&
      isPlainObject(changes) &&
      Object.entries(changes).every(([name, has]) => isComparator(name) && typeof has === 'boolean'),
  );

const isComparator = (name: string): boolean =>
  Object.values<readonly string[]>(comparators).some((names) => names.includes(name));
