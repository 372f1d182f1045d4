import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { vi } from 'vitest';
import { fileNameOf, joinComments, type Snippet, setup } from './extract-snippets.js';

/**
 * Runs a snippet as a reader does: writes it into a folder, below the setup or as the program that
 * it is, and imports it.
 *
 * @returns The printed lines.
 */
export async function runSnippet(snippet: Snippet, folder: string): Promise<string[]> {
  const path = join(folder, fileNameOf(snippet));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, snippet.file ? snippet.code : setup + snippet.code);
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await import(/* @vite-ignore */ path);
    return log.mock.calls.map((values) => values.map(show).join(' '));
  } finally {
    log.mockRestore();
  }
}

const show = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 9 });

/**
 * The output that a snippet states: `console.log(total); // => 12.50`, or `// => 12.50` on lines of
 * their own. A long line goes on in the next one.
 */
export const expectedOutput = (code: string): string[] =>
  [...joinComments(code).matchAll(/(?:console\.log\(.*|^\s*)\/\/ => (.+)$/gm)].map(
    ([, text = '']) => text,
  );
