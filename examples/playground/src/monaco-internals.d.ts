// Monaco ships these modules without declarations.

declare module 'monaco-editor/languages/features/typescript/lib/typescriptServices.js' {
  import ts from 'typescript';
  export const typescript: typeof ts;
}

declare module 'monaco-editor/languages/features/typescript/ts.worker.js' {
  import type { LanguageService } from 'typescript';
  export class TypeScriptWorker {
    constructor(context: unknown, createData: unknown);
    getLanguageService(): LanguageService;
  }
}

declare module 'monaco-editor/editor/editor.worker.js' {
  export function initialize(create: (context: unknown, createData: unknown) => object): void;
}

declare module 'monaco-editor/features/register.all.js' {}
declare module 'monaco-editor/languages/definitions/typescript/register.js' {}
declare module 'monaco-editor/languages/features/typescript/tsMode.js' {}

declare module 'monaco-editor/languages/definitions/typescript/typescript.js' {
  import type { languages } from 'monaco-editor/editor/editor.api.js';
  export const language: languages.IMonarchLanguage;
}
