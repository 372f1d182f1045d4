import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import ky from 'ky';
import * as sdk from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, it } from 'vitest';

/** What a browser downloads for a few lines of code, in bytes after gzip. */
async function weigh(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: `${import.meta.dirname}/../../src`, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

// What was reached, not what is hoped for: 10.0 kB, and 17.0 with validation.
describe('a download', () => {
  it('of the client with ky does not grow', async () => {
    expect(await weigh(`export { createClient } from './index.ts'`)).toBeLessThanOrEqual(18_800);
  });

  it('of the client with validation does not grow', async () => {
    const code = `export { createClient } from './index.ts'; export { zodValidator } from './validation/index.ts'`;
    expect(await weigh(code)).toBeLessThanOrEqual(25_800);
  });

  it('of the guards alone holds nothing of a client', async () => {
    const guards = Object.keys(sdk).filter((name) => /^is.*Error$/.test(name));
    expect(guards).toHaveLength(14);
    expect(await weigh(`export { ${guards.join(', ')} } from './index.ts'`)).toBeLessThanOrEqual(1_200);
  });
});

describe('a list', () => {
  // Of the least times, on rows of full size, in the best of four tries: medians are higher, see docs/benchmarks.md.
  it('costs at most one and a half times what ky by hand costs', { retry: 3, timeout: 30_000 }, async () => {
    const mock = createMock();
    const body = JSON.stringify(await sdk.createClient(mock.clientOptions).balances.list());
    const fetch = async () => new Response(body, { headers: { 'content-type': 'application/json' } });
    const { baseUrl, apiKey } = mock.clientOptions;
    const client = sdk.createClient({ baseUrl, apiKey, fetch });
    const url = `${baseUrl}/v1/balances?where=type:'main',balance:%7Bgte:'0.00'%7D`;
    const headers = { Authorization: `APIKey ${apiKey}`, Accept: 'application/json' };
    const byHand = () => ky(url, { fetch, headers, timeout: 30_000 }).json();
    const ours = () => client.balances.list({ where: { type: 'main', balance: { gte: '0.00' } } });
    const least = { byHand: Number.POSITIVE_INFINITY, ours: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 200; round++) {
      least.byHand = Math.min(least.byHand, await timeOf(byHand));
      least.ours = Math.min(least.ours, await timeOf(ours));
    }
    expect(least.ours / least.byHand).toBeLessThanOrEqual(1.5);
  });
});

/** How long 10 calls take, in milliseconds. */
async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let count = 0; count < 10; count++) await call();
  return performance.now() - began;
}
