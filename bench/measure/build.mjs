import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { build } from 'esbuild';
import { bench, built, generated, pathOf, root } from './paths.mjs';

/** Builds the package as it is published, and a bundle of the mock's internals. Requires `npm ci` in the root. */
export async function buildPackage() {
  mkdirSync(built, { recursive: true });
  const tsup = pathOf(new URL('node_modules/tsup/dist/cli-default.js', root));
  const { status } = spawnSync(
    process.execPath,
    [tsup, '--silent', '--out-dir', pathOf(new URL('dist', built))],
    { cwd: pathOf(root), stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('The package could not be built. Run `npm ci` in the root first.');
  for (const file of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'])
    copyFileSync(new URL(file, root), new URL(file, built));
  await build({
    entryPoints: [pathOf(new URL('filters/mock-internals.mjs', bench))],
    outfile: pathOf(new URL('mock-internals.mjs', generated)),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    packages: 'external',
    logLevel: 'warning',
  });
}
