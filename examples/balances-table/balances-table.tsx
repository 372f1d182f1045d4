// A table of balances with search, filters, sort, columns and numbered pages.
// The page has no API key: see backend.ts.
// Install first: npm install react @tanstack/react-query
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Client, Where } from 'payments-data-client';
import {
  listQueryOptions,
  queryKeys,
} from 'payments-data-client/tanstack-query';
import { useState } from 'react';
import type { PageSchema } from './page-schema.js';

type PageClient = Client<PageSchema>;

const columns = ['name', 'type', 'balance', 'available_balance'] as const;
type Column = (typeof columns)[number];
const titles: Record<Column, string> = {
  name: 'Name',
  type: 'Type',
  balance: 'Balance',
  available_balance: 'Available',
};

/** Amounts are aligned right: see index.html. */
const classOf = (column: Column) =>
  column.endsWith('balance') ? 'amount' : undefined;

const arrows = { asc: ' ▲', desc: ' ▼' };
const size = 10;

/** What the user has chosen. Empty text is no filter. */
interface View {
  readonly search: string;
  readonly type: string;
  readonly unit: string;
  readonly archived: boolean;
  readonly chosen: readonly Column[];
  readonly sort: Column;
  readonly direction: 'asc' | 'desc';
  readonly page: number;
}

function usePage(client: PageClient, view: View) {
  const { search, type, unit, archived, chosen, sort, direction, page } = view;
  const where: Where<'balances', PageSchema> = {
    archived_at: archived ? { neq: null } : null,
  };
  if (search) where.name = { like: search };
  if (type) where.type = type;
  if (unit) where.unit_id = unit;

  const include: { [C in Column]?: true } = {};
  for (const column of chosen) include[column] = true;

  const {
    data = [],
    error,
    isFetching,
  } = useQuery({
    ...listQueryOptions(client.balances, {
      where,
      // `id: true`, because without any column only the id is returned
      include: { id: true, ...include, unit: { symbol: true } },
      orderBy: { [sort]: direction, id: 'asc' },
      skip: (page - 1) * size,
      take: size + 1, // one more: is there a next page?
    }),
    placeholderData: keepPreviousData,
  });
  const rows = error ? [] : data.slice(0, size);
  return { rows, hasNext: data.length > size, error, isFetching };
}

/** The units of all balances: they have no endpoint. */
const useUnits = ({ balances }: PageClient) =>
  useQuery({
    queryKey: [...queryKeys.resource(balances), 'units'],
    queryFn: async ({ signal }) => {
      const include = { id: true, unit: { name: true } } as const;
      const rows = await balances.all({ include }, { signal });
      return new Map(rows.map(({ unit }) => [unit.id, unit.name]));
    },
  });

export function BalancesTable({ client }: { client: PageClient }) {
  const [view, setView] = useState<View>({
    search: '',
    type: '',
    unit: '',
    archived: false,
    chosen: ['name', 'balance'],
    sort: 'name',
    direction: 'asc',
    page: 1,
  });
  const { rows, hasNext, error, isFetching } = usePage(client, view);
  const { data: units = new Map<string, string>() } = useUnits(client);

  const change = (changes: Partial<View>) =>
    setView({ ...view, page: 1, ...changes });
  function readForm(form: HTMLFormElement) {
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? '');
    change({
      search: text('search'),
      type: text('type'),
      unit: text('unit'),
      archived: values.has('archived'),
      chosen: columns.filter((name) => values.getAll('column').includes(name)),
    });
  }
  const sortBy = (sort: Column) =>
    change({
      sort,
      direction:
        sort === view.sort && view.direction === 'asc' ? 'desc' : 'asc',
    });

  return (
    <section>
      <form
        onChange={({ currentTarget }) => readForm(currentTarget)}
        onSubmit={(event) => event.preventDefault()}
      >
        <label>
          Search{' '}
          <input name="search" type="search" placeholder="case-sensitive" />
        </label>
        <label>
          Type{' '}
          <select name="type">
            <option value="">all</option>
            <option>main</option>
            <option>children</option>
            <option>custom</option>
          </select>
        </label>
        <label>
          Unit{' '}
          <select name="unit">
            <option value="">all</option>
            {[...units].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input type="checkbox" name="archived" /> Archived
        </label>
        <fieldset>
          <legend>Columns</legend>
          {columns.map((column) => (
            <label key={column}>
              <input
                type="checkbox"
                name="column"
                value={column}
                defaultChecked={view.chosen.includes(column)}
              />{' '}
              {titles[column]}
            </label>
          ))}
        </fieldset>
      </form>
      {error && <p role="alert">{error.message}</p>}
      {!error && !isFetching && rows.length === 0 && <p>No balances.</p>}
      <div className="table">
        <table aria-busy={isFetching}>
          <thead>
            <tr>
              {view.chosen.map((column) => (
                <th key={column} className={classOf(column)}>
                  <button type="button" onClick={() => sortBy(column)}>
                    {titles[column]}
                    {column === view.sort && arrows[view.direction]}
                  </button>
                </th>
              ))}
              <th>Unit</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {view.chosen.map((column) => (
                  <td key={column} className={classOf(column)}>
                    {row[column]}
                  </td>
                ))}
                <td>{row.unit.symbol}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer>
        <button
          type="button"
          disabled={view.page === 1}
          onClick={() => change({ page: view.page - 1 })}
        >
          Previous
        </button>
        <span>Page {view.page}</span>
        <button
          type="button"
          disabled={isFetching || !hasNext}
          onClick={() => change({ page: view.page + 1 })}
        >
          Next
        </button>
      </footer>
    </section>
  );
}
