import type { JsonValue } from '../schema/field.js';
import { isIdentifier } from '../values/member-path.js';
import { type LiteralStyle, quoteText, writeLiteral } from './write-literal.js';

const relaxedStyle: LiteralStyle = {
  text: writeText,
  key: (key) => (isIdentifier(key) ? key : writeText(key)),
  scalar: (value) => String(value).replace('e+', 'e'), // `+` takes three characters in a URL
  colon: ':',
  join: ([open = '', close = ''], members) => open + members.join() + close,
};

function writeText(text: string): string {
  if (/^[ !#-&(-[\]-~]*$/.test(text)) return `'${text}'`; // fast path: nothing to escape
  const single = quoteText(text, /[\u2028\u2029]/g);
  const double = JSON.stringify(text);
  return single.length <= double.length || /[\u2028\u2029]/.test(text) ? single : double;
}

/**
 * Writes an object as relaxed JSON (rule 10 of `include`), as short as possible: without the outer braces,
 * with unquoted keys if they are identifiers, and with single-quoted text unless double quotes are shorter.
 *
 * @example
 * writeRelaxedJson({ name: true, unit: { symbol: true } }) // => "name:true,unit:{symbol:true}"
 */
export const writeRelaxedJson = (object: { readonly [key: string]: JsonValue }): string =>
  writeLiteral(object, relaxedStyle).slice(1, -1);

/** Writes a query string without the question mark. Parameters that are undefined are omitted. */
export const writeSearch = (
  parameters: readonly (readonly [string, string | number | undefined])[],
): string =>
  parameters
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeQueryValue(String(value))}`)
    .join('&');

/**
 * Percent-encodes the value of a query parameter. Characters that a query may contain (RFC 3986, section 3.4)
 * stay readable, such as `:`, `,` and `'`.
 */
export const encodeQueryValue = (text: string): string =>
  encodeURI(text).replace(/[&+#]/g, encodeURIComponent);
