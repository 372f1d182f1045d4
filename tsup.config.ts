import { defineConfig, type Options } from 'tsup';

const entry = {
  index: 'src/index.ts',
  'validation/index': 'src/validation/index.ts',
  'tanstack-query/index': 'src/tanstack-query/index.ts',
  'mock/index': 'src/mock/index.ts',
  'mock/server/index': 'src/mock/server/index.ts',
  'msw/index': 'src/msw/index.ts',
};

const shared: Options = {
  entry,
  target: 'es2022',
  platform: 'neutral',
  sourcemap: true,
  external: [/^node:/],
  // Deno, workerd and bundlers tell Node's own modules by their protocol.
  removeNodeProtocol: false,
};

export default defineConfig([
  {
    ...shared,
    entry: { ...entry, 'mock/server/cli': 'src/mock/server/cli.ts' },
    format: 'esm',
    clean: true,
  },
  // ky is an ES module only: the CommonJS build carries it inside.
  { ...shared, format: 'cjs', noExternal: ['ky'] },
  // The declarations of both. tsup hands the compiler an option that TypeScript 6 wants excused.
  { ...shared, format: ['esm', 'cjs'], dts: { only: true, compilerOptions: { ignoreDeprecations: '6.0' } } },
]);
