import type { JsonValue } from '../schema/field.js';

/** How the parts of a value are written: as code, or as relaxed JSON. */
export interface LiteralStyle {
  text(text: string): string;
  key(key: string): string;
  /** A number, a boolean or `null`. */
  scalar(value: number | boolean | null): string;
  /** The text between a key and its value. */
  readonly colon: string;
  /**
   * Joins the members of an object or of an array.
   *
   * @param indent - The indentation of the line that the brackets begin on.
   */
  join(brackets: '[]' | '{}', members: readonly string[], indent: string): string;
}

/** Writes a JSON value in a style. */
export function writeLiteral(value: JsonValue, style: LiteralStyle, indent = ''): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return style.scalar(value);
  const write = (member: JsonValue) => writeLiteral(member, style, `${indent}  `);
  if (Array.isArray(value)) return style.join('[]', value.map(write), indent);
  const members = Object.entries(value).map(([key, member]) => style.key(key) + style.colon + write(member));
  return style.join('{}', members, indent);
}

/**
 * Writes text in single quotes.
 *
 * @param unsafe - The characters to escape, besides those that JSON escapes.
 */
export function quoteText(text: string, unsafe: RegExp): string {
  const json = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${json.replace(unsafe, (character) => character.split('').map(escapeUnit).join(''))}'`;
}

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
