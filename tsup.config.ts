import { defineConfig, type Options } from 'tsup';

const shared: Options = {
  entry: { index: 'src/index.ts', 'mock/index': 'src/mock/index.ts', 'msw/index': 'src/msw/index.ts' },
  target: 'es2022',
  platform: 'neutral',
  sourcemap: true,
  // tsup hands the compiler an option that TypeScript 6 wants excused.
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
};

export default defineConfig([
  { ...shared, format: 'esm', clean: true },
  // ky is an ES module only: the CommonJS build carries it inside.
  { ...shared, format: 'cjs', noExternal: ['ky'] },
]);
