// A table of balances with a search field, filters and a column chooser. The page has no API key: see page-proxy.ts.
// Install first: npm install react @tanstack/react-query
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Client, isQueryError, type Where } from 'payments-data-client';
import { listQueryOptions } from 'payments-data-client/tanstack-query';
import { useState } from 'react';
import type { PageSchema } from './page-schema.js';

const columns = ['name', 'type', 'balance', 'available_balance', 'created_at'] as const;
type Column = (typeof columns)[number];

/** The values of the search field and of the filters. Empty text is no filter. */
interface Filters {
  readonly search: string;
  readonly type: string;
  readonly min: string;
  readonly max: string;
}

/** Returns the query for the chosen filters and columns. */
function balancesQuery(
  client: Client<PageSchema>,
  { search, type, min, max }: Filters,
  chosen: ReadonlySet<Column>,
) {
  const where: Where<'balances', PageSchema> = {};
  if (search) where.name = { like: search };
  if (type) where.type = type;
  if (min || max) where.balance = { ...(min && { gte: min }), ...(max && { lte: max }) };

  const include: { [C in Column]?: true } = {};
  for (const column of chosen) include[column] = true;

  return listQueryOptions(client.balances, {
    where,
    include: { id: true, ...include, unit: { symbol: true } }, // `id: true`: without columns, only the id
    orderBy: { name: 'asc' },
  });
}

export function BalancesTable({ client }: { client: Client<PageSchema> }) {
  const [filters, setFilters] = useState<Filters>({ search: '', type: '', min: '', max: '' });
  const [chosen, setChosen] = useState<ReadonlySet<Column>>(new Set<Column>(['name', 'balance']));
  const { data, error, isPending } = useQuery({
    ...balancesQuery(client, filters, chosen),
    placeholderData: keepPreviousData,
  });

  const setFilter = (name: keyof Filters, value: string) =>
    setFilters({ ...filters, [name]: value });
  const toggle = (column: Column) => {
    const next = new Set(chosen);
    if (!next.delete(column)) next.add(column);
    setChosen(next);
  };
  const shown = columns.filter((column) => chosen.has(column));

  return (
    <section>
      <label>
        Search{' '}
        <input
          value={filters.search}
          onChange={({ target }) => setFilter('search', target.value)}
        />
      </label>
      <label>
        Type
        <select value={filters.type} onChange={({ target }) => setFilter('type', target.value)}>
          <option value="">all</option>
          <option>main</option>
          <option>children</option>
          <option>custom</option>
        </select>
      </label>
      <label>
        From <input value={filters.min} onChange={({ target }) => setFilter('min', target.value)} />
      </label>
      <label>
        To <input value={filters.max} onChange={({ target }) => setFilter('max', target.value)} />
      </label>
      <fieldset>
        <legend>Columns</legend>
        {columns.map((column) => (
          <label key={column}>
            <input type="checkbox" checked={chosen.has(column)} onChange={() => toggle(column)} />{' '}
            {column}
          </label>
        ))}
      </fieldset>
      {isPending && <p>Loading</p>}
      {error && <p role="alert">{isQueryError(error) ? error.problem : error.message}</p>}
      <table>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column}>{column}</th>
            ))}
            <th>unit</th>
          </tr>
        </thead>
        <tbody>
          {data?.map((row) => (
            <tr key={row.id}>
              {shown.map((column) => (
                <td key={column}>{row[column]}</td>
              ))}
              <td>{row.unit.symbol}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
