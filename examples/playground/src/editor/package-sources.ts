// The editor reads the package's source itself, so that its types can't be older than the code. What needs a package
// that the playground does not have, or Node, is left out.
const sources = import.meta.glob<string>(
  [
    '../../../../src/**/*.ts',
    '!../../../../src/{msw,validation,tanstack-query}/**',
    '!../../../../src/mock/server/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);

const globals = `
/** A client of the mock. A new one for each run. */
declare const client: import('payments-data-client').Client;
/** The service in memory, with its rows in \`mock.db\` and its keys in \`mock.apiKeys\`. A new one for each run. */
declare const mock: import('payments-data-client/mock').Mock;
`;

/** The files that the compiler of the editor knows, beside what is written in it. */
export const packageSources: readonly { readonly filePath: string; readonly content: string }[] = [
  { filePath: 'file:///globals.d.ts', content: globals },
  ...Object.entries(sources).map(([path, content]) => ({
    filePath: `file:///node_modules/payments-data-client/${path.split('/src/')[1]}`,
    content,
  })),
];
