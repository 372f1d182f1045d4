/** What a piece of a query is, which decides its colour. */
export type TokenKind = 'string' | 'number' | 'keyword' | 'key' | 'punctuation';

/** A piece of a query as it is written. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const pattern =
  /(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE-]*)|(?<keyword>\b(?:true|false|null)\b)|(?<key>[A-Za-z_$][\w$]*)|(?<punctuation>.)/gsu;

/** Takes relaxed JSON apart for colouring; the texts of the tokens together are the text. */
export const relaxedJsonTokens = (text: string): Token[] =>
  [...text.matchAll(pattern)].map(({ 0: piece, groups = {} }) => ({
    kind: Object.keys(groups).find((name) => groups[name] !== undefined) as TokenKind, // one always matches
    text: piece,
  }));
