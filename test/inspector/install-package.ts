import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { npm, project, run } from '../package/command.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the package in a new project in which only the tarball is installed. */
    installed: string;
  }
}

/** Packs the project and installs the tarball into a new folder. Runs once for all tests of the inspector. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-inspector-'));
  const [result] = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', folder], project));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await npm(['install', join(folder, result.filename)], folder);
  provide('installed', join(folder, 'node_modules/payments-data-client'));
  return () => rmSync(folder, { recursive: true, force: true });
}
