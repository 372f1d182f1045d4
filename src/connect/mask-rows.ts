import type { JsonValue } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { isPlainObject } from '../values/plain-object.js';
import { foreignKeysOf, type RowsByResource } from './fit-rows.js';

/**
 * Replaces the texts of rows by made-up ones of the same length: letters by letters of the same alphabet, digits by
 * digits, the same text by the same text. Ids, foreign keys, enumerations, numbers and dates stay.
 */
export function maskRows(schema: Resources, rows: RowsByResource): RowsByResource {
  const masked = new Map<string, string>();
  const used = new Set<string>();
  const mask = (text: string): string => {
    const known = masked.get(text);
    if (known !== undefined) return known;
    let made = text;
    // Different texts stay different, as far as texts of this length can.
    for (let attempt = 0; attempt < 20 && (made === text || used.has(made)); attempt++)
      made = text.replace(/[\p{L}\p{N}]/gu, madeUp);
    masked.set(text, made);
    used.add(made);
    return made;
  };
  const maskValue = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return mask(value);
    if (Array.isArray(value)) return value.map(maskValue);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, maskValue(inner as JsonValue)]),
    );
  };
  return Object.fromEntries(
    Object.entries(rows).map(([name, all]) => {
      const { fields } = resourceOf(schema, name);
      const keys = foreignKeysOf(schema, name);
      const isText = (key: string) => {
        const field = fields[key];
        const isKey = key === 'id' || keys.has(key);
        if (field?.format !== undefined) return false; // made-up letters would not fit it
        return !isKey && (field?.kind === 'json' || (field?.kind === 'string' && field.values.length === 0));
      };
      return [
        name,
        all.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([key, value]) => [key, isText(key) ? maskValue(value) : value]),
          ),
        ),
      ];
    }),
  );
}

/** Another character of the same alphabet and case: a neighbor in Unicode. */
function madeUp(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const classes = [/\p{N}/u, /\p{Lu}/u, /\p{Ll}/u, /\p{L}/u];
  const own = classes.find((one) => one.test(character)) ?? /./u;
  for (let attempt = 0; attempt < 50; attempt++) {
    const made = String.fromCodePoint(code - (code % 32) + Math.floor(Math.random() * 32));
    if (own.test(made)) return made;
  }
  return character;
}
