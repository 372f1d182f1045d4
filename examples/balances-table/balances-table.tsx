// A table of balances with search, filters, sort, columns and numbered pages.
// The page has no API key: see page-proxy.ts.
// Install first: npm install react @tanstack/react-query
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Client, isQueryError, type Where } from 'payments-data-client';
import { listQueryOptions } from 'payments-data-client/tanstack-query';
import { useState } from 'react';
import type { PageSchema } from './page-schema.js';

const columns = ['name', 'type', 'balance', 'available_balance'] as const;
type Column = (typeof columns)[number];

const size = 10;

/** What the visitor has chosen. Empty text is no filter. */
interface View {
  readonly search: string;
  readonly type: string;
  readonly min: string;
  readonly max: string;
  readonly sort: Column;
  readonly chosen: readonly Column[];
  readonly page: number;
}

function balancesQuery(client: Client<PageSchema>, view: View) {
  const { search, type, min, max, sort, chosen, page } = view;
  const where: Where<'balances', PageSchema> = {};
  if (search) where.name = { like: search };
  if (type) where.type = type;
  where.balance = { ...(min && { gte: min }), ...(max && { lte: max }) };

  const include: { [C in Column]?: true } = {};
  for (const column of chosen) include[column] = true;

  return listQueryOptions(client.balances, {
    where,
    // `id: true`, because without any column only the id is returned
    include: { id: true, ...include, unit: { symbol: true } },
    orderBy: { [sort]: 'asc', id: 'asc' },
    skip: page * size,
    take: size + 1, // one more: is there a next page?
  });
}

export function BalancesTable({ client }: { client: Client<PageSchema> }) {
  const [view, setView] = useState<View>({
    search: '',
    type: '',
    min: '',
    max: '',
    sort: 'name',
    chosen: ['name', 'balance'],
    page: 0,
  });
  const { data, error, isPending } = useQuery({
    ...balancesQuery(client, view),
    placeholderData: keepPreviousData,
  });
  const change = (changes: Partial<View>) =>
    setView({ ...view, page: 0, ...changes });
  const toggle = (column: Column) =>
    change({
      chosen: columns.filter(
        (name) => view.chosen.includes(name) !== (name === column),
      ),
    });
  const input = (label: string, name: 'search' | 'min' | 'max') => (
    <label>
      {label}{' '}
      <input
        value={view[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </label>
  );

  return (
    <section>
      {input('Search', 'search')}
      <label>
        Type
        <select
          value={view.type}
          onChange={({ target }) => change({ type: target.value })}
        >
          <option value="">all</option>
          <option>main</option>
          <option>children</option>
          <option>custom</option>
        </select>
      </label>
      {input('From', 'min')}
      {input('To', 'max')}
      <fieldset>
        <legend>Columns</legend>
        {columns.map((column) => (
          <label key={column}>
            <input
              type="checkbox"
              checked={view.chosen.includes(column)}
              onChange={() => toggle(column)}
            />{' '}
            {column}
          </label>
        ))}
      </fieldset>
      {isPending && <p>Loading</p>}
      {error && (
        <p role="alert">
          {isQueryError(error) ? error.problem : error.message}
        </p>
      )}
      <table>
        <thead>
          <tr>
            {view.chosen.map((column) => (
              <th key={column}>
                <button
                  type="button"
                  onClick={() => change({ sort: column })}
                >{`Sort by ${column}`}</button>
              </th>
            ))}
            <th>unit</th>
          </tr>
        </thead>
        <tbody>
          {data?.slice(0, size).map((row) => (
            <tr key={row.id}>
              {view.chosen.map((column) => (
                <td key={column}>{row[column]}</td>
              ))}
              <td>{row.unit.symbol}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button
        type="button"
        disabled={view.page === 0}
        onClick={() => change({ page: view.page - 1 })}
      >
        Previous
      </button>
      <button
        type="button"
        disabled={!data || data.length <= size}
        onClick={() => change({ page: view.page + 1 })}
      >
        Next
      </button>
    </section>
  );
}
