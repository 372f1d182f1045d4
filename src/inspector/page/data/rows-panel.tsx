import { useEffect, useState } from 'preact/hooks';
import type { JsonObject } from '../../../schema/field.js';
import type { ChangedRow, ResourceState } from '../../protocol.js';
import { type Route, routeTo } from '../connection/route.js';
import { Pager } from '../parts/pager.js';
import { Empty } from '../parts/table.js';
import type { Sort } from './columns.js';
import { DownloadButton } from './download-button.js';
import { QueryForm } from './query-form.js';
import { RowDialog } from './row-dialog.js';
import { RowTable } from './row-table.js';
import { useRows } from './use-rows.js';

interface RowsPanelProps {
  readonly resource: ResourceState;
  readonly resources: readonly ResourceState[];
  readonly route: Route;
}

/** The rows of a resource that match a query, one page of them. */
export function RowsPanel({ resource, resources, route }: RowsPanelProps) {
  const { where, include, relatedTo } = route;
  const { name } = resource;
  const query = JSON.stringify({ where, include, relatedTo });
  const [sort, setSort] = useState<Sort | undefined>();
  // Another query begins at its first row.
  const [place, setPlace] = useState({ query, skip: 0 });
  const [take, setTake] = useState(50);
  const [open, setOpen] = useState<{ row?: JsonObject; field?: string } | undefined>();
  const [newId, setNewId] = useState<string | undefined>();
  const skip = place.query === query ? place.skip : 0;
  const setSkip = (next: number) => setPlace({ query, skip: next });
  const { page, problem } = useRows({
    resource: name,
    where,
    include,
    ...(sort && { orderBy: `${sort.field}:${sort.direction}` }),
    ...(relatedTo && { relatedTo }),
    take,
    skip,
  });
  const { rows, total } = page ?? { rows: [], total: 0 };
  useEffect(() => {
    if (skip > 0 && total > 0 && rows.length === 0) setSkip(Math.floor((total - 1) / take) * take); // deleted
  });
  /** Without a query, new rows are at the end. */
  const showInserted = ({ row, position }: ChangedRow) => {
    setNewId(String(row.id));
    setSort(undefined);
    setPlace({ query: JSON.stringify({ where: '', include: '' }), skip: Math.floor(position / take) * take });
    location.assign(routeTo('data', { item: name }));
  };
  return (
    <div class="column">
      <QueryForm key={query} resource={resource} route={route} problem={problem} />
      <div class="row pad">
        {relatedTo && (
          <span class="row good">
            {relatedTo.relation} of {relatedTo.resource} <code>{relatedTo.id.slice(0, 8)}…</code>
            <a href={routeTo('data', { item: name, where, include })} aria-label={`Show all ${name}`}>
              ✕
            </a>
          </span>
        )}
        <Pager
          skip={skip}
          take={take}
          total={total}
          onSkip={setSkip}
          onTake={(count) => {
            setTake(count);
            setSkip(0);
          }}
        />
        <span class="grow" />
        <button type="button" onClick={() => setOpen({})}>
          Insert row
        </button>
        <DownloadButton />
      </div>
      {rows.length === 0 ? (
        <Empty>{page ? (where === '' ? 'No rows' : 'No matching rows') : 'Loading the rows'}</Empty>
      ) : (
        <RowTable
          resource={resource}
          resources={resources}
          rows={rows}
          newId={newId}
          sort={sort}
          onSort={(next) => {
            setSort(next);
            setSkip(0);
          }}
          onEdit={(row, field) => setOpen({ row, ...(field !== undefined && { field }) })}
        />
      )}
      {open && (
        <RowDialog
          {...open}
          resource={resource}
          resources={resources}
          onClose={() => setOpen(undefined)}
          onSaved={(saved) => {
            setOpen(undefined);
            if (!open.row) showInserted(saved);
          }}
        />
      )}
    </div>
  );
}
