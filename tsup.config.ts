import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { defineConfig, type Options } from 'tsup';

/** Each entry point is one file, and what several of them share is in further ones. */
const library: Options = {
  entry: {
    index: 'src/index.ts',
    'validation/index': 'src/validation/index.ts',
    'tanstack-query/index': 'src/tanstack-query/index.ts',
    'proxy/index': 'src/proxy/index.ts',
    'mock/index': 'src/mock/index.ts',
    'mock/server/index': 'src/mock/server/index.ts',
    'tools/inspector/index': 'src/tools/inspector/index.ts',
    'msw/index': 'src/msw/index.ts',
  },
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  external: [/^node:/],
  // Deno, workerd and bundlers recognize Node's own modules by the protocol.
  removeNodeProtocol: false,
  // tsup sets a compiler option that TypeScript 6 reports as deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
};

/** The inspector's browser page, compressed as the inspector serves it. */
async function buildInspector(): Promise<void> {
  const outdir = 'dist/tools/inspector/browser';
  const { outputFiles } = await build({
    entryPoints: ['src/tools/inspector/browser/app.tsx', 'src/tools/inspector/browser/app.css'],
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    tsconfig: 'src/tsconfig.json',
    write: false,
  });
  await mkdir(outdir, { recursive: true });
  for (const { path, contents } of outputFiles)
    await writeFile(`${path}.gz`, gzipSync(contents, { level: 9 }));
  await copyFile('node_modules/preact/LICENSE', `${outdir}/preact-license.txt`);
}

export default defineConfig([
  { ...library, format: 'esm', clean: true, onSuccess: buildInspector },
  // ky is only published as an ES module, so the CommonJS build bundles it. Nobody reads this copy.
  { ...library, format: 'cjs', noExternal: ['ky'], shims: true, minifyWhitespace: true },
  // The program shares no file with the library, so that a page loads fewer of them.
  {
    entry: { 'tools/cli/cli': 'src/tools/cli/cli.ts' },
    format: 'esm',
    target: 'es2022',
    platform: 'node',
    minify: true,
    splitting: true,
    removeNodeProtocol: false,
  },
]);
