// A hook and a table for the rows of any resource, with any include.
// Install first: npm install react @tanstack/react-query
import { useQuery } from '@tanstack/react-query';
import type {
  ListMethod,
  Lists,
  Selected,
  ValidInclude,
  Where,
} from 'payments-data-client';
import { listQueryOptions } from 'payments-data-client/tanstack-query';
import type { ReactNode } from 'react';

/** What a table shows: `resource={client.balances}`. */
interface Content<Name extends keyof Lists, Chosen> {
  readonly resource: ListMethod<Name>;
  readonly include: Chosen;
  readonly where: Where<Name>;
}

export function useRows<
  Name extends keyof Lists,
  const Chosen extends ValidInclude<Name, Chosen>,
>({ resource, include, where }: Content<Name, Chosen>) {
  return useQuery(listQueryOptions(resource, { include, where, take: 100 }));
}

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
}

interface TableProps<Name extends keyof Lists, Chosen>
  extends Content<Name, Chosen> {
  readonly rowKey: (row: Selected<Name, Chosen>) => string;
  readonly columns: readonly Column<Selected<Name, Chosen>>[];
}

export function ResourceTable<
  Name extends keyof Lists,
  const Chosen extends ValidInclude<Name, Chosen>,
>({ rowKey, columns, ...content }: TableProps<Name, Chosen>) {
  const { data = [], error } = useRows(content);
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ title }) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ title, cell }) => (
              <td key={title}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
