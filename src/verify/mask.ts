import type { JsonObject, JsonValue } from '../schema/field.js';

/** The beginning of names and texts that probes make up. No row contains it. */
export const MADE_UP = 'made_up';

/** Replaces values with placeholders, the same value with the same placeholder inside one probe. */
export interface Mask {
  /** A value of a row: `<id-1>`, `<text-2>`, `<date-1>`. */
  readonly value: (value: unknown) => string;
  /** A filter or an include whose values are placeholders. Names of the schema and comparators are kept. */
  readonly json: (json: JsonObject) => JsonObject;
  /** A part of a path or a parameter: kept if it is a name, a count or an order. */
  readonly text: (text: string) => string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The word in the placeholder of a value. */
function wordOf(value: unknown): string {
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'string') return 'value';
  if (UUID.test(value)) return 'id';
  if (/^-?[\d.]+$/.test(value)) return 'decimal';
  return /^\d{4}-\d\d/.test(value) ? 'date' : 'text';
}

/** The first and the last of many placeholders. */
function shorten(items: JsonValue[]): JsonValue[] {
  const [first] = items;
  const isLong = items.length > 3 && items.every((item) => typeof item === 'string');
  return isLong ? [`${first} … ${items.at(-1)}`] : items;
}

/** @param names - The names of the schema, which are not replaced. */
export function createMask(names: ReadonlySet<string>): Mask {
  const placeholders = new Map<string, string>();
  const counts = new Map<string, number>();
  const placeholder = (value: unknown, word: string): string => {
    const key = `${word} ${String(value)}`;
    const known = placeholders.get(key);
    if (known !== undefined) return known;
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    const text = `<${word}-${count}>`;
    placeholders.set(key, text);
    return text;
  };
  const value = (given: unknown): string => {
    if (given === null || typeof given === 'boolean' || given === '') return JSON.stringify(given);
    if (typeof given === 'string') {
      if (given.startsWith(MADE_UP)) return given;
      // Wildcards show what a probe is about.
      if (/[%_]/.test(given) && wordOf(given) === 'text')
        return given.replace(/[^%_]+/g, (part) => placeholder(part, 'text'));
    }
    if (typeof given === 'object') return Array.isArray(given) ? '<list>' : '<object>';
    return placeholder(given, wordOf(given));
  };
  const maskJson = (json: JsonValue): JsonValue => {
    if (Array.isArray(json)) return shorten(json.map(maskJson));
    if (typeof json === 'object' && json !== null) return maskObject(json);
    return json === null || typeof json === 'boolean' || json === '' ? json : value(json);
  };
  const maskObject = (json: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(json).map(([key, member]) => [
        names.has(key) || key.startsWith(MADE_UP) ? key : placeholder(key, 'key'),
        maskJson(member),
      ]),
    );
  const text = (given: string): string =>
    given === '' || names.has(given) || given.startsWith(MADE_UP) || /^\d{1,4}$/.test(given)
      ? given
      : value(given);
  return { value, json: maskObject, text };
}
