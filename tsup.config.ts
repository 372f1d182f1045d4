import { copyFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';
import { defineConfig, type Options } from 'tsup';

const entry = {
  index: 'src/index.ts',
  'validation/index': 'src/validation/index.ts',
  'tanstack-query/index': 'src/tanstack-query/index.ts',
  'proxy/index': 'src/proxy/index.ts',
  'mock/index': 'src/mock/index.ts',
  'mock/server/index': 'src/mock/server/index.ts',
  'msw/index': 'src/msw/index.ts',
};

const shared: Options = {
  entry,
  target: 'es2022',
  platform: 'neutral',
  // No source maps: the build is not minified, and they were two thirds of the package.
  sourcemap: false,
  external: [/^node:/],
  // Deno, workerd and bundlers recognize Node's own modules by the protocol.
  removeNodeProtocol: false,
};

/** esbuild splits only ES modules. Without splitting, each CommonJS entry point would contain most of the package. */
async function toCommonJs(text: string): Promise<{ code: string }> {
  const usesUrl = text.includes('import.meta.url');
  const { code } = await transform(text, {
    format: 'cjs',
    target: 'es2022',
    banner: usesUrl ? `"use strict"; const moduleUrl = ${MODULE_URL};` : '"use strict";',
    define: { 'import.meta.url': 'moduleUrl' },
    // A third less to download. Names stay as they are, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
  });
  return { code };
}

/** What `import.meta.url` is in a CommonJS module. */
const MODULE_URL = 'require("node:url").pathToFileURL(__filename).href';

/** The inspector's page. Its files are not modules of the package: `src/mock/server/inspector` serves them. */
async function buildInspectorPage(): Promise<void> {
  const outdir = 'dist/inspector-page';
  await build({
    entryPoints: ['src/inspector-page/app.tsx', 'src/inspector-page/app.css'],
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    tsconfig: 'src/inspector-page/tsconfig.json',
  });
  await copyFile('node_modules/preact/LICENSE', `${outdir}/preact-license.txt`);
}

export default defineConfig([
  { ...shared, format: 'esm', clean: true, onSuccess: buildInspectorPage },
  // The program. Nobody imports it, so it is minified; it is split, so that each command loads what it needs. The
  // validator of `pull` is bundled, because zod is only an optional peer of the package.
  {
    ...shared,
    entry: ['src/cli/cli.ts'],
    outDir: 'dist/cli',
    format: 'esm',
    minify: true,
    noExternal: ['zod'],
  },
  // ky is only published as an ES module, so the CommonJS build bundles it.
  {
    ...shared,
    format: 'esm',
    noExternal: ['ky'],
    outExtension: () => ({ js: '.cjs' }),
    plugins: [{ name: 'commonjs', renderChunk: toCommonJs }],
  },
  // The declarations of both. tsup sets a compiler option that TypeScript 6 reports as deprecated.
  { ...shared, format: ['esm', 'cjs'], dts: { only: true, compilerOptions: { ignoreDeprecations: '6.0' } } },
]);
