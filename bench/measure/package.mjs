import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { bench, built, generated, pathOf, root } from './paths.mjs';

/** Unpacks the package as it is published, and bundles the mock's internals. Requires `npm run build` in the root. */
export async function unpackPackage() {
  rmSync(built, { recursive: true, force: true });
  mkdirSync(generated, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', pathOf(generated)], {
    cwd: pathOf(root),
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(packed);
  execFileSync('tar', ['-xzf', filename], { cwd: pathOf(generated) }); // into the folder `package`
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
