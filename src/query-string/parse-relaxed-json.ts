import JSON5 from 'json5';
import { QueryError } from '../errors/usage-errors.js';
import { MAX_DEPTH, MAX_FILTER_DEPTH, TOO_DEEP } from '../query/query-node.js';
import type { JsonValue } from '../schema/field.js';
import { escapeUnits } from '../values/print-code.js';

/**
 * Parses the text of a `where` or an `include`: relaxed or strict JSON, with or without the outer braces
 * (rule 10 of `include`; decision 28).
 *
 * @param path - The name of the parameter.
 * @returns `undefined` for blank text.
 * @throws QueryError for text that is not relaxed JSON, or that nests too deeply.
 */
export function parseRelaxedJson(text: string, path: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  const value = parse(text, path);
  if (isDeeper(value, MAX_DEPTH + MAX_FILTER_DEPTH)) throw new QueryError(path, TOO_DEEP);
  return value;
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
 * the checks of the query.
 */
export const isDeeper = (value: JsonValue, limit: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (limit === 0 || Object.values(value).some((member) => isDeeper(member, limit - 1)));
