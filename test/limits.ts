/**
 * Every limit of a size, each about 3 % above the figure of the day on which it was set. If one
 * fails, look first for what your change does twice, or could leave out. If nothing is left, raise
 * the limit by what you need and 3 %, and say why in the commit: a limit never makes code worse.
 */

/** Lines of `src` and `test` at 100 columns. */
export const lines: readonly (readonly [part: string, files: RegExp, limit: number])[] = [
  ['the library', /^src\/(?!tools\/)/, 14_800],
  ['the tools', /^src\/tools\//, 5_100],
  ['the command connect', /^src\/tools\/connect\//, 2_860],
  ['the inspector', /^src\/tools\/inspector\//, 905],
  ['the command line', /^src\/tools\/cli\//, 1_165],
  ['the schema', /^src\/schema\//, 1_440],
  ['the dialect', /^src\/dialect\.ts$/, 280],
  ['the evaluation of filters', /^src\/match\//, 346],
  ['the reader of query strings', /^src\/query\/read-search\.ts$/, 284],
  [
    'pagination',
    /^src\/client\/(pages|plan|position|group|row-order|keyset|counting|cursor|request-page|split-in)\.ts$/,
    975,
  ],
  ['the proxy', /^src\/proxy\//, 1_490],
  ['query options', /^src\/tanstack-query\//, 275],
  ['the tests', /^test\//, 33_550],
];

/** Words of pages. */
export const words = { readme: 820, decisions: 3_940, guideAndDecisions: 21_620 };

/** Lines and pages. */
export const readmeLines = 160;
export const guidePages = 15;

/** Bytes of a browser bundle of the source, minified and gzipped. */
export const sourceBytes = { client: 28_700, withValidation: 33_300, guards: 300 };

/** Bytes of everything that an entry point of the package exports, minified and gzipped. */
export const entryBytes = {
  '': 30_640,
  '/validation': 2_630,
  '/tanstack-query': 2_900,
  '/mock': 42_300,
  '/msw': 850,
};

/** Bytes of the unpacked package, of which llms-full.txt repeats the pages. */
export const unpackedBytes = 1_600_000;

/** The files that a reader opens to follow a call. Those of other calls are printed. */
export const enteredFiles = { list: 18, mockList: 22 };

/** Requests of the command `connect`. */
export const connectRequests = 190;

/** Instantiations of types, in TypeScript 6.0 and 7.0. */
export const instantiations = {
  paymentsSchema: 1_030,
  query: 225,
  benchmarkQuery: 305,
  laterBenchmarkQuery: 257,
  callOnSixtyResources: 1_290,
};
