/** The kind of a token, which determines its color. */
export type TokenKind = 'string' | 'number' | 'keyword' | 'key' | 'punctuation';

/** A token of relaxed JSON. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const pattern =
  /(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE-]*)|(?<keyword>\b(?:true|false|null)\b)|(?<key>[A-Za-z_$][\w$]*)|(?<punctuation>.)/gsu;

/** Splits relaxed JSON into tokens for highlighting. Their texts joined are the input. */
export const relaxedJsonTokens = (text: string): Token[] =>
  [...text.matchAll(pattern)].map(({ 0: piece, groups = {} }) => ({
    kind: Object.keys(groups).find((name) => groups[name] !== undefined) as TokenKind, // one always matches
    text: piece,
  }));
