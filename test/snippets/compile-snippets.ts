import { compile, packagePaths } from '../types/lib/compiler.js';
import {
  fileNameOf,
  joinComments,
  placeOf,
  printedConfig,
  type Snippet,
  setup,
} from './extract-snippets.js';
import { checkStatedErrors } from './stated-errors.js';

interface CompileSettings {
  /** Code above each snippet that is no file of its own. By default, the printed setup. */
  readonly above?: string;
  /** Options that replace the printed ones. */
  readonly options?: object;
}

/**
 * Compiles all snippets in one program, with the printed `tsconfig.json`.
 *
 * @returns The problems, by page and line: compiler errors that the snippet does not state, stated
 * errors and types that the compiler does not report.
 */
export function compileSnippets(
  snippets: readonly Snippet[],
  { above = setup, options }: CompileSettings = {},
): string[] {
  const files = new Map(snippets.map((snippet) => [fileNameOf(snippet), snippet]));
  const texts = new Map(
    [...files].map(([path, { file, code }]) => [
      path,
      (file ? '' : above) + code + typeChecks(code),
    ]),
  );
  const printed = { ...printedConfig.compilerOptions, paths: packagePaths(), noEmit: true };
  const diagnostics = compile('7.0', texts, { ...printed, ...options });
  return [...files].flatMap(([path, snippet]) => {
    const found = diagnostics.filter((diagnostic) => diagnostic.path === path);
    const linesAbove = snippet.file ? 0 : above.split('\n').length - 1;
    return checkStatedErrors(texts.get(path) ?? '', found).map(
      ({ line, problem }) => `${placeOf(snippet, line - linesAbove)}: ${problem}`,
    );
  });
}

/**
 * Lines for the compiler that compare the types that a snippet states: `// const rows: { id: string
 * }[]` below a declaration, and `type Row = …; // { id: string }`. A long type goes on in the next
 * lines.
 */
function typeChecks(code: string): string {
  const comments = joinComments(code);
  const stated = [
    ...comments.matchAll(/^\/\/ const (\w+): (.+)$/gm),
    ...comments.matchAll(/^type (\w+) = .*;\s*\/\/ ({.+)$/gm),
  ];
  const checks = stated.map(([line, name = '', type = '']) => {
    const actual = line.startsWith('type') ? name : `typeof ${name}`;
    return `null! as (<X>() => X extends ${actual} ? 1 : 2) satisfies <X>() => X extends ${type} ? 1 : 2;`;
  });
  return `${checks.join(' ')}\n`;
}
