import { type Comparator, comparators } from '../schema/kinds.js';
import { isNonEmptyString, positiveInteger } from '../values/check-options.js';
import { isPlainObject } from '../values/plain-object.js';
import { choice, open, type SettingUser } from './setting.js';

// What several settings have in common, and the checks of their values.

export const ALL: readonly SettingUser[] = ['client', 'mock', 'proxy'];
export const ROWS: readonly SettingUser[] = ['mock', 'proxy'];
export const MOCK: readonly SettingUser[] = ['mock'];

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

export const parameter = (name: string, about: string) =>
  open<string | null>(`The query parameter with ${about}`, ALL, 54, {
    default: name,
    alternatives: { [name]: 'has this name', null: 'does not exist' },
    accepts: (value) => value === null || (isNonEmptyString(value) && !/[&=#?+\s]/.test(value)),
    expected: 'the name of a query parameter, or null if the service has none',
  });

export const status = (about: string, usual: number, other: number) =>
  open<number>(`The status for ${about}`, MOCK, 3, {
    default: usual,
    alternatives: { [usual]: `is ${usual}`, [other]: `is ${other}` },
    accepts: (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) < 600,
    expected: 'an error status such as 422',
  });

export const pageSize = (about: string) => {
  const [accepts, expected] = positiveInteger;
  return open<number>(about, ['client', 'mock'], 53, {
    default: Number.POSITIVE_INFINITY,
    alternatives: { Infinity: 'is not limited', 100: 'is at most 100' },
    accepts,
    expected,
  });
};

export const nullIs = (about: string, decision = 17) =>
  choice(about, ROWS, decision, {
    matched: 'matches null, because null differs from every value',
    skipped: 'is never true for null',
  });

export const unknown = (about: string) =>
  choice(about, MOCK, 28, { rejected: 'is rejected', ignored: 'is ignored' });

export const computedIn = (about: string) =>
  choice(`A computed field in ${about}`, MOCK, 11, {
    allowed: 'works like a stored one',
    rejected: 'is rejected',
  });
