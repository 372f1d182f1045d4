// Loaded at once: Monaco loads it twice otherwise, once to set it up and once to ask it, in no sure order.
import 'monaco-editor/languages/features/typescript/tsMode.js';
import { languages } from 'monaco-editor/editor/editor.api.js';
import {
  type ModuleResolutionKind,
  typescriptDefaults,
} from 'monaco-editor/languages/features/typescript/register.js';
import { packageSources } from './package-sources';

/** Resolves when the first query is in the editor; before that, Monaco has no compiler to ask. */
export const compilerReady = new Promise<void>((resolve) => {
  languages.onLanguage('typescript', resolve);
});

/** Tells the editor's compiler what it checks: strictly, and with the package's own types. */
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
    lib: ['lib.esnext.d.ts', 'lib.webworker.d.ts'], // where queries run; half of what a page has
    skipLibCheck: true,
    types: [],
  });
  typescriptDefaults.setExtraLibs([...packageSources]);
}
