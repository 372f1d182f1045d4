import type { Field, FieldKind, JsonObject, JsonValue } from '../../../schema/field.js';
import { isPlainObject, own } from '../../../values/plain-object.js';
import { kindsByName, type Placeholders } from './line.js';
import { distinct, valuesOf } from './query.js';

/** Makes operands of the different values of a field that are not null. */
type Operands = (values: readonly JsonValue[], kind: FieldKind) => JsonValue[];

/** Operands made of the text of a value. */
const ofText =
  (make: (text: string) => string | undefined): Operands =>
  (values) =>
    distinct(values.flatMap((value) => make(String(value)) ?? []));

const membersOf = (values: readonly JsonValue[]) =>
  values.flatMap((value) => (isObject(value) ? Object.entries(value) : []));

/** Operands made of the members of objects. */
const ofMembers =
  (make: (key: string, value: JsonValue) => JsonValue | undefined): Operands =>
  (values) =>
    distinct(membersOf(values).flatMap(([key, value]) => make(key, value) ?? []));

/** Objects with one member: a key, and what is made of its value. */
const ofValues = (make: (value: JsonValue) => JsonValue | undefined): Operands =>
  ofMembers((key, value) => {
    const made = make(value);
    return made === undefined ? undefined : { [key]: made };
  });

const isObject = (value: JsonValue | undefined): value is JsonObject => isPlainObject(value);
const isScalar = (value: JsonValue) => typeof value !== 'object';
const isLong = (value: JsonValue): value is JsonValue[] => Array.isArray(value) && value.length > 1;
const typeOf = (value: JsonValue): string => {
  if (isScalar(value)) return 'scalar';
  return Array.isArray(value) ? 'array' : value === null ? 'null' : 'object';
};
const isPath = (key: string): boolean => /^[\w.]+$/.test(key);

/** The first member of an object, as an object. */
const firstOf = (value: JsonValue | undefined): JsonObject | undefined => {
  const [first] = isObject(value) ? Object.entries(value) : [];
  return first && Object.fromEntries([first]);
};

const otherCase = (text: string) => {
  const swapped = Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return letter === lower ? letter.toUpperCase() : lower;
  }).join('');
  // Not İ or ß, whose other case has another length.
  return swapped === text || swapped.length !== text.length ? undefined : swapped;
};

/** A letter that not every database finds in another case, and those beside it. */
const beyondAscii = /.?(?![A-Za-z])[\p{Lu}\p{Ll}].?/u;

const middle = (text: string): string => {
  const letters = [...text];
  return letters.length < 3 ? text : letters.slice(1, Math.min(5, letters.length - 1)).join('');
};

/** Operands made of the first letters of a text. */
const ofLetters = (make: (letters: string[]) => string): Operands =>
  ofText((text) => {
    const letters = [...text].slice(0, 6);
    return letters.length < 3 ? undefined : make(letters);
  });

const shift = (date: string, hours: number): string => {
  const [local = ''] = new Date(Date.parse(date) + hours * 3_600_000).toISOString().split('Z');
  return `${local}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
};

const operands: Readonly<Record<string, Operands>> = {
  v: (values) => [...values],
  w: ([first, ...others]) => [...others, ...(first === undefined ? [] : [first])],

  otherCase: ofText(otherCase),
  otherCaseBeyondAscii: ofText((text) => (/[^ -~]/.test(text) ? otherCase(text) : undefined)),
  letter: () => ['a', 'Z', '_', 'é'],
  padded: ofText((text) => `${text} `),
  part: ofText((text) => middle(text) || undefined),
  start: ofText((text) =>
    text.length > 1 ? [...text].slice(0, Math.ceil(text.length / 2)).join('') : undefined,
  ),
  end: ofText((text) => (text.length > 1 ? [...text].slice(-2).join('') : undefined)),
  partOtherCase: (values, kind) => [
    ...ofText((text) => otherCase(beyondAscii.exec(text)?.[0] ?? ''))(values, kind),
    ...ofText((text) => otherCase(middle(text)))(values, kind),
  ],
  partWithPercent: ofLetters((letters) => `${letters[0]}%${letters.at(-1)}`),
  partWithUnderscore: ofLetters(([first, , ...others]) => `${first}_${others.join('')}`),
  partWithBackslash: ofLetters(([first, ...others]) => `${first}\\${others.join('')}`),
  escaped: (values) => {
    const texts = values.map(String);
    const special = texts.flatMap((text) => /[%_\\]/.exec(text)?.[0] ?? []);
    return [...new Set(special.length > 0 ? special : ['%'])].map((character) => `\\${character}`);
  },
  expression: ofLetters(([first, , ...others]) => `${first}.${others.join('')}`),

  sameDecimal: ofText((text) => (text.includes('.') ? `${text}0` : `${text}.00`)),
  asNumber: (values) => values.map(Number).filter((value) => String(value).length < 12),
  digit: (_, kind) => ['9', '10', '2'].map((digit) => (kind === 'decimal' ? digit : Number(digit))),
  tinyMore: ofText((text) =>
    Number(text) === 0 ? undefined : `${text.includes('.') ? text : `${text}.`}${'0'.repeat(20)}1`,
  ),

  otherZone: (values) =>
    values.flatMap((value) => [shift(String(value), 2), shift(String(value), -5)]),
  day: ofText((text) => text.slice(0, 10)),
  lowerCase: ofText((text) => text.toLowerCase()),
  local: ofText((text) => text.replace(/Z$/, '')),
  minutes: ofText((text) => `${text.slice(0, 16)}Z`),
  shortOffset: (values) => values.map((value) => shift(String(value), 2).replace(/:(\d\d)$/, '$1')),
  seconds: ofText((text) => text.replace(/\.\d+Z$/, 'Z')),
  micros: ofText((text) => text.replace(/(\.\d{3})Z$/, '$1999Z')),

  // A key whose value is a text, a number or a boolean, and that value.
  member: (values) => membersOf(values).flatMap(([key, value]) => (isScalar(value) ? key : [])),
  held: (values) => membersOf(values).flatMap(([, value]) => (isScalar(value) ? value : [])),
  nestedPart: ofValues((value) =>
    Object.keys(Object(value)).length > 1 ? firstOf(value) : undefined,
  ),
  arrayPart: ofValues((value) => (isLong(value) ? value.slice(-1) : undefined)),
  arrayReversed: ofValues((value) => (isLong(value) ? [...value].reverse() : undefined)),
  itemPart: ofValues((value) => {
    const part = Array.isArray(value) ? firstOf(value[0]) : undefined;
    return part && [part];
  }),
  // A key of an object, an array, null, and another value.
  emptyMember: (values) => {
    const byType = new Map(membersOf(values).map(([key, value]) => [typeOf(value), { [key]: {} }]));
    return [...byType.values()];
  },
  key: ofMembers((key, value) =>
    value !== null && isPath(key) && !key.includes('.') ? key : undefined,
  ),
  nullKey: ofMembers((key, value) => (value === null && isPath(key) ? key : undefined)),
  dotted: ofMembers((key, value) => {
    const [inner] = isObject(value) ? Object.keys(value) : [];
    return inner !== undefined && isPath(key) && isPath(inner) ? `${key}.${inner}` : undefined;
  }),
  dottedKey: ofMembers((key) => (/^\w+\.\w+$/.test(key) ? key : undefined)),
  jsonPath: ofMembers((key, value) => {
    if (!/^\w+$/.test(key)) return undefined;
    const [inner] = isObject(value) ? Object.keys(value) : [];
    if (Array.isArray(value)) return `$.${key}[0]`;
    return inner !== undefined && /^\w+$/.test(inner) ? `$.${key}.${inner}` : `$.${key}`;
  }),
  reordered: (values) =>
    values.map((value) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
    ),
};

/**
 * What the placeholders of a filter on a field stand for: its name, values that are not null, and
 * what is made of these.
 */
export function operandsOf(name: string, field: Field, rows: readonly JsonObject[]): Placeholders {
  const values = valuesOf(rows, name, field);
  return (asked) =>
    own(kindsByName, asked) ? [name] : (own(operands, asked)?.(values, field.kind) ?? []);
}

/** Whether a filter has only values of rows and parts of them. */
export const isPlain = (filter: JsonValue = null): boolean => {
  const names = [...JSON.stringify(filter).matchAll(/"\$(\w+)"(?!:)/g)].map(
    ([, name = '']) => name,
  );
  return (
    names.length > 0 &&
    names.every((name) => PLAIN.has(name)) &&
    !/\bnull\b/.test(JSON.stringify(filter))
  );
};

const PLAIN = new Set(['v', 'w', 'part', 'start', 'end', 'digit', 'held', 'key']);
