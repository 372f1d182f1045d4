import { useEffect, useState } from 'preact/hooks';
import type { InspectorState, ShownRows } from '../state.js';
import { CodeText } from './code.js';
import { call, poll } from './connection.js';
import { Table } from './table.js';

interface RowsViewProps extends Pick<InspectorState, 'resources'> {
  readonly name: string | undefined;
}

export function RowsView({ resources, name = resources[0]?.name ?? '' }: RowsViewProps) {
  return (
    <>
      <nav class="bar" aria-label="Resources">
        {resources.map(({ name: resource, rows }) => (
          <a
            key={resource}
            href={`#data/${resource}`}
            aria-current={resource === name ? 'page' : undefined}
          >
            {resource} <span class="soft">{rows}</span>
          </a>
        ))}
      </nav>
      <Rows key={name} resource={name} />
    </>
  );
}

const PAGE = 50;

function Rows({ resource }: { readonly resource: string }) {
  const [skip, setSkip] = useState(0);
  const [page, setPage] = useState<ShownRows>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const query = new URLSearchParams({ resource, skip: String(skip) });
    return poll(
      () => call<ShownRows>('GET', `inspector-rows?${query}`),
      (rows) => {
        setPage(rows);
        setProblem('');
      },
      ({ message }) => setProblem(message),
    );
  }, [resource, skip]);
  if (!page) return <p class="empty">{problem}</p>;
  const { columns, rows, long, total } = page;
  return (
    <>
      {problem && <p class="bar problem">{problem}</p>}
      <Table
        label={`Rows of ${resource}`}
        columns={columns}
        empty={`${resource} has no rows.`}
        rows={rows.map((row) => ({
          id: String(row.id),
          cells: columns.map((column) => (
            <Cell key={column} value={row[column]} query={long[`${row.id} ${column}`]} />
          )),
        }))}
      />
      {total > PAGE && (
        <p class="bar">
          <button type="button" disabled={skip === 0} onClick={() => setSkip(skip - PAGE)}>
            Previous
          </button>
          <span role="status">
            {skip + 1} to {Math.min(skip + PAGE, total)} of {total}
          </span>
          <button
            type="button"
            disabled={skip + PAGE >= total}
            onClick={() => setSkip(skip + PAGE)}
          >
            Next
          </button>
        </p>
      )}
    </>
  );
}

interface CellProps {
  readonly value: unknown;
  /** Finds the whole text of a long value, which the value is the start of. */
  readonly query: string | undefined;
}

/** Text is shown without quotes; null and JSON as code. */
function Cell({ value, query }: CellProps) {
  if (value === undefined) return null;
  if (query !== undefined) return <LongCell start={String(value)} query={query} />;
  return typeof value === 'string' ? (
    <span class="cell">{value}</span>
  ) : (
    <CodeText text={JSON.stringify(value)} />
  );
}

/** Opens on a click, as plain text: a large value in colors would have too many elements. */
function LongCell({ start, query }: { readonly start: string; readonly query: string }) {
  const [value, setValue] = useState<{ text: string; length: number }>();
  const open = () =>
    call<{ text: string; length: number }>('GET', `inspector-value?${query}`).then(
      setValue,
      ({ message }: Error) => setValue({ text: message, length: message.length }),
    );
  if (!value)
    return (
      <button type="button" class="cell long" title="Show all" onClick={open}>
        {start}…
      </button>
    );
  return (
    <>
      <button type="button" onClick={() => setValue(undefined)}>
        Show less
      </button>{' '}
      <span class="soft">
        {value.text.length} of {value.length} characters
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <pre class="whole" tabIndex={0}>
        {value.text}
        {value.length > value.text.length && '…'}
      </pre>
    </>
  );
}
