import type { FieldKind, JsonObject, JsonValue } from '../schema/field.js';
import { isPlainObject } from '../values/plain-object.js';

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
    values.flatMap((value) =>
      isObject(value) ? make(value).filter((one): one is JsonValue => one !== undefined) : [],
    );

const isObject = (value: JsonValue | undefined): value is JsonObject => isPlainObject(value);
const isScalar = (value: JsonValue) => typeof value !== 'object';

/** The members of an object that a key and a value pass, each as an operand. */
const ofMembers = (
  make: (key: string, value: JsonValue, object: JsonObject) => JsonValue | undefined,
): Operands => ofObject((object) => Object.entries(object).map(([key, value]) => make(key, value, object)));

const swapCase = (text: string): string =>
  Array.from(text, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('');
const otherCase = (text: string) => {
  const swapped = swapCase(text);
  // Not İ or ß, whose other case has another length.
  return swapped === text || swapped.length !== text.length ? undefined : swapped;
};

const middle = (text: string): string => {
  const letters = [...text];
  return letters.length < 3 ? text : letters.slice(1, Math.min(5, letters.length - 1)).join('');
};

const replaceAt = (text: string, make: (letters: string[]) => string): string | undefined => {
  const letters = [...text].slice(0, 6);
  return letters.length < 3 ? undefined : make(letters);
};

const other = (value: JsonValue): JsonValue => (typeof value === 'number' ? value + 1 : `${String(value)}?`);

const shift = (date: string, hours: number): string => {
  const [local = ''] = new Date(Date.parse(date) + hours * 3_600_000).toISOString().split('Z');
  return `${local}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
};

const operands: Readonly<Record<string, Operands>> = {
  v: (values) => [...values],
  w: ([first, ...others]) => [...others, ...(first === undefined ? [] : [first])],
  low: (values) =>
    [...values]
      .sort(compareValues)
      .slice(0, Math.ceil(values.length / 3))
      .reverse(),
  high: (values) => [...values].sort(compareValues).slice(Math.floor((values.length * 2) / 3)),
  list: (values) => [values.slice(0, 2)],
  absent: () => ['no such value'],
  text: () => ['a'],

  otherCase: ofText(otherCase),
  noUuid: () => ['no-uuid'],
  letter: () => ['a', 'M', 'Z', 'z', '_', 'é'],
  padded: ofText((text) => `${text} `),
  part: ofText((text) => middle(text) || undefined),
  start: ofText((text) =>
    text.length > 1 ? [...text].slice(0, Math.ceil(text.length / 2)).join('') : undefined,
  ),
  end: ofText((text) => (text.length > 1 ? [...text].slice(-2).join('') : undefined)),
  partOtherCase: ofText((text) => otherCase(middle(text))),
  partWithPercent: ofText((text) => replaceAt(text, (letters) => `${letters[0]}%${letters.at(-1)}`)),
  partWithUnderscore: ofText((text) =>
    replaceAt(text, (letters) => `${letters[0]}_${letters.slice(2).join('')}`),
  ),
  partWithBackslash: ofText((text) =>
    replaceAt(text, (letters) => `${letters[0]}\\${letters.slice(1).join('')}`),
  ),
  escaped: (values) => {
    const texts = values.map(String);
    const special = texts.flatMap((text) => /[%_\\]/.exec(text)?.[0] ?? []);
    return [...new Set(special.length > 0 ? special : ['%'])].map((character) => `\\${character}`);
  },
  expression: ofText((text) => replaceAt(text, (letters) => `${letters[0]}.${letters.slice(2).join('')}`)),
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

  member: ofMembers((key, value) => (isScalar(value) ? { [key]: value } : undefined)),
  otherMember: ofMembers((key, value) => (isScalar(value) ? { [key]: other(value) } : undefined)),
  twoKeys: ofObject((object) => {
    const [first, second] = scalarsOf(object);
    return first && second ? [Object.fromEntries([first, second])] : [];
  }),
  rightWrong: ofObject((object) => {
    const [first] = scalarsOf(object);
    return first ? [{ [first[0]]: first[1], zz: 'no' }] : [];
  }),
  wrongRight: ofObject((object) => {
    const [first] = scalarsOf(object);
    return first ? [{ aa: 'no', [first[0]]: first[1] }] : [];
  }),
  nullMember: (values) => [
    ...ofMembers((key, value) => (value === null ? { [key]: null } : undefined))(values, 'json'),
    { zz: null },
  ],
  nestedPart: ofMembers((key, value) => {
    if (!isObject(value)) return undefined;
    const [first, ...others] = Object.entries(value);
    return first && others.length > 0 ? { [key]: Object.fromEntries([first]) } : undefined;
  }),
  nestedWhole: ofMembers((key, value) =>
    isObject(value) && Object.keys(value).length > 0 ? { [key]: value } : undefined,
  ),
  arrayPart: ofMembers((key, value) =>
    Array.isArray(value) && value.length > 1 ? { [key]: value.slice(-1) } : undefined,
  ),
  arrayReversed: ofMembers((key, value) =>
    Array.isArray(value) && value.length > 1 ? { [key]: [...value].reverse() } : undefined,
  ),
  arrayWhole: ofMembers((key, value) => (Array.isArray(value) ? { [key]: value } : undefined)),
  itemPart: ofMembers((key, value) => {
    const [item] = Array.isArray(value) ? value : [];
    const [first] = isObject(item) ? Object.entries(item) : [];
    return first ? { [key]: [Object.fromEntries([first])] } : undefined;
  }),
  /** A key of every type of value first. */
  emptyMember: (values) => {
    const byType = new Map<string, JsonValue>();
    for (const value of values)
      for (const [key, member] of isObject(value) ? Object.entries(value) : []) {
        const isEmpty = isObject(member) && Object.keys(member).length === 0;
        const type = Array.isArray(member) ? 'array' : member === null ? 'null' : typeof member;
        byType.set(isEmpty ? 'empty' : type, { [key]: {} });
      }
    return [...byType.values()];
  },
  key: ofMembers((key, value) => (value !== null && isPath(key) && !key.includes('.') ? key : undefined)),
  absentKey: () => ['no_such_key'],
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

const isPath = (key: string): boolean => /^[\w.]+$/.test(key);

const scalarsOf = (object: JsonObject) => Object.entries(object).filter(([, value]) => isScalar(value));

const compareValues = (left: JsonValue, right: JsonValue): number => {
  const [a, b] = [Number(left), Number(right)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return String(left) < String(right) ? -1 : 1;
};

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
  const made = new Map<string, JsonValue[]>();
  const operandsOf = (name: string): JsonValue[] => {
    const known = made.get(name) ?? distinct(operands[name]?.(values, kind) ?? []);
    made.set(name, known);
    return known;
  };
  const names = [...JSON.stringify(pattern).matchAll(/"\$(\w+)"/g)].map(([, name = '']) => name);
  const most = Math.min(count, ...names.map((name) => operandsOf(name).length));
  const filled = Array.from({ length: names.length === 0 ? 1 : most }, (_, index) =>
    replace(pattern, (name) => {
      const all = operandsOf(name);
      return all[Math.floor((index * all.length) / most)] ?? null;
    }),
  );
  return distinct(filled);
}

const distinct = (values: readonly JsonValue[]): JsonValue[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

function replace(pattern: JsonValue, operand: (name: string) => JsonValue): JsonValue {
  if (typeof pattern === 'string') return /^\$\w+$/.test(pattern) ? operand(pattern.slice(1)) : pattern;
  if (Array.isArray(pattern)) return pattern.map((item) => replace(item, operand));
  if (!isObject(pattern)) return pattern;
  return Object.fromEntries(Object.entries(pattern).map(([key, value]) => [key, replace(value, operand)]));
}
