import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { build } from 'esbuild';
import { bench, built, generated, pathOf, root } from './paths.mjs';

/** Unpacks the package as it is published, and bundles the mock's internals. Requires `npm run build` in the root. */
export async function unpackPackage() {
  const installed = new URL('node_modules/', generated);
  for (const folder of [built, installed]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', pathOf(generated)], {
    cwd: pathOf(root),
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(packed);
  execFileSync('tar', ['-xzf', filename], { cwd: pathOf(generated) }); // into the folder `package`
  symlinkSync('../package', pathOf(new URL('payments-data-client', installed)));
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
