import type { Token } from './json-tokens.js';

/** A line of laid out JSON. */
interface JsonLine {
  /** How deeply the line is nested. */
  readonly depth: number;
  readonly tokens: readonly Token[];
}

/** The tokens from a bracket to its partner, or a single token. */
type Part = Token | Group;

interface Group {
  readonly open: Token;
  readonly parts: Part[];
  close: Token | undefined;
  /** How many characters the group has on one line. */
  length: number;
}

/** A group that is longer than this is split into one line for each member. */
const WIDTH = 60;

/** Deeper brackets are not laid out: a body may consist of brackets only. */
const MAX_DEPTH = 40;

/**
 * Lays out the tokens of JSON: what fits stays on one line, everything else has one line for each member.
 */
export function layOutJson(tokens: readonly Token[]): JsonLine[] {
  const lines: { depth: number; tokens: Token[] }[] = [{ depth: 0, tokens: [] }];
  const add = (token: Token) => lines.at(-1)?.tokens.push(token);
  const startLine = (depth: number) => lines.push({ depth, tokens: [] });
  const write = (part: Part, depth: number, split: boolean): void => {
    if (!('parts' in part)) return void add(part);
    add(part.open);
    const inside = split && part.parts.length > 0 && part.length > WIDTH;
    writeAll(part.parts, inside ? depth + 1 : depth, inside);
    if (inside && part.close) startLine(depth);
    if (part.close) add(part.close);
  };
  const writeAll = (parts: readonly Part[], depth: number, split: boolean): void => {
    if (split) startLine(depth);
    for (const [index, part] of parts.entries()) {
      write(part, depth, split);
      if (split && isComma(part) && index < parts.length - 1) startLine(depth);
    }
  };
  const { parts, length } = group(tokens);
  // A query has no outer braces: its members are split as if it had them.
  const isLong = length > WIDTH && parts.some(isComma);
  for (const [index, part] of parts.entries()) {
    write(part, 0, true);
    if (isLong && isComma(part) && index < parts.length - 1) startLine(0);
  }
  return lines;
}

const isComma = (part: Part): boolean => 'text' in part && part.text === ',';

/** Nests the tokens between brackets. A bracket without its partner ends where its parent ends. */
function group(tokens: readonly Token[]): Group {
  const outside: Group = {
    open: { kind: 'punctuation', text: '', start: -1 },
    parts: [],
    close: undefined,
    length: 0,
  };
  const stack = [outside];
  let tooDeep = 0;
  for (const token of tokens) {
    const parent = stack.at(-1) ?? outside;
    const isOpen = token.kind === 'punctuation' && (token.text === '{' || token.text === '[');
    const isClose = token.kind === 'punctuation' && (token.text === '}' || token.text === ']');
    if (isOpen && stack.length > MAX_DEPTH) tooDeep += 1;
    if (isOpen && tooDeep === 0) {
      const inner: Group = { open: token, parts: [], close: undefined, length: 2 };
      parent.parts.push(inner);
      stack.push(inner);
    } else if (isClose && tooDeep === 0 && parent !== outside) {
      parent.close = token;
      stack.pop();
      const around = stack.at(-1);
      if (around) around.length += parent.length;
    } else {
      if (isClose && tooDeep > 0) tooDeep -= 1;
      parent.parts.push(token);
      parent.length += token.text.length + (token.text === ',' || token.text === ':' ? 1 : 0);
    }
  }
  for (let index = stack.length - 1; index > 0; index -= 1)
    (stack[index - 1] as Group).length += (stack[index] as Group).length; // both exist
  return outside;
}
