import { describe, expect, test } from 'vitest';
import { type Column, enumeration, lower, type Stored, text } from '../../services/columns.js';
import { sampleRows, statuses } from '../../services/sample-rows.js';
import type { Form, Service } from '../../services/service.js';
import { columns, slashes } from '../../services/slashes.js';
import { type AnyFetch, checkWith, connectTo } from './run-connect.js';
import { tinyOptions, tinyTables } from './tiny-rows.js';
import { tinyService } from './tiny-service.js';

const withColumns = (changed: object): Service =>
  slashes({}, { columns: { ...columns, ...changed } as Form['columns'] });

/** The service with other rows of balances. */
const withBalances = (change: (row: Record<string, unknown>, index: number) => object): Service => {
  const data = sampleRows();
  return slashes({
    data: {
      ...data,
      balances: data.balances.map((row, index) => ({ ...row, ...change(row, index) })),
    },
  });
};

/** The service whose lists pass through a function. */
const withLists = (change: (body: { results: Record<string, unknown>[] }) => unknown): AnyFetch => {
  const { fetch } = slashes();
  return async (url, init) => {
    const response = await fetch(url, init);
    const { status, headers } = response;
    const body = await response.text();
    const isList = status === 200 && body.startsWith('{"count"');
    const sent = isList ? JSON.stringify(change(JSON.parse(body))) : body;
    return new Response(sent, {
      status,
      headers: { 'retry-after': headers.get('retry-after') ?? '' },
    });
  };
};

const renamed = statuses.map((status) => (status === 'pending' ? 'waiting' : status));
const renamedRows = () => {
  const { balances, ...data } = sampleRows();
  const rename = (rows: Record<string, unknown>[]) =>
    rows.map((row) => ({ ...row, status: row.status === 'pending' ? 'waiting' : row.status }));
  return {
    ...data,
    balances: rename(balances),
    accounts: rename(data.accounts),
    transactions: rename(data.transactions),
  };
};

const changes: readonly (readonly [name: string, change: () => AnyFetch, lines: string[]])[] = [
  [
    'a value of an enumeration',
    () =>
      slashes({ data: renamedRows() }, { columns: { ...columns, status: enumeration(renamed) } })
        .fetch,
    ['balances', 'accounts', 'transactions'].flatMap((name) => [
      `${name}.status is 'waiting' in a row; the module does not list it.`,
      `${name}.status: the service rejects 'pending', which the module lists.`,
    ]),
  ],
  [
    'the place of null',
    () => slashes({}, { nulls: 'last' }).fetch,
    [
      "`nullOrder` is 'last' on balances.external_id, balances.archived_at, balances.rating, units.archived_at; the module says 'first'.",
    ],
  ],
  [
    'a date that becomes a number',
    () => {
      const show = (stored: Stored) => Number(stored) / 1000;
      return withColumns({ created: { ...columns.created, show } }).fetch;
    },
    [
      'accounts.created_at is not date() in each row, but a number.',
      'balances.archived_at is not date() in each row, but a number.',
      'balances.created_at is not date() in each row, but a number.',
      'transactions.created_at is not date() in each row, but a number.',
      'units.created_at is not date() in each row, but a number.',
    ],
  ],
  [
    'the page limit',
    () => slashes({ max: 30 }).fetch,
    ['`pageSize.max`: a list has 30 rows; the module says 40.'],
  ],
  [
    'a page limit that is higher',
    () => slashes({ max: 5000 }).fetch,
    ['`pageSize.max`: a list has 70 rows; the module says 40.'],
  ],
  [
    'the size of a page',
    () => slashes({ size: 20 }).fetch,
    ['`pageSize.default`: a list has 20 rows; the module says 25.'],
  ],
  [
    'the slash at the end of a path',
    () => {
      const { fetch } = slashes();
      return async (url, init) => {
        const { pathname, search } = new URL(url);
        if (pathname.endsWith('/')) return Response.json({ detail: 'Not found.' }, { status: 404 });
        return fetch(`https://payments.test${pathname}/${search}`, init);
      };
    },
    ['accounts', 'balances', 'transactionLines', 'transactions', 'units'].map((name) => {
      const path = name === 'transactionLines' ? '/transactions/lines' : `/${name}`;
      return `${name} is at ${path}; the module says ${path}/.`;
    }),
  ],
  [
    'the name of a parameter',
    () => {
      const parameters = ['where', 'include', 'sort', 'page', 'page_size'];
      return slashes({}, { orderBy: 'sort', parameters }).fetch;
    },
    ["`parameters.orderBy` is 'sort'; the module says 'ordering'."],
  ],
  [
    'a `like` that ignores letter case',
    () => slashes({}, { fold: lower }).fetch,
    [
      "`like` is 'insensitive' on balances.name, balances.external_id, units.name; the module says 'exact'.",
    ],
  ],
  [
    'text that ignores letter case',
    () => withColumns({ name: text(lower), code: text(lower), text: text(lower) }).fetch,
    [
      "`text` is 'insensitive' on balances.name, balances.external_id, units.name; the module says 'exact'.",
    ],
  ],
  [
    'null that is a value',
    () => slashes({}, { isSql: false }).fetch,
    [
      "`nulls` is 'value' on balances.external_id, balances.archived_at, balances.rating, units.archived_at; the module says 'sql'.",
    ],
  ],
  [
    'the member with the rows',
    () => withLists(({ results, ...page }) => ({ ...page, items: results })),
    ["`envelope` is 'items'; the module says 'results'."],
  ],
  [
    'a field that is gone',
    () =>
      withLists(({ results, ...page }) => ({
        ...page,
        results: results.map(({ rating: _, ...row }) => row),
      })),
    ['balances.rating is not returned in 60 of 60 rows.'],
  ],
  [
    'a field that became null',
    () => withBalances((_, index) => (index === 7 ? { priority: null } : {})).fetch,
    ['balances.priority is null in a row; the module says that it never is.'],
  ],
  [
    'a comparator',
    () => {
      const { comparators } = columns.decimal;
      const decimal: Column = {
        ...columns.decimal,
        comparators: comparators.filter((name) => name !== 'gte'),
      };
      return withColumns({ decimal }).fetch;
    },
    ['decimal gte: status 400 instead of the row on balances.balance.'],
  ],
];

describe('a check', () => {
  const connected = connectTo(slashes().fetch);
  test.each(changes)('reports %s, and nothing else', async (_, change, lines) => {
    const drift = await checkWith(await connected, change());
    expect([...drift.wrong].sort()).toEqual([...lines].sort());
    expect(drift.open).toEqual([]);
  });

  test('finds nothing false at another workspace of 50 times the size, and prints what differs', async () => {
    const run = await connectTo(tinyService(tinyOptions()));
    const tables = tinyTables(99, 1500);
    for (const row of tables.accounts.rows.slice(0, 450)) row.status = 'closed';
    for (const row of tables.balances.rows.slice(7, 8)) row.name = null;
    const drift = await checkWith(run, tinyService(tinyOptions({ tables: { ...tables } })));
    expect(drift).toMatchObject({ wrong: [], open: [], isSameWorkspace: false });
    expect(drift.news.sort()).toEqual([
      "accounts.status is 'closed' in a row; the module does not list it.",
      'balances.name is null in a row; the module says that it never is.',
    ]);
  });

  test('prints a new field', async () => {
    const options = tinyOptions({ hidden: ['balances.count'] });
    const fetch = tinyService(options);
    const run = await connectTo(fetch);
    options.hidden = [];
    const drift = await checkWith(run, fetch);
    expect(drift).toMatchObject({ wrong: [], news: ['balances.count is new.'] });
  });
});
