import type { JsonValue } from '../../schema/field.js';
import { isIdentifier } from '../../values/member-path.js';

/** Longer lines are broken. */
const MAX_WIDTH = 80;

/** Deeper values are not written. The client rejects them, and recursion must end. */
const MAX_WRITTEN_DEPTH = 100;

/**
 * Writes a JSON value as a literal of TypeScript.
 *
 * @param indent - The indentation of the line that it begins on.
 * @returns `undefined` for a value that nests too deeply.
 * @example
 * writeCode({ name: true, 'a b': "it's" }) // => "{ name: true, 'a b': 'it\\'s' }"
 */
export const writeCode = (value: JsonValue, indent = ''): string | undefined =>
  isTooDeep(value) ? undefined : write(value, indent);

const isTooDeep = (value: JsonValue, depth = 0): boolean =>
  depth > MAX_WRITTEN_DEPTH ||
  (typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((member) => isTooDeep(member, depth + 1)));

function write(value: JsonValue, indent: string): string {
  if (typeof value === 'string') return writeCodeText(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  const inner = `${indent}  `;
  const [open, close, space] = Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' '];
  const members = Array.isArray(value)
    ? value.map((item) => write(item, inner))
    : Object.entries(value).map(([key, member]) => `${writeCodeKey(key)}: ${write(member, inner)}`);
  if (members.length === 0) return open + close;
  const line = `${open}${space}${members.join(', ')}${space}${close}`;
  if (indent.length + line.length <= MAX_WIDTH && !line.includes('\n')) return line;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`;
}

/** Writes the key of an object. In brackets, `__proto__` is a member like any other. */
function writeCodeKey(key: string): string {
  if (key === '__proto__') return `['__proto__']`;
  return isIdentifier(key) ? key : writeCodeText(key);
}

/** Control characters, format characters such as those that reverse text, and line separators. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Writes text as a literal of TypeScript in single quotes. */
export function writeCodeText(text: string): string {
  const json = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${json.replace(UNSAFE, (character) => character.split('').map(escapeUnit).join(''))}'`;
}

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
