import type { JsonValue } from '../schema/field.js';
import { isIdentifier } from '../values/member-path.js';

/**
 * Writes JSON as short as relaxed JSON allows (rule 10 of `include`): the outer braces are dropped, keys are bare where
 * they are identifiers, text stands in single quotes unless double ones are shorter.
 *
 * @example
 * writeRelaxedJson({ name: true, unit: { symbol: true } }) // => "name:true,unit:{symbol:true}"
 */
export const writeRelaxedJson = (value: { readonly [key: string]: JsonValue }): string => writeMembers(value);

function writeValue(value: JsonValue): string {
  if (typeof value === 'string') return writeText(value);
  if (typeof value === 'number') return String(value).replace('e+', 'e'); // `+` would be three characters in a URL
  if (value === null || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? `[${value.map(writeValue).join()}]` : `{${writeMembers(value)}}`;
}

const writeMembers = (object: { readonly [key: string]: JsonValue }): string =>
  Object.entries(object)
    .map(([key, value]) => `${isIdentifier(key) ? key : writeText(key)}:${writeValue(value)}`)
    .join();

function writeText(text: string): string {
  if (/^[ !#-&(-[\]-~]*$/.test(text)) return `'${text}'`; // nothing to escape, as in most texts and in every id
  const json = JSON.stringify(text).replace(
    /[\u2028\u2029]/g,
    (line) => `\\u${line.charCodeAt(0).toString(16)}`,
  );
  const single = `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return single.length <= json.length ? single : json;
}

/**
 * Percent-encodes the value of a query parameter, and of it only what a query can't hold (RFC 3986, section 3.4): white
 * space, braces, brackets, double quotes, `&`, `+`, `#`, `%`, non-ASCII and the like. `:`, `,` and `'` stay readable.
 */
export const encodeQueryValue = (text: string): string =>
  encodeURI(text).replace(/[&+#]/g, encodeURIComponent);
