import type { Token } from './json-tokens.js';

interface JsonLine {
  /** How deeply the line is nested. */
  readonly depth: number;
  readonly tokens: Token[];
}

/** A group that is longer than this is split into one line for each member. */
const WIDTH = 60;

/** Deeper brackets are not laid out: a body may consist of brackets only. */
const MAX_SPLIT_DEPTH = 40;

/** Lays out the tokens of JSON: what fits stays on one line, everything else has one line for each member. */
export function layOutJson(tokens: readonly Token[]): JsonLine[] {
  const ends = findEnds(tokens);
  const lines: JsonLine[] = [{ depth: 0, tokens: [] }];
  // Whether each of the open groups is split. A query has no outer braces: it is split as if it had them.
  const splits = [(tokens.at(-1)?.start ?? 0) > WIDTH];
  const startLine = () => lines.push({ depth: splits.slice(1).filter((split) => split).length, tokens: [] });
  for (const [index, token] of tokens.entries()) {
    const isClose = isBracket(token, '}]') && splits.length > 1;
    if (isClose && splits.pop()) startLine();
    lines.at(-1)?.tokens.push(token);
    if (isBracket(token, '{[')) {
      const isLong = (ends.get(token) ?? Number.POSITIVE_INFINITY) - token.start > WIDTH;
      splits.push(splits.length <= MAX_SPLIT_DEPTH && isLong);
      if (splits.at(-1)) startLine();
    } else if (isBracket(token, ',') && splits.at(-1) && index < tokens.length - 1) startLine();
  }
  return lines;
}

const isBracket = (token: Token, brackets: string): boolean =>
  token.kind === 'punctuation' && brackets.includes(token.text);

/** Where each group ends, by its first bracket. A group of text that was cut has no end. */
function findEnds(tokens: readonly Token[]): ReadonlyMap<Token, number> {
  const ends = new Map<Token, number>();
  const open: Token[] = [];
  for (const token of tokens) {
    if (isBracket(token, '{[')) open.push(token);
    const first = isBracket(token, '}]') && open.pop();
    if (first) ends.set(first, token.start);
  }
  return ends;
}
