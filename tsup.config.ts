import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { defineConfig, type Options } from 'tsup';

/** The entry points that share most of their code: each is a file, and they share three. */
const core = {
  index: 'src/index.ts',
  'proxy/index': 'src/proxy/index.ts',
  'mock/index': 'src/mock/index.ts',
};

/** Those that share little. Each is one file, so that the others are in fewer files. */
const small = {
  'validation/index': 'src/validation/index.ts',
  'tanstack-query/index': 'src/tanstack-query/index.ts',
  'mock/server/index': 'src/mock/server/index.ts',
  'tools/inspector/index': 'src/tools/inspector/index.ts',
  'msw/index': 'src/msw/index.ts',
};

/** Imports ky and json5, which are dependencies, so that an audit and a fix of them reach users. */
const library: Options = {
  target: 'es2022',
  platform: 'neutral',
  external: [/^node:/],
  // Deno, workerd and bundlers recognize Node's own modules by the protocol.
  removeNodeProtocol: false,
};

const module: Options = { ...library, format: 'esm' };

/** Nobody reads this copy. Contains ky, which is an ES module only: Jest and Node 20 require none. */
const commonJs: Options = {
  ...library,
  format: 'cjs',
  minifyWhitespace: true,
  noExternal: ['ky'],
};

/** Of all entry points, which share types. tsup sets an option that TypeScript 6 reports as deprecated. */
const dts = { entry: { ...core, ...small }, compilerOptions: { ignoreDeprecations: '6.0' } };

/** The licenses of the packages that the build contains: in CommonJS, and in the inspector. */
async function writeLicenses(): Promise<void> {
  const files = ['ky/license', 'preact/LICENSE'];
  const texts = files.map(async (file) => {
    const [name] = file.split('/');
    const { version } = JSON.parse(await readFile(`node_modules/${name}/package.json`, 'utf8'));
    return `${name} ${version}\n\n${await readFile(`node_modules/${file}`, 'utf8')}`;
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
    ...module,
    entry: core,
    splitting: true,
    dts,
    clean: true,
    async onSuccess() {
      await buildInspector();
      await writeLicenses();
    },
  },
  { ...module, entry: small, splitting: false },
  { ...commonJs, entry: core, splitting: true, dts },
  { ...commonJs, entry: small, splitting: false, shims: true }, // the inspector finds its files
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
