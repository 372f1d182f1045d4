import type { JsonValue } from '../../schema/field.js';
import { own } from '../../values/plain-object.js';

/** Returns the values at a path. */
type Finder = (value: JsonValue) => JsonValue[];

const STEP = /\.([\w$-]+|\*)|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[(\d+|\*)\]/y;

/**
 * Parses a JSONPath of members, indexes and wildcards, such as `$.tags[0].name`.
 *
 * @returns `undefined` for text that is no such path.
 * @example
 * parseJsonPath('$.a[*].b')?.({ a: [{ b: 1 }, { b: 2 }] }) // => [1, 2]
 */
export function parseJsonPath(path: string): Finder | undefined {
  if (!path.startsWith('$')) return undefined;
  const steps: string[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (!match) return undefined;
    const [, member, single, double, index] = match;
    steps.push(member ?? index ?? (single ?? double ?? '').replace(/\\(.)/g, '$1'));
  }
  return (value) =>
    steps.reduce<JsonValue[]>((found, step) => found.flatMap((one) => inside(one, step)), [value]);
}

function inside(value: JsonValue, step: string): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*') return Object.values(value);
  if (Array.isArray(value)) return /^\d+$/.test(step) ? value.slice(Number(step), Number(step) + 1) : [];
  const member = own(value, step);
  return member === undefined ? [] : [member];
}
