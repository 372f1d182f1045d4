import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bench, pathOf } from '../measure/paths.mjs';

/** The bytes of a program that is bundled for a browser, minified and compressed by gzip at its highest level. */
export async function bundleSize(code) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: pathOf(bench), loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: ['crypto', 'node:*'], // imported by modern-treasury
    logLevel: 'error',
  });
  const [{ contents }] = outputFiles;
  return gzipSync(contents, { level: 9 }).length;
}
