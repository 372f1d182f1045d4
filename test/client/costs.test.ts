import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import * as sdk from 'payments-data-client';
import { describe, expect, it } from 'vitest';
import { sourceBytes } from '../limits.js';

/** A few lines of code with all that they import, as a browser downloads it. */
async function bundle(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: `${import.meta.dirname}/../../src`, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** In bytes after gzip. */
const weigh = async (code: string): Promise<number> =>
  gzipSync(await bundle(code), { level: 9 }).length;

describe('a download', () => {
  it('of the client with ky does not grow', async () => {
    expect(await weigh(`export { createClient } from './index.ts'`)).toBeLessThanOrEqual(
      sourceBytes.client,
    );
  });

  it('of the client with validation does not grow', async () => {
    const code = `export { createClient } from './index.ts'; export { zodValidator } from './validation/index.ts'`;
    expect(await weigh(code)).toBeLessThanOrEqual(sourceBytes.withValidation);
  });

  it('of the guards alone holds nothing of a client', async () => {
    const guards = Object.keys(sdk).filter((name) => /^is.*Error$/.test(name));
    expect(guards).toHaveLength(6);
    expect(await weigh(`export { ${guards.join(', ')} } from './index.ts'`)).toBeLessThanOrEqual(
      sourceBytes.guards,
    );
  });
});
