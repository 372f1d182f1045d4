import type { JsonObject, JsonValue } from '../../schema/field.js';
import { type Resources, resourceOf } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { foreignKeysOf, type RowsByResource } from '../sample/fit-rows.js';

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
  const maskValue = (value: JsonValue): JsonValue =>
    JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'string' ? mask(inner) : inner));
  const maskResource = (name: string, all: readonly JsonObject[]): JsonObject[] => {
    const { fields } = resourceOf(schema, name);
    const keys = foreignKeysOf(schema, name);
    const isText = (key: string) => {
      const field = own(fields, key);
      // Made-up letters are no colors.
      if (!field || key === 'id' || keys.has(key) || field.format === 'hex-color') return false;
      return field.kind === 'json' || (field.kind === 'string' && field.values.length === 0);
    };
    return all.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, isText(key) ? maskValue(value) : value]),
      ),
    );
  };
  return Object.fromEntries(Object.entries(rows).map(([name, all]) => [name, maskResource(name, all)]));
}

/** Another character of the same alphabet and case: a neighbor in Unicode. */
function madeUp(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const classes = [/\p{N}/u, /\p{Lu}/u, /\p{Ll}/u, /\p{L}/u];
  const same = classes.find((one) => one.test(character)) ?? /./u;
  for (let attempt = 0; attempt < 50; attempt++) {
    const made = String.fromCodePoint(code - (code % 32) + Math.floor(Math.random() * 32));
    if (same.test(made)) return made;
  }
  return character;
}
