/** The kind of a token, which is also the name of its color. */
type TokenKind = 'string' | 'number' | 'keyword' | 'key' | 'punctuation';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Its position in the whole text. */
  readonly start: number;
}

const pattern =
  /(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<keyword>\b(?:true|false|null)\b)|(?<key>[A-Za-z_$][\w$]*)|(?<space>\s+)|(?<punctuation>.)/gsu;

/**
 * Splits JSON or relaxed JSON into tokens, without the space between them. Text that is neither is split too, so
 * that a wrong query can be shown.
 *
 * @example
 * jsonTokens("name:'Ada'").map(({ kind }) => kind) // => ['key', 'punctuation', 'string']
 */
export function jsonTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: piece, index: start, groups = {} } of text.matchAll(pattern)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    if (kind !== 'space') tokens.push({ kind: kind as TokenKind, text: piece, start }); // one group always matches
  }
  // In JSON, a key is a string in front of a colon.
  return tokens.map((token, index) =>
    token.kind === 'string' && tokens[index + 1]?.text === ':' ? { ...token, kind: 'key' } : token,
  );
}
