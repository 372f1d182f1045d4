import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../src/tools/cli/run-cli.js';
import { createTestContext } from '../fixtures/command-context.js';
import type { Engine } from '../fixtures/engines/engine.js';
import type { Module } from './open-engine.js';

/** What a run of `connect` printed, and its exit status. */
export interface ConnectRun {
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

/**
 * Runs `connect` with a service, in a folder inside the project, so that the module finds the
 * package.
 */
export async function connect(
  engine: Engine,
  folder: string,
  ...options: string[]
): Promise<ConnectRun> {
  mkdirSync(folder, { recursive: true });
  const { context, out, errors } = createTestContext({
    cwd: folder,
    env: { PAYMENTS_API_KEY: engine.apiKey },
  });
  const status = await runCli(['connect', '--base-url', engine.url, ...options], '1.2.3', context);
  return { status, out: out.join('\n'), errors: errors.join('\n') };
}

/** The module that `connect` wrote. */
export async function writtenModule(folder: string): Promise<Module> {
  const { schema, dialect }: Module = await import(
    /* @vite-ignore */ join(folder, 'src/payments.ts')
  );
  return { schema, dialect };
}
