import { readFileSync } from 'node:fs';

/**
 * Reads a file of the page, as the build writes it.
 *
 * @returns The file compressed with gzip; `undefined` if the page is not built.
 */
export function readPageFile(name: 'app.js' | 'app.css'): Uint8Array | undefined {
  try {
    return readFileSync(new URL(`./inspector-page/${name}.gz`, import.meta.url));
  } catch {
    return undefined;
  }
}
