import type { FieldKind } from '../schema/field.js';
import { type Comparator, comparators } from '../schema/kinds.js';
import { isPlainObject, own } from '../values/plain-object.js';

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

/** The changes to the comparators of a field: those of the field itself take precedence over those of its kind. */
export const comparatorChanges = (
  changes: ComparatorChanges,
  resource: string,
  name: string,
  kind: FieldKind,
): ComparatorChanges[string] => ({ ...own(changes, kind), ...own(changes, `${resource}.${name}`) });
