import { isNonEmptyString } from '../values/check-options.js';
import { isPlainObject } from '../values/plain-object.js';

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
