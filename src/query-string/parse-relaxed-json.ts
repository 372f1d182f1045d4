import JSON5 from 'json5';
import { QueryError } from '../errors.js';
import { MAX_DEPTH, MAX_FILTER_DEPTH, TOO_DEEP } from '../query/query-node.js';
import type { JsonValue } from '../schema/field.js';
import { escapeUnits, shorten } from '../values/describe.js';
import { parseJson } from '../values/plain-object.js';

/**
 * Parses the text of a `where` or an `include`: relaxed or strict JSON, with or without the outer
 * braces (rule 10 of `include`; decision 28). Blank text is `undefined`.
 *
 * @param example - What the message for other text shows.
 */
export function parseRelaxedJson(
  text: string,
  path: string,
  example = "{name:'value'}",
): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  const value = parse(text, path, example);
  if (isDeeper(value, MAX_DEPTH + MAX_FILTER_DEPTH)) throw new QueryError(path, TOO_DEEP);
  const key = findRepeatedKey(text, value);
  if (key === undefined) return value;
  const advice = path === 'where' ? ', or combine the filters with AND' : '';
  throw new QueryError(
    path,
    `\`${shorten(key)}\` is given more than once. Write it once${advice}.`,
  );
}

/**
 * A key that an object in valid relaxed JSON has twice. Parsers keep its last value, so that a
 * filter would be lost.
 */
export function findRepeatedKey(text: string, value: JsonValue): string | undefined {
  let keys = 0; // each has a colon
  for (const [part] of text.matchAll(PART)) if (part === ':') keys++;
  return keys === countKeys(value) ? undefined : (repeatedKey(text) ?? '');
}

/**
 * The parts of valid relaxed JSON that have to do with keys. A colon is found only outside strings
 * and comments.
 */
const PART =
  /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\/\/[^\n\r\u2028\u2029]*|\/\*.*?\*\/|[{}:]|(?:[\p{ID_Continue}$\u200c\u200d]|\\u[\da-f]{4})+/gisu;

function countKeys(value: JsonValue): number {
  let count = 0;
  const values = [value]; // not recursive, because a body may nest deeper than the stack
  for (const item of values) {
    if (typeof item !== 'object' || item === null) continue;
    const members = Object.values<JsonValue>(item);
    if (!Array.isArray(item)) count += members.length;
    for (const member of members) values.push(member);
  }
  return count;
}

/** The first key that an object has twice, however it is written. */
function repeatedKey(text: string): string | undefined {
  const objects = [new Set<string>()]; // the first one is for text without braces
  let last = '';
  for (const [part] of text.matchAll(PART)) {
    if (part === '{') objects.push(new Set());
    else if (part === '}') objects.pop();
    else if (part === ':') {
      const [key = ''] = Object.keys(JSON5.parse(`{${last}:0}`));
      const keys = objects.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    } else if (!part.startsWith('/')) last = part;
  }
  return undefined;
}

function parse(text: string, path: string, example: string): JsonValue {
  const hasBraces = /^\s*\{/.test(text);
  const strict = strictJson(hasBraces ? text : `{${text}}`);
  const quick = strict === undefined ? undefined : parseJson(strict); // many times faster than JSON5
  if (quick !== undefined) return quick as JsonValue;
  const source = text.search(SEPARATORS) < 0 ? text : text.replace(STRING, escapeSeparators);
  // Without braces first; the line break is there because the text may end in a comment. Other
  // values are parsed too, so that the message for `null` is about the filter and not about the
  // syntax.
  const candidates = hasBraces ? [source] : [`{${source}\n}`, source];
  for (const candidate of candidates) {
    const value = parseJson(candidate, JSON5);
    if (value !== undefined) return value as JsonValue;
  }
  throw new QueryError(
    path,
    `${problemOf(text)} Write relaxed JSON such as ${example}, with text in quotes.`,
  );
}

/**
 * Strict JSON with the value of relaxed JSON of which only the quotes differ: keys without quotes,
 * and text in single quotes without escapes. `undefined` for a comment, and for a quote or a
 * backslash anywhere else.
 */
function strictJson(text: string): string | undefined {
  let isSimple = true;
  const strict = text.replace(TOKEN, (token, single?: string, key?: string, invalid?: string) => {
    if (single !== undefined) return `"${single}"`;
    if (key !== undefined) return `"${key}"`;
    if (invalid !== undefined) isSimple = false;
    return token;
  });
  return isSimple ? strict : undefined;
}

/**
 * Text in single quotes, text in double quotes, a key, and what is none of them. A key is only
 * looked for where a word begins, and text that does not end is one match: no part of the text is
 * read more than a few times.
 */
const TOKEN =
  /'([^'"\\]*)'|"(?:[^"\\]|\\.)*"|(?<![\w$])([A-Za-z_$][\w$]*)(?=:)|('|"(?:[^"\\]|\\.)*|[\\/])/gs;

/** What JSON5 says of text that it cannot parse, such as `invalid character 'x' at 1:3.` */
function problemOf(text: string): string {
  const added = /^\s*\{/.test(text) ? '' : '{';
  try {
    JSON5.parse(added + text.replaceAll(SEPARATORS, ' '));
    return 'closes more braces than it opens.';
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^JSON5: /, '') : 'invalid JSON';
    return `${message.replace(/ at 1:(\d+)$/, (_, column) => ` at 1:${Number(column) - added.length}`)}.`;
  }
}

/** A string, which need not end. */
const STRING = /'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?/gs;

/** Line separators. JSON5 prints a warning to the console for each one in a string. */
const SEPARATORS = /[\u2028\u2029]/g;

const escapeSeparators = (string: string): string => string.replaceAll(SEPARATORS, escapeUnits);

/**
 * Whether a value nests more objects and arrays than a limit. Protects the stack: the exact limits
 * belong to the parser of the query.
 */
export const isDeeper = (value: JsonValue, limit: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (limit === 0 || Object.values(value).some((member) => isDeeper(member, limit - 1)));
