import { expect, test } from 'vitest';
import { filesIn } from '../docs/source-files.js';
import { compileSnippets } from './compile-snippets.js';
import { read, type Snippet } from './extract-snippets.js';

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

/** The module of each name that an example may use: examples in comments have no imports. */
const sources = new Map([
  ['useQuery', '@tanstack/react-query'],
  ['useInfiniteQuery', '@tanstack/react-query'],
  ['setupServer', 'msw/node'],
]);
for (const [entry, file] of Object.entries(entries))
  for (const [, list = ''] of read(`src/${file}`).matchAll(
    /^export (?:const |function |interface |type )?(\w+|\{[^}]+\})/gm,
  ))
    for (const [name] of list.matchAll(/\w+/g))
      if (!/^(type|as)$/.test(name)) sources.set(name, entry);

/** The types of the other names that examples use: a comment has no room for a setup. */
const givenTypes: Readonly<Record<string, string>> = {
  client: `import('payments-data-client').Client`,
  mock: `import('payments-data-client/mock').Mock`,
  accountId: 'string',
  balanceId: 'string',
  keyId: 'string',
  apiKey: 'string',
  baseUrl: 'string',
  id: 'string',
  schema: `import('payments-data-client').PaymentsSchema`,
  mySchema: `import('payments-data-client').PaymentsSchema`,
  error: 'unknown',
  traceparent: '() => string',
  queryClient: `import('@tanstack/query-core').QueryClient`,
  readSession: '(request: Request) => Promise<{ accountId: string } | undefined>',
  proxy: `import('payments-data-client/proxy').SessionProxy<{ accountId: string }>`,
};

/**
 * The examples in the comments of a file that call the public API. Examples of inner functions and
 * of types, such as `cut('abc', 2) // => 'ab…'`, are no programs.
 */
function examplesOf(path: string): Snippet[] {
  const text = read(path);
  return [...text.matchAll(/@example\n(.*?)^\s*\*(?: @|\/)/gms)].flatMap(
    ({ 0: whole, 1: block = '', index }) => {
      const code = block.replaceAll(/^\s*\* ?/gm, '');
      if (/\/\/ =>|return /.test(code)) return [];
      const line = text.slice(0, index + whole.indexOf(block)).split('\n').length;
      return [{ page: path, line, language: 'ts', isRun: false, code: importsFor(code) + code }];
    },
  );
}

/** Returns imports and declarations without a line break, so that line numbers stay the same. */
function importsFor(code: string): string {
  const used = new Set(
    [...code.matchAll(/(?<![\w'-]|(?<!\.\.)\.)[A-Za-z]\w*/g)].map(([name]) => name),
  );
  for (const [, name = ''] of code.matchAll(/\b(?:const|function|interface) (\w+)/g))
    used.delete(name);
  return [...used]
    .map((name) => {
      const source = sources.get(name);
      if (Object.hasOwn(givenTypes, name)) return `declare const ${name}: ${givenTypes[name]}; `;
      const kind = /^[A-Z]/.test(name) && source?.startsWith('payments') ? 'type ' : '';
      return source ? `import { ${kind}${name} } from '${source}'; ` : '';
    })
    .join('');
}

test('the examples of the public API in the source compile', { timeout: 120_000 }, () => {
  const examples = filesIn('src', /\.ts$/).flatMap(examplesOf);
  expect(examples.length).toBeGreaterThan(15);
  expect(compileSnippets(examples, { above: '' })).toEqual([]);
});
