import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { FIRST_LINE } from '../../src/tools/print-code.js';
import { run } from './command.js';
import { nodes } from './runtimes.js';

const consumer = inject('consumer');
const program = join(consumer, 'node_modules/.bin/payments-data-client');

/** Starts a mock with the installed program, and waits until it serves. */
async function serve(node: string, args: readonly string[]) {
  const served = spawn(node, [program, 'mock', '--port', '0', ...args], {
    cwd: consumer,
  });
  onTestFinished(() => void served.kill());
  const ended = once(served, 'exit');
  const [lines, errors]: [string[], string[]] = [[], []];
  createInterface(served.stdout).on('line', (line) => lines.push(line));
  createInterface(served.stderr).on('line', (line) => errors.push(line));
  await Promise.race([once(served.stdout, 'data'), ended]);
  await expect.poll(() => lines.length + errors.length).toBeGreaterThan(0);
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '') ?? [];
  return { served, ended, lines, errors, url };
}

describe.each(Object.entries({ 'this Node': process.execPath, ...nodes }))('in %s', (_, node) => {
  test('a mock is served by import and by require', async () => {
    expect(await run(node, ['server.mjs'], consumer)).toBe('4\n');
    expect(await run(node, ['server.cjs'], consumer)).toBe('4\n');
  });

  test('the command line serves a mock until it receives a signal', async () => {
    const { served, ended, url, lines } = await serve(node, ['--key', 'a-key']);
    const headers = { authorization: 'APIKey a-key' };
    expect(await (await fetch(`${url}/v1/balances?take=2`, { headers })).json()).toHaveLength(2);
    await expect
      .poll(() => lines.at(-1))
      .toMatch(/^GET \/v1\/balances\?take=2 200 2 of \d+ rows \d+\.\d ms$/);
    served.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('the command line serves the inspector', async () => {
    const { url } = await serve(node, ['--no-auth']);
    const page = await (await fetch(url)).text();
    expect(page).toContain('/inspector/app.js');
    expect((await (await fetch(`${url}/inspector/app.js`)).text()).length).toBeGreaterThan(5_000);
  });

  test('the command line reads a schema without types of its own', async () => {
    const { url } = await serve(node, ['--no-auth', '--schema', 'schema.ts']);
    const response = await fetch(`${url}/v1/transactions?include=channel:true&take=1`);
    expect(await response.json()).toEqual([{ id: expect.any(String), channel: 'web' }]);
  });

  test('the command line reads other TypeScript, or says which Node does', async () => {
    const version = await run(node, ['-p', 'process.versions.node'], consumer);
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const text = readFileSync(join(consumer, 'schema.ts'), 'utf8');
    writeFileSync(join(consumer, 'typed.ts'), `${text}\nexport const size: number = 1;\n`);
    const { url, errors, ended } = await serve(node, ['--no-auth', '--schema', 'typed.ts']);
    if (major > 22 || (major === 22 && minor >= 18)) {
      expect((await fetch(`${url}/v1/transactions`)).status).toBe(200);
    } else {
      expect(await ended).toEqual([2, null]);
      expect(errors).toEqual([
        `\`--schema\`: typed.ts cannot be loaded: Node ${version.trim()} does not read this TypeScript (Unknown file extension ".ts" for ${join(consumer, 'typed.ts')}). Install tsx, and set NODE_OPTIONS='--import tsx'.`,
      ]);
    }
  });

  test('the command line reads a module that connect wrote', async () => {
    const text = `${FIRST_LINE}
import { type Dialect, paymentsSchema } from 'payments-data-client';

export const schema = paymentsSchema;
export const dialect = { pageSize: { default: 2 } } as const satisfies Dialect;
`;
    writeFileSync(join(consumer, 'payments.ts'), text);
    const { url } = await serve(node, ['--no-auth', '--schema', 'payments.ts']);
    expect(await (await fetch(`${url}/v1/balances`)).json()).toHaveLength(2);
  });

  test('the command line reads a schema of the CommonJS build', async () => {
    const { url } = await serve(node, ['--no-auth', '--schema', 'schema.cjs']);
    const response = await fetch(`${url}/v1/transactions?include=channel:true&take=1`);
    expect(await response.json()).toEqual([{ id: expect.any(String), channel: 'web' }]);
  });
});

test('the command line ends when nobody reads its output anymore', async () => {
  const { served, ended, url } = await serve(process.execPath, ['--no-auth']);
  served.stdout.destroy();
  await fetch(`${url}/v1/balances`).catch(() => {}); // its line is the first that cannot be written
  expect(await ended).toEqual([0, null]);
});

test('npx runs the command line, which prints its help', async () => {
  expect(await run('npx', ['payments-data-client', 'mock', '--help'], consumer)).toContain(
    '--port <number>',
  );
});
