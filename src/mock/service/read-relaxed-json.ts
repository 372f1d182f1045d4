import JSON5 from 'json5';
import { QueryError } from '../../errors/query-error.js';
import { MAX_DEPTH } from '../../query/plain-json.js';
import type { JsonValue } from '../../schema/field.js';

/**
 * Reads the text of a `where` or an `include`: relaxed or strict JSON, with or without the outer braces (rule 10 of
 * `include`, decision 28).
 *
 * @param path - The name of the parameter.
 * @returns `undefined` where the text is empty.
 * @throws QueryError where it can't be read, or nests deeper than 32.
 */
export function readRelaxedJson(text: string, path: string): JsonValue | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const { depth, safe } = scan(trimmed);
  const bare = !safe.startsWith('{');
  if (depth + (bare ? 1 : 0) > MAX_DEPTH + 1)
    throw new QueryError(path, `more than ${MAX_DEPTH} nested objects and arrays.`);
  if (!bare) return parse(safe, path);
  try {
    return JSON5.parse(`{${safe}\n}`); // a new line, as the text may end in a comment
  } catch (error) {
    return parse(safe, path, whereOf(error, 1)); // no members: maybe a whole value, such as null
  }
}

/** What is wrong, and how far it was read until then. */
interface Trouble {
  readonly what: string;
  readonly read: number;
}

/** @param trouble - What came of reading the text as members. Of two troubles, the one that lies further says more. */
function parse(text: string, path: string, trouble: Trouble = { what: '', read: -1 }): JsonValue {
  try {
    return JSON.parse(text); // strict JSON is read many times faster
  } catch {
    try {
      return JSON5.parse(text);
    } catch (error) {
      const other = whereOf(error, 0);
      const { what } = other.read > trouble.read ? other : trouble;
      throw new QueryError(path, `cannot be read as relaxed JSON: ${what}. Write it as {name:'value'}.`);
    }
  }
}

/** @param added - How many characters stood before the text. */
function whereOf(error: unknown, added: number): Trouble {
  const [, what = 'it is not JSON', line, column] =
    /^JSON5: (.+) at (\d+):(\d+)$/s.exec(error instanceof Error ? error.message : '') ?? [];
  if (line === undefined) return { what, read: -1 };
  const at = Number(column) - (line === '1' ? added : 0);
  return { what: `${what} at ${line}:${at}`, read: Number(line) * 1e6 + at };
}

/**
 * Looks through the text before anything is built of it.
 *
 * @returns How deep it nests, and the text with the two line separators escaped inside strings, where JSON5 would warn
 * on the console about them.
 */
function scan(text: string): { depth: number; safe: string } {
  const separators: number[] = [];
  let deepest = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"' || character === "'") index = endOfString(text, index, separators);
    else if (text.startsWith('/*', index)) index = endOf(text, '*/', index + 2);
    else if (text.startsWith('//', index)) index = endOf(text, '\n', index + 2);
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  let safe = '';
  let from = 0;
  for (const at of separators) {
    safe += `${text.slice(from, at)}\\u${text.charCodeAt(at).toString(16)}`;
    from = at + 1;
  }
  return { depth: deepest, safe: safe + text.slice(from) };
}

/** Where a string ends that begins at `start`; `separators` collects the line separators in it. */
function endOfString(text: string, start: number, separators: number[]): number {
  const quote = text[start];
  let index = start + 1;
  for (; index < text.length && text[index] !== quote; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '\u2028' || text[index] === '\u2029') separators.push(index);
  }
  return index;
}

function endOf(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index < 0 ? text.length : index + mark.length - 1;
}
