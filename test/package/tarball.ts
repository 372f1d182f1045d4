import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { npm, project, run } from './command.js';
import { isThere, folder as runtimes } from './runtimes.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of the packed tarball. */
    tarball: string;
    /** The paths of the files in it. */
    packed: readonly string[];
    /** A copy of the folder `consumer` in which only the tarball is installed. */
    consumer: string;
    /** The size of the installed package in bytes. */
    unpackedSize: number;
  }
}

/**
 * Packs the project, installs the tarball into a new folder, and installs the runtimes. Runs once
 * for all tests of the package.
 */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-data-client-'));
  const [result] = JSON.parse(
    await run('npm', ['pack', '--json', '--pack-destination', folder], project),
  );
  const tarball = join(folder, result.filename);
  const consumer = join(folder, 'consumer');
  cpSync(join(import.meta.dirname, 'consumer'), consumer, { recursive: true });
  cpSync(join(consumer, 'types.ts'), join(consumer, 'types.cts'));
  await npm(['install', '--save', tarball], consumer);
  if (isThere) await npm(['install', '--no-package-lock'], runtimes);
  provide('tarball', tarball);
  provide('unpackedSize', result.unpackedSize);
  provide(
    'packed',
    result.files.map(({ path }: { path: string }) => path),
  );
  provide('consumer', consumer);
  return () => rmSync(folder, { recursive: true, force: true });
}
