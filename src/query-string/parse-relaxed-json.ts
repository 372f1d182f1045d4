import JSON5 from 'json5';
import { QueryError } from '../errors/usage-errors.js';
import { MAX_DEPTH, MAX_FILTER_DEPTH, TOO_DEEP } from '../query/query-node.js';
import type { JsonValue } from '../schema/field.js';
import { shorten } from '../values/describe.js';
import { escapeUnits } from '../values/print-code.js';

/**
 * Parses the text of a `where` or an `include`: relaxed or strict JSON, with or without the outer braces
 * (rule 10 of `include`; decision 28).
 *
 * @param path - The name of the parameter.
 * @returns `undefined` for blank text.
 * @throws QueryError for text that is not relaxed JSON, that nests too deeply, or that gives a key twice.
 */
export function parseRelaxedJson(text: string, path: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  const value = parse(text, path);
  if (isDeeper(value, MAX_DEPTH + MAX_FILTER_DEPTH)) throw new QueryError(path, TOO_DEEP);
  assertUniqueKeys(text, value, path);
  return value;
}

/** Both parsers keep the last value of a key, so that a filter would be lost. */
function assertUniqueKeys(text: string, value: JsonValue, path: string): void {
  let keys = 0; // each has a colon
  for (const [part] of text.matchAll(PART)) if (part === ':') keys++;
  if (keys === countKeys(value)) return;
  const key = repeatedKey(text) ?? '';
  throw new QueryError(
    path,
    `\`${shorten(key)}\` is given more than once. Write it once, or combine the filters with AND.`,
  );
}

/** The parts of valid relaxed JSON that have to do with keys. A colon is found only outside strings and comments. */
const PART =
  /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\/\/[^\n\r\u2028\u2029]*|\/\*.*?\*\/|[{}:]|(?:[\p{ID_Continue}$\u200c\u200d]|\\u[\da-f]{4})+/gisu;

const countKeys = (value: JsonValue): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce<number>((sum, member) => sum + countKeys(member), own);
};

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

function parse(text: string, path: string): JsonValue {
  const hasBraces = /^\s*\{/.test(text);
  const strict = strictJson(hasBraces ? text : `{${text}}`);
  const quick = strict === undefined ? undefined : tryParse(JSON, strict); // many times faster than JSON5
  if (quick !== undefined) return quick;
  const source = text.search(SEPARATORS) < 0 ? text : text.replace(STRING, escapeSeparators);
  // Without braces first; the line break is there because the text may end in a comment. Other values are
  // parsed too, so that the message for `null` is about the filter and not about the syntax.
  const candidates = hasBraces ? [source] : [`{${source}\n}`, source];
  for (const candidate of candidates) {
    const value = tryParse(JSON5, candidate);
    if (value !== undefined) return value;
  }
  throw new QueryError(
    path,
    `${problemOf(text)} Write relaxed JSON such as {name:'value'}, with text in quotes.`,
  );
}

function tryParse(parser: Pick<JSON, 'parse'>, text: string): JsonValue | undefined {
  try {
    return parser.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Strict JSON with the value of relaxed JSON of which only the quotes differ: keys without quotes, and text in
 * single quotes without escapes. `undefined` for a comment, and for a quote or a backslash anywhere else.
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
 * Text in single quotes, text in double quotes, a key, and what is none of them. A key is only looked for where
 * a word begins, and text that does not end is one match: no part of the text is read more than a few times.
 */
const TOKEN = /'([^'"\\]*)'|"(?:[^"\\]|\\.)*"|(?<![\w$])([A-Za-z_$][\w$]*)(?=:)|('|"(?:[^"\\]|\\.)*|[\\/])/gs;

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
 * Whether a value nests more objects and arrays than a limit. Protects the stack: the exact limits belong to
 * the parser of the query.
 */
export const isDeeper = (value: JsonValue, limit: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (limit === 0 || Object.values(value).some((member) => isDeeper(member, limit - 1)));
