import { createClient, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { dialectCheck } from '../../src/dialect.js';
import { read } from '../snippets/extract-snippets.js';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
}

describe('what pages state', () => {
  test('the README names what npm installs, and the oldest Node', () => {
    const { dependencies, engines }: Manifest = JSON.parse(read('package.json'));
    const names = Object.keys(dependencies).sort().reverse().join(' and ');
    expect(read('README.md')).toContain(` · installs ${names} · `);
    expect(read('README.md')).toContain(`- Node ${engines.node.replace('>=', '')}, Safari `);
  });

  test('a dialect has nine members', () => {
    const [, , members = {}] = dialectCheck();
    expect(Object.keys(members)).toHaveLength(9);
    expect(read('docs/decisions.md')).toContain('nine points are members of the [dialect]');
    expect(read('docs/guide/options.md')).toContain('All nine members are optional');
  });

  test('there are six classes of errors', () => {
    const page = read('docs/guide/errors.md');
    expect(page.match(/^\| `\w+Error`, `is/gm)).toHaveLength(6);
    expect(page).toContain('one of six classes');
  });

  test('counting 1,000 rows takes 11 requests, and 2 in pages of 1,000', async () => {
    const balances = Array.from({ length: 1_000 }, () => ({}));
    const mock = createMock({ data: { balances } });
    const client = createClient(mock.clientOptions);
    const requestsOf = async (options: { pageSize?: number }) => {
      mock.reset();
      const rows = await client.balances.all({ include: { id: true } }, options);
      expect(rows).toHaveLength(1_000);
      return mock.requests.length;
    };
    expect(await requestsOf({})).toBe(11);
    expect(await requestsOf({ pageSize: 1_000 })).toBe(2);
    expect(read('docs/guide/pagination.md')).toContain('11 requests for 1,000 rows');
  });

  test('client and proxy accept an API key in a browser only if they are told to', () => {
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('document', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const service = { baseUrl: 'https://api.example.com', apiKey: 'a-secret-key' };
    expect(() => createClient(service)).toThrow('allowApiKeyInBrowser');
    const schema = pickSchema(paymentsSchema, { units: ['symbol'] });
    const policies = { units: true } as const;
    const options = { ...service, schema, policies, authenticate: () => ({}) };
    expect(() => createProxy(options)).toThrow('allowApiKeyInBrowser');
    createProxy({ ...options, allowApiKeyInBrowser: true });
  });

  test('a fraction of JavaScript is compared with all its digits', async () => {
    const mock = createMock({ data: { balances: [{ balance: '0.3' }] } });
    const client = createClient(mock.clientOptions);
    const count = async (balance: { eq: number } | { lt: number }) =>
      (await client.balances.list({ where: { balance } })).length;
    expect(await count({ eq: 0.1 + 0.2 })).toBe(0);
    expect(await count({ lt: 0.1 + 0.2 })).toBe(1);
    expect(read('docs/guide/money-and-dates.md')).toContain(`means \`${0.1 + 0.2}\``);
  });

  test('a zero is an end of an optional range', async () => {
    const mock = createMock();
    const client = createClient(mock.clientOptions);
    const range = (min?: number) => ({ ...(min !== undefined && { gte: min }) });
    await client.balances.list({ where: { balance: range(0) } });
    expect(mock.requests[0]?.where).toEqual({ balance: { gte: 0 } });
    await client.balances.list({ where: { balance: range() } });
    expect(mock.requests[1]?.where).toBeUndefined();
    expect(read('docs/guide/filters.md')).toContain('...(min !== undefined && { gte: min })');
  });

  test.for([
    'getting-started',
    'filters',
    'includes',
    'pagination',
    'money-and-dates',
    'errors',
    'options',
    'schema',
  ])('the page %s ends with the next one', (name) => {
    expect(read(`docs/guide/${name}.md`)).toMatch(/\n\nNext: .*\]\(.+\.md\).*\.\n$/);
  });
});
