import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, inject, test } from 'vitest';
import { entryBytes } from '../limits.js';

const consumer = inject('consumer');

/**
 * Bundles a program for a browser, without optional packages. Returns the size and the files of the
 * bundle.
 */
async function bundle(program: string): Promise<{ files: string[]; bytes: number }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: program, resolveDir: consumer },
    bundle: true,
    minify: true,
    format: 'esm',
    metafile: true,
    write: false,
    absWorkingDir: consumer,
    external: ['msw', 'zod', '@tanstack/query-core'],
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  return { files: Object.keys(metafile.inputs).filter((file) => file !== '<stdin>'), bytes };
}

const packages = ({ files }: { files: string[] }) => [
  ...new Set(files.map((file) => file.split('/')[1])),
];

/** The limit of the size of each entry point in a page, minified and gzipped. */
const entries = Object.entries(entryBytes).map(([path, limit]) => ({
  entry: `payments-data-client${path}`,
  limit,
}));

describe.each(entries)('$entry in a page', ({ entry, limit }) => {
  test(`needs no package but ky and json5, and stays below ${limit} bytes`, async () => {
    const whole = await bundle(`export * from '${entry}'`);
    expect(['json5', 'ky', 'payments-data-client']).toEqual(
      expect.arrayContaining(packages(whole)),
    );
    expect(whole.bytes).toBeLessThan(limit);
  });

  test.each(['import', 'require'])('uses no global or module of Node by %s', async (way) => {
    const { files } = await bundle(
      way === 'import'
        ? `import * as all from '${entry}'; console.log(all)`
        : `console.log(require('${entry}'))`,
    );
    const own = files.filter((file) => file.startsWith('node_modules/payments-data-client/'));
    expect(own.every((file) => file.endsWith(way === 'import' ? '.js' : '.cjs'))).toBe(true);
    for (const file of own) {
      const text = readFileSync(join(consumer, file), 'utf8').replace(
        /\/\*[\s\S]*?\*\/|\/\/.*/g,
        '',
      );
      expect(text, file).not.toMatch(/\bprocess\s*[.[]|\bBuffer\s*[.[(]|\bglobal\s*[.[]|["']node:/);
    }
  });
});

const clientAlone = `export { createClient } from 'payments-data-client'`;

test.each(entries)('$entry loads at most four files of the package', async ({ entry }) => {
  const { files } = await bundle(`import * as all from '${entry}'; console.log(all)`);
  const own = files.filter((file) => file.startsWith('node_modules/payments-data-client/'));
  expect(own.length).toBeLessThanOrEqual(4);
});

test('createClient has the size that the README states', async () => {
  const { bytes } = await bundle(clientAlone);
  const readme = readFileSync(
    join(consumer, 'node_modules/payments-data-client/README.md'),
    'utf8',
  );
  const stated = [
    ...readme.matchAll(/(\d+\.\d) kB (?:with its HTTP library, )?minified and gzipped/g),
  ];
  expect(stated.length).toBe(1);
  for (const [, size] of stated) expect(Math.abs(Number(size) - bytes / 1000)).toBeLessThan(0.2);
});

test('the proxy weighs nothing in a page that uses its schema', async () => {
  const client = `export { createClient, paymentsSchema } from 'payments-data-client'`;
  const page = `import { createClient, paymentsSchema, pickSchema } from 'payments-data-client';
    export { createClient };
    export const schema = pickSchema(paymentsSchema, { balances: ['name'] });`;
  const { files, bytes } = await bundle(page);
  const names = (await bundle(`export * from 'payments-data-client/proxy'`)).files;
  const ofPage = (await bundle(client)).files;
  const ofProxy = names.filter((file) => !ofPage.includes(file));
  expect(ofProxy.some((file) => file.endsWith('/proxy/index.js'))).toBe(true);
  expect(files.filter((file) => ofProxy.includes(file))).toEqual([]);
  expect(bytes - (await bundle(client)).bytes).toBeLessThan(700); // pickSchema alone
});
