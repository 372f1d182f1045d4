// The main job on the embedded mock: eight typed queries, then the life of an API key. `npm run quickstart` runs it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient, isAuthenticationError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { formatTable, wrap } from './table.js';

const mock = createMock(); // a small sample workspace, the same every time
const lines: string[] = [];

const client = createClient({
  ...mock.clientOptions,
  fetch: (input, init) => {
    const request = new Request(input, init);
    lines.push(`${request.method} ${request.url.slice(new URL(request.url).origin.length)}`);
    return mock.fetch(request);
  },
});

await show('Rich balances, with the symbol of their unit', () =>
  client.balances.list({
    where: { balance: { gte: '1000.00' } },
    include: { name: true, balance: true, unit: { symbol: true } },
  }),
);

await show('Accounts, and of their balances those above 100', () =>
  client.accounts.list({
    include: {
      identifier: true,
      balances: { where: { amount: { gt: '100' } }, include: { amount: true, name: true } },
    },
  }),
);

await show('Everything of the archived balances but their description', () =>
  client.balances.list({
    where: { archived_at: { neq: null } },
    include: { description: false, unit: true },
  }),
);

await show('Active accounts that owe something', () =>
  client.accounts.list({
    where: { status: 'active', balances: { some: { amount: { lt: 0 } } } },
    include: { identifier: true, status: true },
  }),
);

await show('Transactions with a large line', () =>
  client.transactions.list({
    where: { lines: { some: { amount: { gte: 900 } } } },
    include: { status: true, external_id: true, lines: { amount: true } },
  }),
);

await show('Filters that nest', () =>
  client.transactions.list({
    where: {
      OR: [
        { AND: [{ external_id: { contains: 'order' } }, { external_id: { contains: '7' } }] },
        { external_id: null, status: 'pending' },
      ],
    },
    include: { status: true, external_id: true },
  }),
);

await show('Balances whose variables hold a limit', () =>
  client.balances.list({
    where: { variables: { contains: { limits: {} }, exists: 'limits.daily' } },
    include: { name: true, variables: true },
  }),
);

await show('The largest lines first', () =>
  client.transactionLines.list({ orderBy: { amount: 'desc' }, take: 5 }),
);

const key = mock.apiKeys.create({ name: 'Reports', role: 'Viewer' });
const keyClient = client.with({ apiKey: key.key });

await show('Rename a key', () => client.apiKeys.rename(key.id, 'Monthly reports'));

await show('Revoke it', () => client.apiKeys.revoke(key.id));

await show('What a revoked key gets', () => keyClient.balances.list().catch(explain));

await show('Delete it', () => client.apiKeys.delete(key.id));

function explain(error: unknown): string {
  if (!isAuthenticationError(error)) throw error;
  return `${error.name}: ${error.message}`;
}

/** Prints a call as it stands in this file, the request line as sent, and the rows that came. */
async function show(title: string, call: () => Promise<unknown>): Promise<void> {
  const rows = await call();
  const [line = ''] = lines.splice(0);
  console.log(`\n\u001b[1m${title}\u001b[0m\n`);
  console.log(`\u001b[36m${sourceOf(title)}\u001b[0m\n`);
  console.log(`${wrap(line).join('\n')}\n`);
  console.log(Array.isArray(rows) ? formatTable(rows) : wrap(formatAnswer(rows)).join('\n'));
}

function formatAnswer(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  return answer === undefined ? '(no content)' : JSON.stringify(answer);
}

function sourceOf(title: string): string {
  const source = readFileSync(fileURLToPath(import.meta.url), 'utf8');
  const start = source.indexOf('() =>', source.indexOf(`show('${title}'`)) + '() =>'.length;
  const call = source.slice(start, source.indexOf('\n\n', start)).replace(/,?\s*\);\s*$|\);$/, '');
  const body = call.split('\n').filter((text) => text.trim() !== '');
  const indent = Math.min(...body.map((text) => text.length - text.trimStart().length));
  return body.map((text) => `  ${text.slice(indent)}`).join('\n');
}
