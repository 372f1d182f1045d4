import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { defineConfig, type Options } from 'tsup';

/**
 * Each entry point is one file, and what several of them share is in further ones. They contain ky
 * and json5: with files of their own, an import would take a third longer.
 */
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
  esbuildOptions(options) {
    options.mainFields = ['module', 'main']; // what json5 has for browsers contains polyfills
  },
  // Deno, workerd and bundlers recognize Node's own modules by the protocol.
  removeNodeProtocol: false,
  // tsup sets a compiler option that TypeScript 6 reports as deprecated.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
};

/** The licenses of the packages that the build contains. */
async function writeLicenses(): Promise<void> {
  const files = ['ky/license', 'json5/LICENSE.md', 'preact/LICENSE'];
  const texts = files.map(async (file) => {
    const text = await readFile(`node_modules/${file}`, 'utf8');
    return `${file.split('/')[0]}\n\n${text}`;
  });
  await writeFile('dist/licenses.txt', (await Promise.all(texts)).join('\n\n'));
}

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
}

export default defineConfig([
  {
    ...library,
    format: 'esm',
    clean: true,
    async onSuccess() {
      await buildInspector();
      await writeLicenses();
    },
  },
  { ...library, format: 'cjs', shims: true, minifyWhitespace: true }, // nobody reads this copy
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
