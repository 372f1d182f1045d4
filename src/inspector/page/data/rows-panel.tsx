import { useEffect, useState } from 'preact/hooks';
import type { ResourceState } from '../../mock/server/inspector/protocol.js';
import { type Route, routeTo } from '../connection/route.js';
import { Empty } from '../parts/empty.js';
import { DownloadButton } from './download-button.js';
import { InsertRowDialog } from './insert-row-dialog.js';
import { Pager } from './pager.js';
import { QueryForm } from './query-form.js';
import { RowTable } from './row-table.js';
import type { Sort } from './table-columns.js';
import { useRows } from './use-rows.js';

interface RowsPanelProps {
  readonly resource: ResourceState;
  readonly resources: readonly ResourceState[];
  readonly route: Route;
}

/** The rows of a resource that match a query, one page of them. */
export function RowsPanel({ resource, resources, route }: RowsPanelProps) {
  const { where, include, relatedTo } = route;
  const [sort, setSort] = useState<Sort | undefined>();
  const [skip, setSkip] = useState(0);
  const [take, setTake] = useState(50);
  const [isInserting, setInserting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query begins at its first row
  useEffect(() => setSkip(0), [where, include, relatedTo?.id]);
  const { rows, total, problem, isLoading, load } = useRows({
    resource: resource.name,
    where,
    include,
    ...(sort && { orderBy: `${sort.field}:${sort.direction}` }),
    ...(relatedTo && { relatedTo }),
    take,
    skip,
  });
  return (
    <div class="rows-panel">
      <QueryForm key={`${where}\n${include}`} resource={resource} route={route} problem={problem} />
      <div class="toolbar">
        {relatedTo && (
          <span class="chip">
            {relatedTo.relation} of {relatedTo.resource} <code>{relatedTo.id.slice(0, 8)}…</code>
            <a
              href={routeTo('data', { resource: resource.name, where, include })}
              aria-label={`Show all ${resource.name}`}
            >
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
        <button type="button" onClick={() => setInserting(true)}>
          Insert row
        </button>
        <DownloadButton />
      </div>
      {rows.length === 0 ? (
        <Empty>{emptyText(isLoading, problem !== undefined, where !== '')}</Empty>
      ) : (
        <RowTable
          resource={resource}
          resources={resources}
          rows={rows}
          skip={skip}
          total={total}
          sort={sort}
          onSort={(next) => {
            setSort(next);
            setSkip(0);
          }}
          onChanged={load}
        />
      )}
      {isInserting && (
        <InsertRowDialog
          resource={resource}
          onClose={() => setInserting(false)}
          onInserted={() => {
            setInserting(false);
            load();
          }}
        />
      )}
    </div>
  );
}

function emptyText(isLoading: boolean, isInvalid: boolean, isFiltered: boolean): string {
  if (isLoading) return 'Loading the rows';
  if (isInvalid) return 'The query is invalid';
  return isFiltered ? 'No matching rows' : 'No rows';
}
