import JSON5 from 'json5';
import { QueryError } from '../../errors/usage-errors.js';
import { MAX_DEPTH } from '../../query/query-node.js';
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
  if (text.trim() === '') return undefined;
  const source = scan(text);
  const { depth, safe } = source;
  const bare = !/^\s*\{/.test(safe);
  if (depth + (bare ? 1 : 0) > MAX_DEPTH + 1)
    throw new QueryError(path, `more than ${MAX_DEPTH} nested objects and arrays.`);
  if (!bare) return parse(source, path);
  try {
    return JSON5.parse(`{${safe}\n}`); // a new line, as the text may end in a comment
  } catch (error) {
    return parse(source, path, troubleOf(error, source, 1)); // no members: maybe a whole value, such as null
  }
}

/** A text, and what was seen of it before anything is built of it. */
interface Source {
  readonly text: string;
  /** How deep it nests. */
  readonly depth: number;
  /** Where the first bracket stands that closes nothing. */
  readonly stray: number | undefined;
  /** Where in strings the two line separators stand, about which JSON5 would warn on the console. */
  readonly separators: readonly number[];
  /** The text with these separators escaped. */
  readonly safe: string;
}

/** What is wrong, and how far the text was read until then. */
interface Trouble {
  readonly what: string;
  readonly read: number;
}

/** @param trouble - What came of reading the text as members. Of two troubles, the one that lies further says more. */
function parse(source: Source, path: string, trouble: Trouble = { what: '', read: -1 }): JsonValue {
  try {
    return JSON.parse(source.safe); // strict JSON is read many times faster
  } catch {
    try {
      return JSON5.parse(source.safe);
    } catch (error) {
      const other = troubleOf(error, source, 0);
      const { what } = other.read > trouble.read ? other : trouble;
      throw new QueryError(path, `cannot be read as relaxed JSON: ${what}. Write it as {name:'value'}.`);
    }
  }
}

/**
 * What JSON5 found, with its place in the text as it was written.
 *
 * @param added - How many characters were put before the text.
 */
function troubleOf(error: unknown, { text, stray, separators, safe }: Source, added: 0 | 1): Trouble {
  const [, found = 'it is not JSON', line, column] =
    /^JSON5: (.+) at (\d+):(\d+)$/s.exec(error instanceof Error ? error.message : '') ?? [];
  if (line === undefined) return { what: found, read: -1 };
  const before = safe.split('\n').slice(0, Number(line) - 1);
  const start = before.reduce((length, { length: more }) => length + more + 1, 0);
  let read = start + Number(column) - 1 - (line === '1' ? added : 0);
  for (const separator of separators) if (separator < read) read -= '\\u2028'.length - 1;
  let what = found;
  const end = stray ?? text.length; // where the text between the added braces comes to its end
  if (added > 0 && read >= end) {
    read = end;
    what = stray === undefined ? 'invalid end of input' : `invalid character '${text[stray]}'`;
  }
  const lines = text.slice(0, read).split('\n');
  return { what: `${what} at ${lines.length}:${(lines.at(-1) ?? '').length + 1}`, read };
}

function scan(text: string): Source {
  const separators: number[] = [];
  let stray: number | undefined;
  let deepest = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"' || character === "'") index = endOfString(text, index, separators);
    else if (text.startsWith('/*', index)) index = endOf(text, '*/', index + 2);
    else if (text.startsWith('//', index)) index = endOf(text, '\n', index + 2);
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if ((character === '}' || character === ']') && --depth < 0) stray ??= index;
  }
  let safe = '';
  let from = 0;
  for (const at of separators) {
    safe += `${text.slice(from, at)}\\u${text.charCodeAt(at).toString(16)}`;
    from = at + 1;
  }
  return { text, depth: deepest, stray, separators, safe: safe + text.slice(from) };
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
