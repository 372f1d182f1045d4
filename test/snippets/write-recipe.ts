import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { continuedRecipes, extractSnippets, root } from './extract-snippets.js';

/**
 * Writes the files of a recipe to a folder that is deleted after the test. It has the packages of
 * this project, and the built project itself.
 *
 * @param onFinished - Registers the deletion: `afterAll` for a folder that several tests use.
 */
export function writeRecipe(
  page: string,
  onFinished: (clean: () => void) => void = onTestFinished,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));
  onFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const installed = join(folder, 'node_modules');
  mkdirSync(installed);
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(installed, name));
  symlinkSync(root, join(installed, 'payments-data-client'));
  const before = continuedRecipes[page];
  for (const { file, code } of [
    ...(before ? extractSnippets(before) : []),
    ...extractSnippets(page),
  ]) {
    if (!file) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  return folder;
}
