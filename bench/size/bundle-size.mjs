import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bench, pathOf } from '../measure/places.mjs';

/** The bytes of a program for a browser: bundled, minified, and compressed by gzip at its best. */
export async function bundleSize(code) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: pathOf(bench), loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: ['crypto', 'node:*'], // which modern-treasury imports even here
    logLevel: 'error',
  });
  const [{ contents }] = outputFiles;
  return { minified: contents.length, compressed: gzipSync(contents, { level: 9 }).length };
}
