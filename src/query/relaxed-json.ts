import { escapeUnits } from '../messages/describe.js';
import type { JsonValue } from '../schema/field.js';
import { isIdentifier } from '../values/plain-object.js';

/**
 * Writes an object as relaxed JSON (rule 10 of `include`), as short as possible: without the outer
 * braces, with unquoted keys if they are identifiers, and with single-quoted text unless double
 * quotes are shorter.
 */
export const writeRelaxedJson = (object: { readonly [key: string]: JsonValue }): string =>
  Object.entries(object)
    .map(([key, value]) => `${isIdentifier(key) ? key : writeText(key)}:${writeValue(value)}`)
    .join();

export function writeValue(value: JsonValue): string {
  if (typeof value === 'string') return writeText(value);
  if (Array.isArray(value)) return `[${value.map(writeValue).join()}]`;
  if (typeof value === 'object' && value !== null) return `{${writeRelaxedJson(value)}}`;
  return String(value).replace('e+', 'e'); // `+` takes three characters in a URL
}

function writeText(text: string): string {
  if (/^[ !#-&(-[\]-~]*$/.test(text)) return `'${text}'`; // fast path: nothing to escape
  const json = JSON.stringify(text).replace(/[\u2028\u2029]/g, escapeUnits);
  const single = `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return single.length <= json.length ? single : json;
}

/** Writes a query string without the question mark. Parameters that are undefined are omitted. */
export const writeSearch = (
  parameters: readonly (readonly [string, string | number | undefined])[],
): string =>
  parameters
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeQueryValue(String(value))}`)
    .join('&');

/**
 * Percent-encodes the value of a query parameter, but what a query may contain (RFC 3986, section
 * 3.4). A `;` may be there, too, but some servers read it as `&`: what follows it in a text could
 * replace the filter.
 */
export const encodeQueryValue = (text: string): string =>
  encodeURI(text).replace(/[&+#;]/g, encodeURIComponent);
