import { isIdentifier } from '../values/member-path.js';
import { quote } from './print-expression.js';

/** One difference between a file and the module that would be written. */
export interface Difference {
  /** Such as `balances`, `fields` and `name`; empty for code outside the extension. */
  readonly path: readonly string[];
  /** The code in the file; `undefined` if the file lacks it. */
  readonly before: string | undefined;
  /** The code that would be written; `undefined` if it would be removed. */
  readonly after: string | undefined;
}

/**
 * Compares a file with the module that would be written. How the code is formatted makes no difference, and
 * neither do comments, because they contain numbers of rows, except for the properties that a comment lists
 * as not declared or not returned.
 */
export function compareModules(file: string, written: string): Difference[] {
  const [before, after] = [parseModule(file), parseModule(written)];
  const differences: Difference[] = [];
  for (const key of [...new Set([...after.members.keys(), ...before.members.keys()])].sort()) {
    const [old, current] = [before.members.get(key), after.members.get(key)];
    if (old !== current) differences.push({ path: JSON.parse(key), before: old, after: current });
  }
  if (differences.length === 0 && before.code !== after.code)
    differences.push({ path: [], before: before.code, after: after.code });
  return differences;
}

interface ParsedModule {
  /** The code of each member of the extension, and the listed properties, by path as JSON. */
  readonly members: ReadonlyMap<string, string>;
  /** All code but the imports, without white space and trailing commas. */
  readonly code: string;
}

const TOKEN =
  /\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[\w$]+|=>|[\s\S]/gy;

function parseModule(text: string): ParsedModule {
  const members = new Map<string, string>();
  const tokens: string[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const [, property] = /^\/\/ - (.+?): /.exec(token) ?? [];
    if (property !== undefined) members.set(JSON.stringify([property]), 'listed in a comment');
    if (/^(?:\s|\/[/*]|;$)/.test(token)) continue;
    // A comma before a closing bracket.
    if (/^[)\]}]$/.test(token) && tokens.at(-1) === ',') tokens.pop();
    tokens.push(isLiteral(token) ? quote(unquote(token)) : token);
  }
  const code = tokens.map((token, index) => (tokens[index + 1] === ':' ? keyOf(token) : token));
  const start = code.findIndex(
    (_, index) => code.slice(index, index + 4).join('') === 'extendSchema(paymentsSchema,',
  );
  if (start >= 0) collectMembers(code, start + 4, [], members);
  const body = code.findLastIndex((token) => /^from$/.test(token)) + 2;
  return { members, code: code.slice(body).join(' ') };
}

/** Collects the members of the object at an index. Returns the index after it. */
function collectMembers(
  code: readonly string[],
  start: number,
  path: readonly string[],
  members: Map<string, string>,
): number {
  let index = start + 1;
  if (code[start] !== '{') return index;
  while (index < code.length && code[index] !== '}') {
    const name = [...path, String(code[index])];
    index += 2; // the name and the colon
    if (code[index] === '{') index = collectMembers(code, index, name, members);
    else {
      const from = index;
      for (let depth = 0; index < code.length; index++) {
        const token = code[index] ?? '';
        if (depth === 0 && (token === ',' || token === '}')) break;
        depth += /^[([{]$/.test(token) ? 1 : /^[)\]}]$/.test(token) ? -1 : 0;
      }
      members.set(JSON.stringify(name), code.slice(from, index).map(spaced).join(''));
    }
    if (code[index] === ',') index++;
  }
  return index + 1;
}

/** A token as it is shown in a difference. */
const spaced = (token: string): string => (/^[,:]$/.test(token) ? `${token} ` : token);

/** A key without its quotes, which formatters remove and add. */
function keyOf(token: string): string {
  const name = isLiteral(token) ? unquote(token) : token;
  return isIdentifier(name) ? name : token;
}

const isLiteral = (token: string): boolean => /^(['"]).*\1$/s.test(token) && token.length > 1;

/** The text of a string literal. */
const unquote = (literal: string): string =>
  literal
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, code: string | undefined, character: string) =>
      code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
    );
