import { ConfigurationError } from '../errors/usage-errors.js';
import type { FieldKind } from '../schema/field.js';
import { type Comparator, comparators } from '../schema/kinds.js';
import { isNonEmptyString, type OptionCheck } from '../values/check-options.js';
import { isPlainObject, own } from '../values/plain-object.js';

/** What a collation may leave out of account. `asciiCase` is the case of the letters A to Z. */
const IGNORED = ['case', 'asciiCase', 'accents', 'trailingSpaces'] as const;

/**
 * How text compares: by Unicode code point, in the order of a language such as `'en'`, or either of them without
 * regard to case, accents or spaces at the end. `locale` is `'codePoint'` by default.
 */
export type Collation =
  | string
  | { readonly locale?: string; readonly ignores?: readonly (typeof IGNORED)[number][] };

/** What is expected instead of a value; `undefined` for a valid collation. */
export function expectedCollation(value: unknown): string | undefined {
  if (!isPlainObject(value)) return isLocale(value) ? undefined : COLLATION;
  const { locale = 'codePoint', ignores = [], ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || !isLocale(locale) || !Array.isArray(ignores)) return COLLATION;
  if (ignores.some((one) => !(IGNORED as readonly unknown[]).includes(one)))
    return `an object whose \`ignores\` has only ${IGNORED.map((one) => `'${one}'`).join(', ')}`;
  if (!ignores.includes('asciiCase')) return undefined;
  if (locale !== 'codePoint')
    return "without 'asciiCase', because a language orders all letters alike. Use 'case'";
  return ignores.includes('case') || ignores.includes('accents')
    ? "without 'asciiCase' beside 'case' or 'accents', which include more letters"
    : undefined;
}

/** What a collation is, for messages. */
export const COLLATION =
  "'codePoint', a BCP 47 language tag such as 'en', or an object such as { locale: 'en', ignores: ['case'] }";

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

/** The check of the name of a query parameter. */
export const parameterName: OptionCheck = [
  (value) => value === null || (isNonEmptyString(value) && !/[&=#?+\s]|\p{Surrogate}/u.test(value)),
  'the name of a query parameter, or null if the service has none',
];

/** @throws ConfigurationError if two parameters have the same name. */
export function checkParameters(parameters: Readonly<Record<string, string | null>>, source: string): void {
  const names = Object.entries(parameters);
  for (const [index, [key, name]] of names.entries()) {
    const other = names.slice(0, index).find(([, one]) => name !== null && one === name);
    if (other)
      throw new ConfigurationError(
        `\`dialect.parameters.${key}\` has the name of \`${other[0]}\`, '${name}'. Use another name, or null for the one that the service does not have.`,
        source,
      );
  }
}
