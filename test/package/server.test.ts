import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { run } from './command.js';
import { nodes } from './runtimes.js';

const consumer = inject('consumer');
const program = join(consumer, 'node_modules/.bin/payments-data-client');

describe.each(Object.entries({ 'this Node': process.execPath, ...nodes }))('in %s', (_, node) => {
  test('a mock is served by import and by require', async () => {
    expect(await run(node, ['server.mjs'], consumer)).toBe('4\n');
    expect(await run(node, ['server.cjs'], consumer)).toBe('4\n');
  });

  test('the command line serves a mock until it receives a signal', async () => {
    const served = spawn(node, [program, 'mock', '--port', '0', '--key', 'a-key'], { cwd: consumer });
    const ended = once(served, 'exit');
    onTestFinished(() => void served.kill());
    const { value: line } = await createInterface(served.stdout)[Symbol.asyncIterator]().next();
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    const response = await fetch(`${url}/v1/balances?take=2`, {
      headers: { authorization: 'APIKey a-key' },
    });
    expect(await response.json()).toHaveLength(2);
    served.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

test('npx runs the command line, which prints its help', async () => {
  expect(await run('npx', ['payments-data-client', 'mock', '--help'], consumer)).toContain('--port <number>');
});
