import { shorten } from './describe.js';

/**
 * The path of a property or an array item, as written in code. A long key is cut.
 *
 * @example
 * memberPath('where.OR[1]', 'balance') // => 'where.OR[1].balance'
 * memberPath('where.OR', 1) // => 'where.OR[1]'
 */
export function memberPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return isIdentifier(key) ? `${path}.${shorten(key)}` : `${path}[${shorten(key, JSON.stringify)}]`;
}

/** Whether a key needs no quotes, in code and in relaxed JSON. ASCII only, so that every JSON5 parser accepts it. */
export const isIdentifier = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);
