import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { extractSnippets, root } from './extract-snippets.js';

/**
 * Writes the files of a recipe to a folder that is deleted after the test. It has the packages of this project, and the
 * built project itself.
 */
export function writeRecipe(page: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const installed = join(folder, 'node_modules');
  mkdirSync(installed);
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(installed, name));
  symlinkSync(root, join(installed, 'payments-data-client'));
  for (const { file, code } of extractSnippets(page)) if (file) writeFileSync(join(folder, file), code);
  return folder;
}
