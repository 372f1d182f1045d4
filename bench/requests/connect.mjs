import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from '#payments-data-client/mock';
import { serveMock } from '#payments-data-client/mock/server';
import { built, pathOf } from '../measure/paths.mjs';

/** Runs `connect` as a user does, against a mock on a port. Returns its requests and seconds. */
export async function runConnect() {
  const dialect = { envelope: 'data', pageSize: { default: 50, max: 500 }, nulls: 'sql' };
  const mock = createMock({ dialect });
  const server = await serveMock(mock);
  const folder = mkdtempSync(join(tmpdir(), 'connect-'));
  const program = join(pathOf(built), 'dist/tools/cli/cli.js');
  const start = performance.now();
  try {
    await promisify(execFile)(
      process.execPath,
      [program, 'connect', '--base-url', server.url, '--out', 'payments.ts'],
      { cwd: folder, env: { ...process.env, PAYMENTS_API_KEY: mock.clientOptions.apiKey } },
    );
    const seconds = (performance.now() - start) / 1000;
    return { requests: mock.requests.length, seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  }
}
