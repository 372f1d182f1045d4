import type { JsonValue } from '../../../schema/field.js';
import { isIdentifier } from '../../../values/member-path.js';

/** Deeper values are not written. The client rejects them, and recursion must end. */
const MAX_DEPTH = 100;

/** Longer lines are broken. */
const MAX_WIDTH = 80;

/**
 * Writes a JSON value as a TypeScript literal.
 *
 * @param indent - The indentation of the line that it begins on.
 * @returns `undefined` for a value that nests too deeply.
 * @example
 * writeLiteral({ name: true, 'a b': "it's" }) // => "{ name: true, 'a b': 'it\\'s' }"
 */
export function writeLiteral(value: JsonValue, indent = ''): string | undefined {
  return depthOf(value) > MAX_DEPTH ? undefined : write(value, indent);
}

function depthOf(value: JsonValue, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth;
  return Object.values(value).reduce<number>(
    (deepest, member) => Math.max(deepest, depthOf(member, depth + 1)),
    depth,
  );
}

function write(value: JsonValue, indent: string): string {
  if (typeof value === 'string') return writeText(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  const inner = `${indent}  `;
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' '];
  const members = Array.isArray(value)
    ? value.map((item) => write(item, inner))
    : Object.entries(value).map(([key, member]) => `${writeKey(key)}: ${write(member, inner)}`);
  if (members.length === 0) return open + close;
  const line = `${open}${space}${members.join(', ')}${space}${close}`;
  if (indent.length + line.length <= MAX_WIDTH && !line.includes('\n')) return line;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`;
}

/** In brackets, `__proto__` is a member like any other. */
function writeKey(key: string): string {
  if (key === '__proto__') return `['__proto__']`;
  return isIdentifier(key) ? key : writeText(key);
}

/** Control characters, format characters such as those that reverse text, and line separators. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Writes text as a literal in single quotes. */
export const writeText = (text: string): string => {
  const json = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(UNSAFE, (character) =>
      character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    );
  return `'${json}'`;
};
