import type { FieldKind, JsonObject, JsonValue } from '../../../schema/field.js';
import { isPlainObject } from '../../../values/plain-object.js';
import { distinct } from './query.js';

/** The values of a field that are not null, all different. */
type Operands = (values: readonly JsonValue[], kind: FieldKind) => JsonValue[];

/** Operands made of the text of a value. */
const ofText =
  (make: (text: string) => string | undefined): Operands =>
  (values) =>
    values.flatMap((value) => make(String(value)) ?? []);

/** Operands made of an object. */
const ofObject =
  (make: (object: JsonObject) => readonly (JsonValue | undefined)[]): Operands =>
  (values) =>
    values.flatMap((value) => (isObject(value) ? make(value).filter((one) => one !== undefined) : []));

/** The members of an object that a key and a value pass, each as an operand. */
const ofMembers = (make: (key: string, value: JsonValue) => JsonValue | undefined): Operands =>
  ofObject((object) => Object.entries(object).map(([key, value]) => make(key, value)));

/** Objects with one member: a key, and what is made of its value. */
const ofValues = (make: (value: JsonValue) => JsonValue | undefined): Operands =>
  ofMembers((key, value) => {
    const made = make(value);
    return made === undefined ? undefined : { [key]: made };
  });

/** Operands made of the first two members that are no objects. */
const ofScalars = (
  make: (first: JsonObject, second: JsonObject | undefined) => JsonObject | undefined,
): Operands =>
  ofObject((object) => {
    const scalars = Object.entries(object).filter(([, value]) => isScalar(value));
    const [first, second] = scalars.map((member) => Object.fromEntries([member]));
    return first ? [make(first, second)] : [];
  });

const isObject = (value: JsonValue | undefined): value is JsonObject => isPlainObject(value);
const isScalar = (value: JsonValue) => typeof value !== 'object';
const isLong = (value: JsonValue): value is JsonValue[] => Array.isArray(value) && value.length > 1;
const typeOf = (value: JsonValue): string => {
  if (Array.isArray(value)) return 'array';
  if (isObject(value) && !firstOf(value)) return 'empty';
  return value === null ? 'null' : typeof value;
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

const other = (value: JsonValue): JsonValue => (typeof value === 'number' ? value + 1 : `${String(value)}?`);

const shift = (date: string, hours: number): string => {
  const [local = ''] = new Date(Date.parse(date) + hours * 3_600_000).toISOString().split('Z');
  return `${local}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
};

const operands: Readonly<Record<string, Operands>> = {
  v: (values) => [...values],
  w: ([first, ...others]) => [...others, ...(first === undefined ? [] : [first])],
  low: (values) =>
    inOrder(values)
      .slice(0, Math.ceil(values.length / 3))
      .reverse(),
  high: (values) => inOrder(values).slice(Math.floor((values.length * 2) / 3)),
  list: (values) => [values.slice(0, 2)],

  otherCase: ofText(otherCase),
  letter: () => ['a', 'M', 'Z', 'z', '_', 'é'],
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
  digits: ofText((text) => text.slice(0, 2)),

  sameDecimal: ofText((text) => (text.includes('.') ? `${text}0` : `${text}.00`)),
  asNumber: (values) => values.map(Number).filter((value) => String(value).length < 12),
  digit: (_, kind) => ['9', '10', '2'].map((digit) => (kind === 'decimal' ? digit : Number(digit))),
  tinyMore: ofText((text) =>
    Number(text) === 0 ? undefined : `${text.includes('.') ? text : `${text}.`}${'0'.repeat(20)}1`,
  ),

  otherZone: (values) => values.flatMap((value) => [shift(String(value), 2), shift(String(value), -5)]),
  day: ofText((text) => text.slice(0, 10)),
  lowerCase: ofText((text) => text.toLowerCase()),
  local: ofText((text) => text.replace(/Z$/, '')),
  minutes: ofText((text) => `${text.slice(0, 16)}Z`),
  shortOffset: (values) => values.map((value) => shift(String(value), 2).replace(/:(\d\d)$/, '$1')),
  seconds: ofText((text) => text.replace(/\.\d+Z$/, 'Z')),
  micros: ofText((text) => text.replace(/(\.\d{3})Z$/, '$1999Z')),

  member: ofValues((value) => (isScalar(value) ? value : undefined)),
  otherMember: ofValues((value) => (isScalar(value) ? other(value) : undefined)),
  twoKeys: ofScalars((first, second) => second && { ...first, ...second }),
  rightWrong: ofScalars((first) => ({ ...first, zz: 'no' })),
  wrongRight: ofScalars((first) => ({ aa: 'no', ...first })),
  nullMember: (values, kind) => [
    ...ofValues((value) => (value === null ? null : undefined))(values, kind),
    { zz: null },
  ],
  nestedPart: ofValues((value) => (Object.keys(Object(value)).length > 1 ? firstOf(value) : undefined)),
  nestedWhole: ofValues((value) => firstOf(value) && value),
  arrayPart: ofValues((value) => (isLong(value) ? value.slice(-1) : undefined)),
  arrayReversed: ofValues((value) => (isLong(value) ? [...value].reverse() : undefined)),
  arrayWhole: ofValues((value) => (Array.isArray(value) ? value : undefined)),
  itemPart: ofValues((value) => {
    const part = Array.isArray(value) ? firstOf(value[0]) : undefined;
    return part && [part];
  }),
  /** A key of every type of value. */
  emptyMember: (values) => {
    const members = values.flatMap((value) => (isObject(value) ? Object.entries(value) : []));
    return [...new Map(members.map(([key, value]) => [typeOf(value), { [key]: {} }])).values()];
  },
  key: ofMembers((key, value) => (value !== null && isPath(key) && !key.includes('.') ? key : undefined)),
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
  reordered: ofObject((object) =>
    Object.keys(object).length > 1 ? [Object.fromEntries(Object.entries(object).reverse())] : [],
  ),
};

const inOrder = (values: readonly JsonValue[]): JsonValue[] =>
  [...values].sort((left, right) => {
    const [a, b] = [Number(left), Number(right)];
    if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
    return String(left) < String(right) ? -1 : 1;
  });

/**
 * Replaces each `$…` of a pattern by an operand.
 *
 * @param values - The values of the field.
 * @param count - How many filters are made at most.
 * @returns None if the values have no such operand.
 * @example
 * fillIn({ in: ['$v', '$w'] }, ['a', 'b'], 'string', 1) // => [{ in: ['a', 'b'] }]
 */
export function fillIn(
  pattern: JsonValue,
  values: readonly JsonValue[],
  kind: FieldKind,
  count: number,
): JsonValue[] {
  const names = [...JSON.stringify(pattern).matchAll(/"\$(\w+)"/g)].map(([, name = '']) => name);
  const byName = new Map(names.map((name) => [`$${name}`, distinct(operands[name]?.(values, kind) ?? [])]));
  const most = Math.min(count, ...[...byName.values()].map(({ length }) => length));
  const filled = Array.from({ length: names.length === 0 ? 1 : most }, (_, index) =>
    JSON.parse(JSON.stringify(pattern), (_, value) => {
      const made = byName.get(value);
      return made ? made[Math.floor((index * made.length) / most)] : value;
    }),
  );
  return distinct(filled);
}
