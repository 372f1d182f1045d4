import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const files = new Map<string, Uint8Array>();

/**
 * Reads a file of the browser page, as `npm run build` writes it.
 *
 * @returns The file compressed with gzip; `undefined` if the browser page is not built.
 */
export function readPageFile(name: string): Uint8Array | undefined {
  const path = join(packageFolder(), 'dist/tools/inspector/page', `${name}.gz`);
  if (!files.has(path) && existsSync(path)) files.set(path, readFileSync(path));
  return files.get(path);
}

/** The folder of this package. This file is in `src`, or in any chunk of one of the two builds in `dist`. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
