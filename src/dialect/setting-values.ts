import { ConfigurationError } from '../errors.js';
import type { FieldKind } from '../schema/field.js';
import { type Comparator, comparators, isComparator } from '../schema/kinds.js';
import { isNonEmptyString, type OptionCheck } from '../values/check-options.js';
import { isWellFormed } from '../values/describe.js';
import { isPlainObject, own } from '../values/plain-object.js';

// The values of single settings, with their checks and defaults. A client imports some of them, and
// not all settings.

/** The members of a body with the rows, and with what the service says about the page. */
export type Envelope =
  | string
  | null
  | undefined
  | { readonly rows?: string | null | undefined; readonly pagination?: string | undefined };

const rowsMember: OptionCheck = [
  (value) => value === null || isNonEmptyString(value),
  'a name or null',
];

export const envelopeCheck: OptionCheck = [
  rowsMember[0],
  'a name, null or { rows, pagination }',
  { rows: rowsMember, pagination: [isNonEmptyString, 'a name'] },
];

/** How an order is written. The first is the default. */
export const orderFormats = ['name:asc', '-name'] as const;

/**
 * How dates are stored and compared. The mock's default is the first; a client without the setting
 * assumes none.
 */
export const storedDates = ['shown', 'milliseconds', 'microseconds', 'text'] as const;

/** The defaults of the settings that a request depends on. */
export const requestDefaults = {
  envelope: undefined,
  parameters: {
    where: 'where',
    include: 'include',
    orderBy: 'order_by',
    take: 'take',
    skip: 'skip',
    page: null,
    after: 'after',
    before: 'before',
  },
  orderFormat: orderFormats[0],
  pageSize: { default: Infinity, max: Infinity },
  maxUrlLength: 8_000,
  comparators: {},
} as const;

export const parameterName: OptionCheck = [
  (value) =>
    value === null || (isNonEmptyString(value) && !/[&=#?+\s]/.test(value) && isWellFormed(value)),
  'the name of a query parameter, or null if the service has none',
];

/** @throws ConfigurationError if two parameters have the same name. */
export function checkParameters(
  parameters: Readonly<Record<string, string | null>>,
  source: string,
): void {
  const names = Object.entries(parameters);
  for (const [key, name] of names) {
    const [first] = names.find(([, other]) => other === name) ?? [];
    if (name !== null && first !== key)
      throw new ConfigurationError(
        `\`dialect.parameters.${key}\` has the name of \`${first}\`, '${name}'. Use another name, or null for the one that the service does not have.`,
        source,
      );
  }
}

export const statusCheck: OptionCheck = [
  (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) < 600,
  'an error status such as 422',
];

/** What a collation may leave out of account. `asciiCase` is the case of the letters A to Z. */
const IGNORED = ['case', 'asciiCase', 'accents', 'trailingSpaces'] as const;

/**
 * How text compares: by Unicode code point, in the order of a language such as `'en'`, or either of
 * them without regard to case, accents or spaces at the end. `locale` is `'codePoint'` by default.
 */
export type Collation =
  | string
  | { readonly locale?: string; readonly ignores?: readonly (typeof IGNORED)[number][] };

export const collationCheck: OptionCheck = [
  (value) => expectedCollation(value) === undefined,
  "'codePoint', a BCP 47 language tag such as 'en', or an object such as { locale: 'en', ignores: ['case'] }",
];

/** What is expected instead of a value; `undefined` for a valid collation. */
export function expectedCollation(value: unknown): string | undefined {
  const [, expected] = collationCheck;
  if (!isPlainObject(value)) return isLocale(value) ? undefined : expected;
  const { locale = 'codePoint', ignores = [], ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || !isLocale(locale) || !Array.isArray(ignores)) return expected;
  if (ignores.some((one) => !(IGNORED as readonly unknown[]).includes(one)))
    return `an object whose \`ignores\` has only ${IGNORED.map((one) => `'${one}'`).join(', ')}`;
  if (!ignores.includes('asciiCase')) return undefined;
  if (locale !== 'codePoint')
    return "without 'asciiCase', because a language orders all letters alike. Use 'case'";
  return ignores.includes('case') || ignores.includes('accents')
    ? "without 'asciiCase' beside 'case' or 'accents', which include more letters"
    : undefined;
}

function isLocale(value: unknown): boolean {
  if (value === 'codePoint') return true;
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

export const comparatorsCheck: OptionCheck = [
  (value) =>
    isPlainObject(value) &&
    Object.entries(value).every(
      ([kindOrField, changes]) =>
        (Object.hasOwn(comparators, kindOrField) || kindOrField.includes('.')) &&
        isPlainObject(changes) &&
        Object.entries(changes).every(
          ([name, has]) => isComparator(name) && typeof has === 'boolean',
        ),
    ),
  'an object such as { string: { not_contains: false } }',
];

/**
 * The changes to the comparators of a field: those of the field itself take precedence over those
 * of its kind.
 */
export const comparatorChanges = (
  changes: ComparatorChanges,
  resource: string,
  name: string,
  kind: FieldKind,
): ComparatorChanges[string] => ({ ...own(changes, kind), ...own(changes, `${resource}.${name}`) });

/**
 * Of several fields, the first decides. Resources without them are ordered by the others, or as
 * `order.ties` says.
 */
export type DefaultOrder = 'insertion' | 'id' | { readonly [field: string]: 'asc' | 'desc' };

export const defaultOrderCheck: OptionCheck = [
  (value) =>
    value === 'insertion' ||
    value === 'id' ||
    (isPlainObject(value) &&
      Object.keys(value).length > 0 &&
      Object.values(value).every((direction) => direction === 'asc' || direction === 'desc')),
  "'insertion', 'id', or an object such as { created_at: 'desc' }",
];
