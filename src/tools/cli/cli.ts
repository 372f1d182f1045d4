#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { runCli } from './run-cli.js';
import { createContext } from './terminal.js';

/** The same path from `src/tools/cli` and from `dist/tools/cli`. */
const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;

// Installed first, because a parent process may send a signal as soon as it reads the first line.
// The second signal ends the process as usual.
const interruption = new AbortController();
const interrupt = () => interruption.abort();
let isHungUp = false;
process.once('SIGINT', interrupt);
process.once('SIGTERM', interrupt);
process.once('SIGHUP', () => {
  isHungUp = true;
  interrupt();
});
// `kill` of a background `npx` ends npm and its shell, which does not pass the signal on.
const { ppid } = process;
if (process.env.npm_command === 'exec')
  setInterval(() => {
    if (process.ppid !== ppid) interrupt();
  }, 250).unref();
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `… | head -1` closes the pipe, and a closed terminal cannot be written to.
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    interrupt();
  });

const { stdout, stderr, env } = process;
const { signal } = interruption;
const context = createContext({ stdout, stderr, env, cwd: process.cwd(), signal });
process.exitCode = await runCli(process.argv.slice(2), readVersion(), context);
// An open connection must not keep an interrupted process alive.
if (signal.aborted) setTimeout(() => process.exit(), 500).unref();
// Node aborts if it exits after its terminal was closed. The signal ends the process without that.
if (isHungUp) process.kill(process.pid, 'SIGHUP');
