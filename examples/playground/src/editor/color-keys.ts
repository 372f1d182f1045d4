import { languages } from 'monaco-editor/editor/editor.api.js';
import { language } from 'monaco-editor/languages/definitions/typescript/typescript.js';

const names: languages.IMonarchLanguageRule[] = [
  [/[a-zA-Z_$][\w$]*(?=\??:)/, 'key'],
  [/"(?:[^"\\]|\\.)*"(?=:)/, 'key'],
  [/\.[a-zA-Z_$][\w$]*/, 'identifier'], // including those that are keywords elsewhere
];

/** Colors field names as in the request. `symbol` is a field name there and not a keyword. */
export function colorKeys(): void {
  const { common, ...tokenizer } = language.tokenizer;
  languages.setMonarchTokensProvider('typescript', {
    ...language,
    tokenizer: { ...tokenizer, common: [...names, ...(common ?? [])] },
  });
}
