// The editor reads the package's source, so that its types cannot be older than the code. Entry points that need Node or a
// package that the playground does not install are left out.
const sources = import.meta.glob<string>(
  [
    '../../../../src/**/*.ts',
    '!../../../../src/{msw,validation,tanstack-query}/**',
    '!../../../../src/{mock/server,inspector}/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);

const globals = `
/** A client of the mock, new for each run. */
declare const client: import('payments-data-client').Client;
/** The service in memory, new for each run. \`mock.db\` has its rows, \`mock.apiKeys\` its keys. */
declare const mock: import('payments-data-client/mock').Mock;
`;

/** The files that the compiler sees in addition to the query. */
export const packageSources: readonly { readonly filePath: string; readonly content: string }[] = [
  { filePath: 'file:///globals.d.ts', content: globals },
  ...Object.entries(sources).map(([path, content]) => ({
    filePath: `file:///node_modules/payments-data-client/${path.split('/src/')[1]}`,
    content,
  })),
];
