// Typed queries against the mock, then the management of an API key:
// npm run quickstart
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient, isApiError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { formatTable, wrap } from './table.js';

const mock = createMock(); // sample rows, the same in each run
const lines: string[] = [];

const client = createClient({
  ...mock.clientOptions,
  fetch: (url, init) => {
    const { pathname, search } = new URL(url);
    lines.push(`${init.method} ${pathname}${decodeURIComponent(search)}`);
    return mock.fetch(url, init);
  },
});

console.log(
  '\nTyped queries against the mock. Request lines are shown decoded.',
);

await show('Select fields of a row and of a related row', () =>
  client.balances.list({
    where: { balance: { gte: '1000.00' } },
    include: { name: true, balance: true, unit: { symbol: true } },
  }),
);

await show('Filter the related rows', () =>
  client.accounts.list({
    include: {
      identifier: true,
      balances: {
        where: { amount: { gt: '100' } },
        include: { amount: true, name: true },
      },
    },
  }),
);

await show('Leave one field out', () =>
  client.balances.list({
    where: { archived_at: { neq: null } },
    include: { description: false, unit: true },
  }),
);

await show('Filter by related rows', () =>
  client.accounts.list({
    where: { status: 'active', balances: { some: { amount: { lt: 0 } } } },
    include: { identifier: true, status: true },
  }),
);

await show('Filter by related rows, and include them', () =>
  client.transactions.list({
    where: { lines: { some: { amount: { gte: 900 } } } },
    include: { status: true, external_id: true, lines: { amount: true } },
  }),
);

await show('Combine filters with AND and OR', () =>
  client.transactions.list({
    where: {
      OR: [
        {
          AND: [
            { external_id: { contains: 'order' } },
            { external_id: { contains: '7' } },
          ],
        },
        { external_id: null, status: 'pending' },
      ],
    },
    include: { status: true, external_id: true },
  }),
);

await show('Filter by the content of a JSON field', () =>
  client.balances.list({
    where: { variables: { contains: { limits: {} }, exists: 'limits.daily' } },
    include: { name: true, variables: true },
  }),
);

await show('Sort, and take the first five', () =>
  client.transactionLines.list({ orderBy: { amount: 'desc' }, take: 5 }),
);

const key = mock.apiKeys.create({ name: 'Reports', role: 'Viewer' });
const keyClient = client.with({ apiKey: key.key });

await show('Rename an API key', () =>
  client.apiKeys.rename(key.id, 'Monthly reports'),
);

await show('Revoke the API key', () => client.apiKeys.revoke(key.id));

await show('Send a request with the revoked key', () =>
  keyClient.balances.list().catch(explain),
);

await show('Delete the API key', () => client.apiKeys.delete(key.id));

function explain(error: unknown): string {
  if (!isApiError(error, 401)) throw error;
  return `${error.name}: ${error.message}`;
}

/** Prints a call as it is written here, its request line, and its rows. */
async function show(
  title: string,
  call: () => Promise<unknown>,
): Promise<void> {
  const rows = await call();
  const [line = ''] = lines.splice(0);
  console.log(`\n\u001b[1m${title}\u001b[0m\n`);
  console.log(`\u001b[36m${sourceOf(title)}\u001b[0m\n`);
  console.log(`${wrap(line).join('\n')}\n`);
  console.log(
    Array.isArray(rows)
      ? formatTable(rows)
      : wrap(formatResult(rows)).join('\n'),
  );
}

function formatResult(result: unknown): string {
  if (typeof result === 'string') return result;
  return result === undefined ? '(no content)' : JSON.stringify(result);
}

function sourceOf(title: string): string {
  const source = readFileSync(fileURLToPath(import.meta.url), 'utf8');
  const start =
    source.indexOf('() =>', source.indexOf(`show('${title}'`)) + '() =>'.length;
  const call = source
    .slice(start, source.indexOf('\n\n', start))
    .replace(/,?\s*\);\s*$|\);$/, '');
  const body = call.split('\n').filter((text) => text.trim() !== '');
  const indent = Math.min(
    ...body.map((text) => text.length - text.trimStart().length),
  );
  return body.map((text) => `  ${text.slice(indent)}`).join('\n');
}
