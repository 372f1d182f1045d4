import { languages } from 'monaco-editor/editor/editor.api.js';
import { language } from 'monaco-editor/languages/definitions/typescript/typescript.js';

const names: languages.IMonarchLanguageRule[] = [
  [/[a-zA-Z_$][\w$]*(?=\??:)/, 'key'],
  [/"(?:[^"\\]|\\.)*"(?=:)/, 'key'],
  [/\.[a-zA-Z_$][\w$]*/, 'identifier'], // also those that are keywords elsewhere
];

/** Gives property names a colour of their own, as they have it in the request; `symbol` is no keyword there. */
export function colourKeys(): void {
  const { common, ...tokenizer } = language.tokenizer;
  languages.setMonarchTokensProvider('typescript', {
    ...language,
    tokenizer: { ...tokenizer, common: [...names, ...(common ?? [])] },
  });
}
