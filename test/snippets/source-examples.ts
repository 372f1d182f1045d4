import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, type Snippet } from './extract-snippets.js';

const entries = {
  'payments-data-client': 'index.ts',
  'payments-data-client/mock': 'mock/index.ts',
  'payments-data-client/mock/server': 'mock/server/index.ts',
  'payments-data-client/inspector': 'tools/inspector/index.ts',
  'payments-data-client/msw': 'msw/index.ts',
  'payments-data-client/proxy': 'proxy/index.ts',
  'payments-data-client/validation': 'validation/index.ts',
  'payments-data-client/tanstack-query': 'tanstack-query/index.ts',
};

/**
 * The module of each name that an example may use, because examples in comments have no imports.
 */
const sources = new Map<string, string>([
  ['useQuery', '@tanstack/react-query'],
  ['useInfiniteQuery', '@tanstack/react-query'],
  ['setupServer', 'msw/node'],
]);
for (const [entry, file] of Object.entries(entries)) {
  const lists = [...readFileSync(join(root, 'src', file), 'utf8').matchAll(/\{([^}]+)\}/g)];
  for (const [name] of lists.flatMap(([, list = '']) => [...list.matchAll(/\w+/g)]))
    if (name !== 'type') sources.set(name, entry);
}

/** The types of the other names that examples use: a comment has no room for a setup. */
const givenTypes: Readonly<Record<string, string>> = {
  client: `import('payments-data-client').Client`,
  mock: `import('payments-data-client/mock').Mock`,
  accountId: 'string',
  balanceId: 'string',
  keyId: 'string',
  apiKey: 'string',
  queryClient: `import('@tanstack/query-core').QueryClient`,
  mySchema: `import('payments-data-client').PaymentsSchema`,
  schema: `import('../../../src/schema/resources.js').Resources`,
  fields: `import('../../../src/schema/resource.js').Resource['fields']`,
  dialect: `import('../../../src/dialect/dialect.js').ResolvedDialect`,
  readSession: '(request: Request) => Promise<{ accountId: string } | undefined>',
  proxy: `import('payments-data-client/proxy').SessionProxy<{ accountId: string }>`,
  now: 'number',
  readKey: '() => Promise<string>',
  traceparent: '() => string',
  baseUrl: 'string',
  id: 'string',
};

/**
 * The examples in the comments of a file of `src`, except type examples such as `Row<'balances'> //
 * => Balance`, which `test/types` checks.
 */
export function examplesOf(path: string): Snippet[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/@example\n(.*?)^\s*\*(?: @|\/)/gms)].flatMap(
    ({ 0: whole, 1: block = '', index }) => {
      const code = block.replaceAll(/^\s*\* ?/gm, '');
      if (/^(keyof )?[A-Z]\w*(<.*>)?(\['\w+'\])*\s\/\/ =>/.test(code)) return [];
      const line = text.slice(0, index + whole.indexOf(block)).split('\n').length;
      return [
        {
          page: path,
          line,
          language: 'ts',
          isRun: false,
          code: importsFor(code, path, text) + code,
        },
      ];
    },
  );
}

/** Returns imports and declarations without a line break, so that line numbers stay the same. */
function importsFor(code: string, path: string, text: string): string {
  const names = new Set(
    [...code.matchAll(/(?<![\w'-]|(?<!\.\.)\.)[A-Za-z]\w*/g)].map(([name]) => name),
  );
  const declared = new Set(
    [...code.matchAll(/\b(?:const|function|interface) (\w+)/g)].map(([, name]) => name),
  );
  return [...names]
    .filter((name) => !declared.has(name))
    .map((name) => {
      if (Object.hasOwn(givenTypes, name)) return `declare const ${name}: ${givenTypes[name]}; `;
      const own = new RegExp(`^export (?:const|function|async function) ${name}\\b`, 'm').test(
        text,
      );
      const source =
        sources.get(name) ?? (own ? `../../../${path.replace(/\.ts$/, '.js')}` : undefined);
      const kind = /^[A-Z]/.test(name) && source?.startsWith('payments') ? 'type ' : '';
      return source ? `import { ${kind}${name} } from '${source}'; ` : '';
    })
    .join('');
}

/** All files of `src`. */
export const sourceFiles = (readdirSync(join(root, 'src'), { recursive: true }) as string[])
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .sort();
