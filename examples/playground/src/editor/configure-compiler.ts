// Imported eagerly: otherwise Monaco loads it twice, once for its settings and once for its results, in an uncertain order.
import 'monaco-editor/languages/features/typescript/tsMode.js';
import { languages } from 'monaco-editor/editor/editor.api.js';
import {
  type ModuleResolutionKind,
  typescriptDefaults,
} from 'monaco-editor/languages/features/typescript/register.js';
import { packageSources } from './package-sources';

/** Resolves when the first query is in the editor. Monaco has no compiler before that. */
export const compilerReady = new Promise<void>((resolve) => {
  languages.onLanguage('typescript', resolve);
});

/** Sets the options of the editor's compiler, and adds the types of the package. */
export function configureCompiler(): void {
  typescriptDefaults.setCompilerOptions({
    allowNonTsExtensions: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 99, // ESNext
    module: 99, // ESNext
    moduleResolution: 100 as ModuleResolutionKind, // Bundler, which Monaco's enumeration lacks
    moduleDetection: 3, // Force: a query may await
    lib: ['lib.esnext.d.ts', 'lib.webworker.d.ts'], // queries run in a worker, without the DOM
    skipLibCheck: true,
    types: [],
  });
  typescriptDefaults.setExtraLibs([...packageSources]);
}
