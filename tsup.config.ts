import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['plugins']>[number];

const entry = {
  index: 'src/index.ts',
  'validation/index': 'src/validation/index.ts',
  'tanstack-query/index': 'src/tanstack-query/index.ts',
  'proxy/index': 'src/proxy/index.ts',
  'mock/index': 'src/mock/index.ts',
  'mock/server/index': 'src/mock/server/index.ts',
  'tools/inspector/index': 'src/tools/inspector/index.ts',
  'msw/index': 'src/msw/index.ts',
};

const shared: Options = {
  entry,
  target: 'es2022',
  platform: 'neutral',
  sourcemap: false, // two thirds of the package
  external: [/^node:/],
  // Deno, workerd and bundlers recognize Node's own modules by the protocol.
  removeNodeProtocol: false,
};

/**
 * esbuild splits only ES modules. Without splitting, each CommonJS entry point would contain most of the package.
 * Nobody reads this copy of the code, so it has no space. Names and statements stay as they are, for stack traces: Bun
 * leaves the frame of a function out if its last statement becomes a call.
 */
async function toCommonJs(text: string): Promise<{ code: string }> {
  const usesUrl = text.includes('import.meta.url');
  const { code } = await transform(text, {
    format: 'cjs',
    target: 'es2022',
    banner: usesUrl ? `"use strict"; const moduleUrl = ${MODULE_URL};` : '"use strict";',
    define: { 'import.meta.url': 'moduleUrl' },
    minifyWhitespace: true,
  });
  return { code };
}

/** What `import.meta.url` is in a CommonJS module. */
const MODULE_URL = 'require("node:url").pathToFileURL(__filename).href';

/**
 * The inspector's browser page. Its files are not modules of the package: `src/tools/inspector/server` serves them,
 * compressed as they are here.
 */
async function buildInspector(): Promise<void> {
  const outdir = 'dist/tools/inspector/browser';
  const { outputFiles } = await build({
    entryPoints: ['src/tools/inspector/browser/app.tsx', 'src/tools/inspector/browser/app.css'],
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    tsconfig: 'src/tools/inspector/browser/tsconfig.json',
    write: false,
  });
  await mkdir(outdir, { recursive: true });
  for (const { path, contents } of outputFiles)
    await writeFile(`${path}.gz`, gzipSync(contents, { level: 9 }));
  await copyFile('node_modules/preact/LICENSE', `${outdir}/preact-license.txt`);
}

/** Nobody reads or bundles the chunks that only the program loads: those of its commands, and of what they share. */
const minifyProgram: Plugin = {
  name: 'program',
  renderChunk: (text, { path }) => {
    const modules = [...text.matchAll(/^\/\/ (src\/.+)$/gm)].map(([, module]) => module);
    const isShared =
      modules.length > 0 && modules.every((module) => module?.startsWith('src/tools/cli/'));
    return isShared || /\/(\w+-command|connect-run)-\w+\.js$/.test(path)
      ? transform(text, { target: 'es2022', minify: true })
      : undefined;
  },
};

export default defineConfig([
  {
    ...shared,
    entry: { ...entry, 'tools/cli/cli': 'src/tools/cli/cli.ts' },
    format: 'esm',
    clean: true,
    plugins: [minifyProgram],
    onSuccess: buildInspector,
  },
  // ky is only published as an ES module, so the CommonJS build bundles it.
  {
    ...shared,
    format: 'esm',
    noExternal: ['ky'],
    outExtension: () => ({ js: '.cjs' }),
    plugins: [{ name: 'commonjs', renderChunk: toCommonJs }],
  },
  // The declarations. tsup sets a compiler option that TypeScript 6 reports as deprecated.
  { ...shared, format: 'cjs', dts: { only: true, compilerOptions: { ignoreDeprecations: '6.0' } } },
]);
