import { isPlainObject } from './plain-object.js';

/**
 * A short description of a value, for "expected X, got Y". Long text is cut.
 *
 * @example
 * describe('EUR') // => '"EUR"'
 * describe([1, 2]) // => 'an array'
 */
export function describe(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (typeof value === 'string')
    return shorten(value.length > 40 ? `${JSON.stringify(value.slice(0, 40))}…` : JSON.stringify(value));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return kindOf(value);
  if (isPlainObject(value)) return Object.keys(value).length > 0 ? 'an object' : 'an empty object';
  const tag = Object.prototype.toString.call(value).slice(8, -1); // `Set` or `Promise`; `Object` for other classes
  return `an instance of ${tag === 'Object' ? 'a class' : tag}`;
}

/** A name or other text from outside for a message: at most 100 characters. */
export const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/** A number with its noun: `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The kind of a value, and nothing of its content, for messages about secrets and about data of the service. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return `${value}`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
