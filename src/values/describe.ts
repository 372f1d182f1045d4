import { isDate } from './date.js';
import { isPlainObject } from './plain-object.js';

/**
 * A short description of a value, for "expected X, got Y". Long text is cut.
 *
 * @example
 * describe('EUR') // => '"EUR"'
 * describe([1, 2]) // => 'an array'
 */
export function describe(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (typeof value === 'string')
    return value.length > 40 ? `${JSON.stringify(value.slice(0, 40))}…` : JSON.stringify(value);
  if (Array.isArray(value)) return 'an array';
  if (isDate(value)) return 'a Date';
  if (isPlainObject(value)) return Object.keys(value).length > 0 ? 'an object' : 'an empty object';
  if (value === undefined) return 'undefined';
  return typeof value === 'object' ? 'an instance of a class' : `a ${typeof value}`;
}
