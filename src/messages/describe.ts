import { isIdentifier, isPlainObject } from '../values/plain-object.js';

/** A short description of a value, for "expected X, got Y". Of long text, it has only the start. */
export function describe(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (typeof value === 'string') return shorten(value, JSON.stringify);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return kindOf(value);
  if (isPlainObject(value)) return Object.keys(value).length > 0 ? 'an object' : 'an empty object';
  // `Set` or `Promise`; `Object` for other classes.
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return `an instance of ${tag === 'Object' ? 'a class' : tag}`;
}

/**
 * A name or other text from outside for a message. Text of more than 100 characters is not cut
 * anywhere, but to a start that tells nobody an API key: a part of a key could not be recognized
 * any more, and so not be redacted.
 */
export const shorten = (text: string, write: (text: string) => string = String): string =>
  text.length > 100 ? `${write(text.slice(0, 7))}…` : write(text);

/**
 * Text that is redacted, cut to a number of characters. Use {@link shorten} for text that is not.
 */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * The kind of a value, and nothing of its content, for messages about secrets and about data of the
 * service.
 */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return `${value}`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The path of a property or an array item, such as `where.OR[1].balance`. A long key is cut. */
export function memberPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (!isIdentifier(key)) return `${path}[${shorten(key, JSON.stringify)}]`;
  return path === '' ? shorten(key) : `${path}.${shorten(key)}`;
}

/** Each code unit of a text as an escape sequence of JavaScript. */
export const escapeUnits = (text: string): string =>
  text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Text from outside as one line, without characters that a terminal acts on: control characters,
 * and those that change the direction of text.
 */
export const oneLine = (text: string, most = 500): string =>
  text
    .slice(0, most)
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim();
