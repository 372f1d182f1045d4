import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
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
