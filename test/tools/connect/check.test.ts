import { describe, expect, test } from 'vitest';
import { checkWith, connectTo } from './run-connect.js';
import { tinyOptions, tinyTables } from './tiny-rows.js';
import { type TinyOptions, tinyService } from './tiny-service.js';

const changed = <Rows extends { rows: object[] }>(
  table: Rows,
  change: (row: never) => object,
): Rows => ({
  ...table,
  rows: table.rows.map((row) => change(row as never)),
});

describe('a check', () => {
  const changes: [
    name: string,
    change: (options: TinyOptions) => Partial<TinyOptions>,
    line: string,
  ][] = [
    [
      'the page limit',
      () => ({ pageSize: { default: 20, max: 40 } }),
      '`pageSize.max`: a list has 40 rows; the module says 50.',
    ],
    [
      'a higher page limit',
      () => ({ pageSize: { default: 20, max: 5000 } }),
      '`pageSize.max`: a list has 60 rows; the module says 50.',
    ],
    [
      'a field that is gone',
      () => ({ hidden: ['balances.count'] }),
      'balances.count is not returned in 60 of 60 rows.',
    ],
    [
      'a value that is renamed',
      ({ tables }) => ({
        tables: {
          ...tables,
          accounts: changed(tables.accounts as never, (row: { status: string }) => ({
            ...row,
            status: row.status === 'blocked' ? 'frozen' : row.status,
          })),
        },
      }),
      "accounts.status is 'frozen' in a row; the module does not list it.",
    ],
    [
      'a `like` that is case-sensitive',
      ({ rules }) => ({ rules: { ...rules, like: 'exact' } }),
      "`like` is 'exact' on balances.name, balances.external_id, accounts.identifier_prefix, accounts.identifier_value; the module says 'insensitive'.",
    ],
    [
      'a parameter that is renamed',
      ({ parameters }) => ({ parameters: { ...parameters, take: 'per_page' } }),
      "`parameters.take` is 'per_page'; the module says 'limit'.",
    ],
    [
      'a field that became null',
      ({ tables }) => ({
        tables: {
          ...tables,
          balances: changed(tables.balances as never, (row: { name: string }) => ({
            ...row,
            name: row.name.endsWith(' 17') ? null : row.name,
          })),
        },
      }),
      'balances.name is null in a row; the module says that it never is.',
    ],
    [
      'another envelope',
      () => ({ envelope: 'items' }),
      "`envelope` is 'items'; the module says 'data'.",
    ],
    [
      'a comparator that is ignored',
      () => ({ ignored: ['decimal gte'] }),
      'decimal gte: the row instead of no row on balances.balance.',
    ],
    [
      'nulls that are values',
      ({ rules }) => ({ rules: { ...rules, nulls: 'value' } }),
      "`nulls` is 'value' on balances.external_id, balances.archived_at, balances.rating, accounts.closed_at; the module says 'sql'.",
    ],
  ];
  const options = tinyOptions();
  const fetch = tinyService(options);
  const connected = connectTo(fetch);
  test.each(changes)('reports %s, and nothing else', async (_, change, line) => {
    const run = await connected;
    const before = { ...options };
    Object.assign(options, change(options));
    const drift = await checkWith(run, fetch);
    Object.assign(options, before);
    expect(drift.wrong).toEqual([line]);
  });

  test('finds nothing false after each of the changes is undone', async () => {
    const drift = await checkWith(await connected, fetch);
    expect(drift).toMatchObject({ wrong: [], news: [], open: [], isSameWorkspace: true });
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

  test('prints a new field and a new resource', async () => {
    const options = tinyOptions({ hidden: ['balances.count'] });
    const fetch = tinyService(options);
    const run = await connectTo(fetch);
    options.hidden = [];
    const drift = await checkWith(run, fetch);
    expect(drift).toMatchObject({ wrong: [], news: ['balances.count is new.'] });
  });
});
