import { useEffect, useState } from 'preact/hooks';
import type { JsonObject } from '../../../schema/field.js';
import type { InsertedRow, ResourceState } from '../../protocol.js';
import { type Route, routeTo } from '../connection/route.js';
import { Pager } from '../parts/pager.js';
import { Empty } from '../parts/table.js';
import { downloadRows } from './download-rows.js';
import { QueryForm } from './query-form.js';
import { RowDialog } from './row-dialog.js';
import { RowTable } from './row-table.js';
import { useRows } from './use-rows.js';

interface RowsPanelProps {
  readonly resource: ResourceState;
  readonly route: Route;
}

/** The rows of a resource that match a query, one page of them. */
export function RowsPanel({ resource, route }: RowsPanelProps) {
  const { where, include, orderBy, skip } = route;
  const { name } = resource;
  const [take, setTake] = useState(50);
  const [open, setOpen] = useState<{ row?: JsonObject; field?: string | undefined } | undefined>();
  const [newId, setNewId] = useState<string | undefined>();
  const { page, problem } = useRows({ resource: name, where, include, orderBy, take, skip });
  const { rows, total } = page ?? { rows: [], total: 0 };
  const show = (change: Partial<Route>) =>
    location.replace(routeTo('data', { item: name, where, include, orderBy, ...change }));
  useEffect(() => {
    if (skip > 0 && total > 0 && rows.length === 0) show({ skip: Math.floor((total - 1) / take) * take }); // deleted
  });
  /** Without a query, new rows are at the end. */
  const showInserted = ({ id, position }: InsertedRow) => {
    setNewId(id);
    location.assign(routeTo('data', { item: name, skip: Math.floor(position / take) * take }));
  };
  return (
    <div class="column">
      <QueryForm key={JSON.stringify([where, include])} resource={resource} route={route} problem={problem} />
      <div class="row pad">
        <Pager
          skip={skip}
          take={take}
          total={total}
          onSkip={(next) => show({ skip: next })}
          onTake={(count) => {
            setTake(count);
            show({});
          }}
        />
        <span class="grow" />
        <button type="button" onClick={() => setOpen({})}>
          Insert row
        </button>
        <button type="button" onClick={downloadRows}>
          Download all
        </button>
      </div>
      {rows.length === 0 ? (
        <Empty>{page ? (where === '' ? 'No rows' : 'No matching rows') : 'Loading the rows'}</Empty>
      ) : (
        <RowTable
          resource={resource}
          rows={rows}
          newId={newId}
          orderBy={orderBy}
          onOrder={(next) => show({ orderBy: next })}
          onEdit={(row, field) => setOpen({ row, field })}
        />
      )}
      {open && (
        <RowDialog
          {...open}
          resource={resource}
          onClose={() => setOpen(undefined)}
          onInserted={showInserted}
        />
      )}
    </div>
  );
}
