import type { JsonObject, JsonValue } from '../schema/field.js';
import { isIdentifier } from '../values/member-path.js';

/** How the JSON of a query is written. */
export interface JsonStyle {
  readonly hasBraces: boolean;
  readonly hasQuotedKeys: boolean;
  /** The quotes of text. Keys have double quotes, if any. */
  readonly quote: '"' | "'";
}

export const strictJson: JsonStyle = { hasBraces: true, hasQuotedKeys: true, quote: '"' };

/** Styles for probes that do not test the style, if the service does not read strict JSON. */
export const otherStyles: readonly JsonStyle[] = [
  { hasBraces: true, hasQuotedKeys: false, quote: '"' },
  // As the client writes it.
  { hasBraces: false, hasQuotedKeys: false, quote: "'" },
];

/**
 * Writes an object as JSON in a style.
 *
 * @example
 * writeInStyle({ name: 'x' }, { hasBraces: true, hasQuotedKeys: false, quote: "'" }) // => "{name:'x'}"
 */
export function writeInStyle(json: JsonObject, style: JsonStyle): string {
  const text = write(json, style);
  return style.hasBraces ? text : text.slice(1, -1);
}

function write(value: JsonValue, style: JsonStyle): string {
  if (Array.isArray(value)) return `[${value.map((item) => write(item, style)).join()}]`;
  if (typeof value === 'string') return quoted(value, style.quote);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => {
    const name = !style.hasQuotedKeys && isIdentifier(key) ? key : JSON.stringify(key);
    return `${name}:${write(member, style)}`;
  });
  return `{${members.join()}}`;
}

function quoted(text: string, quote: JsonStyle['quote']): string {
  const json = JSON.stringify(text);
  if (quote === '"') return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
