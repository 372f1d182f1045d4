import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A block of TypeScript in a page. */
export interface Snippet {
  /** Relative to the root of the repository: `docs/guide/filters.md`. */
  readonly page: string;
  /** The line of the page with the first line of code, from 1. */
  readonly line: number;
  readonly language: 'ts' | 'tsx';
  /**
   * `false` after a comment `<!-- compiled, not run: reason -->`, and for files that are not
   * programs.
   */
  readonly isRun: boolean;
  /** After `<!-- for a bundler: reason -->`: the printed `tsconfig.json` does not compile it. */
  readonly isForBundler?: boolean;
  /**
   * The path in the comment on the first line, `// app.tsx`: the block is this file, and other
   * blocks of the page may import it. A `.mts` file is a program, and a `.test.ts` file a test.
   * Every other block is pasted below the {@link setup}.
   */
  readonly file?: string;
  readonly code: string;
}

export const root = resolve(import.meta.dirname, '../..');

export const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

export const guide: readonly string[] = readdirSync(join(root, 'docs/guide'))
  .sort()
  .map((name) => `docs/guide/${name}`);

/** The pages whose snippets are compiled and run. */
export const pages: readonly string[] = ['README.md', 'docs/cheat-sheet.md', ...guide];

/** Pages that go on with the recipe of another page: they share its files. */
const continuedRecipes: Readonly<Record<string, string>> = {
  'docs/guide/policies.md': 'docs/guide/proxy.md',
};

/** The code blocks of a page that begin with ```` ```ts ```` or ```` ```tsx ````. */
export function extractSnippets(page: string, text = read(page)): Snippet[] {
  const block =
    /(?:^<!-- (?<note>compiled, not run|for a bundler): [^>]+ -->\n+)?^```(?<language>tsx?)\n(?<code>.*?)^```$/gms;
  return [...text.matchAll(block)].map(({ 0: whole, index, groups }) => {
    const code = groups?.code ?? '';
    const [, file] = /^\/\/ ([\w+[\]./-]+\.m?tsx?)$/m.exec(code.split('\n')[0] ?? '') ?? [];
    return {
      page,
      line: text.slice(0, index + whole.lastIndexOf(code)).split('\n').length,
      language: groups?.language === 'tsx' ? 'tsx' : 'ts',
      isRun:
        groups?.note !== 'compiled, not run' &&
        (file === undefined || /\.(mts|test\.ts)$/.test(file)),
      ...(groups?.note === 'for a bundler' && { isForBundler: true }),
      ...(file && { file }),
      code,
    };
  });
}

/**
 * The file that a reader saves a snippet as, in a folder of its page:
 * `docs-guide-filters-md/line-12.mts`. A program has no name of its own there, because a page may
 * print two of the same name.
 */
export function fileNameOf({ page, line, language, file }: Snippet): string {
  const isProgram = file === undefined || file.endsWith('.mts');
  const name = isProgram ? `line-${line}.${language === 'tsx' ? 'tsx' : 'mts'}` : file;
  return join(((file && continuedRecipes[page]) ?? page).replaceAll(/\W/g, '-'), name);
}

/** `docs/guide/filters.md:12` */
export const placeOf = ({ page, line }: Snippet, offset = 0): string => `${page}:${line + offset}`;

/**
 * A statement in comments whose text goes on in the next lines, as one line:
 *
 *     // => a long
 *     //    line
 */
export const joinComments = (code: string): string =>
  code.replaceAll(/(?<=^.*\/\/ .*)\n *\/\/ (?: {2,}(?![ ~])|(?=[}\]]))/gm, ' ');

const startPage = 'docs/guide/getting-started.md';

/**
 * The program that the page "Getting started" prints first: what a reader pastes the other blocks
 * below.
 */
export const setup: string = extractSnippets(startPage)[0]?.code ?? '';

/** The `tsconfig.json` that the page "Getting started" prints. */
export const printedConfig: { readonly compilerOptions: object } = JSON.parse(
  /^```json\n(.*?)^```$/ms.exec(read(startPage))?.[1] ?? '',
);
