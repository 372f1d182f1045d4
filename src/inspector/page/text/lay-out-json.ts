import type { Token } from './json-tokens.js';

/** A line of laid out JSON. */
interface JsonLine {
  /** How deeply the line is nested. */
  readonly depth: number;
  readonly tokens: readonly Token[];
}

/** A group that is longer than this is split into one line for each member. */
const WIDTH = 60;

/** Deeper brackets are not laid out: a body may consist of brackets only. */
const MAX_DEPTH = 40;

/** Lays out the tokens of JSON: what fits stays on one line, everything else has one line for each member. */
export function layOutJson(tokens: readonly Token[]): JsonLine[] {
  const { lengths, total } = measureGroups(tokens);
  const lines: { depth: number; tokens: Token[] }[] = [{ depth: 0, tokens: [] }];
  // Whether each of the open groups is split. A query has no outer braces: it is split as if it had them.
  const splits = [total > WIDTH];
  const startLine = () => lines.push({ depth: splits.slice(1).filter((split) => split).length, tokens: [] });
  for (const [index, token] of tokens.entries()) {
    const isClose = isBracket(token, '}]') && splits.length > 1;
    if (isClose && splits.pop()) startLine();
    lines.at(-1)?.tokens.push(token);
    if (isBracket(token, '{[')) {
      const isEmpty = isBracket(tokens[index + 1], '}]');
      splits.push(splits.length <= MAX_DEPTH && !isEmpty && (lengths.get(index) ?? 0) > WIDTH);
      if (splits.at(-1)) startLine();
    } else if (isBracket(token, ',') && splits.at(-1) && index < tokens.length - 1) startLine();
  }
  return lines;
}

const isBracket = (token: Token | undefined, brackets: string): boolean =>
  token?.kind === 'punctuation' && brackets.includes(token.text);

/** How many characters each group has on one line, by the index of its first bracket; without a last one, the rest. */
function measureGroups(tokens: readonly Token[]): { lengths: ReadonlyMap<number, number>; total: number } {
  const starts = new Map<number, number>();
  const lengths = new Map<number, number>();
  const open: number[] = [];
  let total = 0;
  const close = (index: number | undefined) => {
    if (index !== undefined) lengths.set(index, total - (starts.get(index) ?? 0));
  };
  for (const [index, token] of tokens.entries()) {
    if (isBracket(token, '{[')) {
      starts.set(index, total);
      open.push(index);
    }
    total += token.text.length + (isBracket(token, ',:') ? 1 : 0);
    if (isBracket(token, '}]')) close(open.pop());
  }
  while (open.length > 0) close(open.pop());
  return { lengths, total };
}
