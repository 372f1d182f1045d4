import { useEffect, useState } from 'preact/hooks';
import type { JsonObject } from '../../../schema/field.js';
import type { InsertedRow, ResourceState } from '../../protocol.js';
import { call } from '../connection/api.js';
import { type Route, routeTo } from '../connection/route.js';
import { notify, notifyError } from '../parts/notices.js';
import { Pager } from '../parts/pager.js';
import { Empty } from '../parts/table.js';
import { QueryForm } from './query-form.js';
import { RowDialog } from './row-dialog.js';
import { RowTable } from './row-table.js';
import { useRows } from './use-rows.js';

interface RowsPanelProps {
  readonly resource: ResourceState;
  readonly route: Route;
}

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
        <div class="row actions">
          <button type="button" onClick={() => setOpen({})}>
            Insert row
          </button>
          <button type="button" onClick={downloadRows}>
            Download all
          </button>
        </div>
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

/** Saves all rows of the mock as the JSON that `--data` reads, with line breaks for developers who edit it. */
async function downloadRows(): Promise<void> {
  try {
    const text = `${JSON.stringify(await call('download'), undefined, 2)}\n`;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = 'mock-data.json';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it after the click
    notify('All rows were downloaded. Start the mock with --data mock-data.json to use them.');
  } catch (error) {
    notifyError(error);
  }
}
