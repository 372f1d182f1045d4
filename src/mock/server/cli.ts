#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from './run-cli.js';
import type { MockServer } from './serve-mock.js';

/** The version of this package, from the nearest package.json above this file. */
function readVersion(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

// Installed first, because a parent process may send a signal as soon as it reads the first line.
let server: MockServer | undefined;
const stop = () => Promise.resolve(server?.close()).finally(() => process.exit(0));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

const result = await runCli(process.argv.slice(2), readVersion(), {
  out: (line) => console.log(line),
  error: (line) => console.error(line),
});
if (typeof result === 'number') process.exitCode = result;
else server = result;
