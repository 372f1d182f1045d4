import { useEffect, useState } from 'preact/hooks';
import type { JsonObject } from '../../../schema/field.js';
import type { InspectorState, ResourceState, RowsPage, RowsQuery } from '../protocol.js';
import { call, session, useLoaded } from './connection.js';
import { filledFields, notify, notifyError } from './dialog.js';
import { formatCount } from './format.js';
import { type Route, routeTo } from './route.js';
import { RowDialog } from './row-dialog.js';
import { includeExample, whereExample } from './row-fields.js';
import { RowTable } from './row-table.js';
import { Empty, Hints, Pager } from './table.js';

export function RowsView({
  state,
  route,
}: {
  readonly state: InspectorState;
  readonly route: Route;
}) {
  const resource = state.resources.find(({ name }) => name === route.item) ?? state.resources[0];
  if (!resource) return <Empty>The schema has no resources</Empty>;
  return (
    <section class="column" aria-label="Data">
      <nav class="row links pad" aria-label="Resources">
        {state.resources.map(({ name }) => (
          <a
            key={name}
            href={routeTo('data', { item: name })}
            aria-current={name === resource.name ? 'page' : undefined}
          >
            {name} <span class="soft">{formatCount(state.counts[name] ?? 0)}</span>
          </a>
        ))}
      </nav>
      <RowsPanel key={resource.name} resource={resource} route={route} />
    </section>
  );
}

const take = 50; // rows on a page

interface RowsPanelProps {
  readonly resource: ResourceState;
  readonly route: Route;
}

function RowsPanel({ resource, route }: RowsPanelProps) {
  const { where, include, orderBy, skip } = route;
  const { name } = resource;
  const [open, setOpen] = useState<{ row?: JsonObject } | undefined>();
  const { page, problem } = useRows({ resource: name, where, include, orderBy, take, skip });
  const { rows, total } = page ?? { rows: [], total: 0 };
  const show = (change: Partial<Route>) =>
    location.replace(routeTo('data', { item: name, where, include, orderBy, ...change }));
  useEffect(() => {
    if (skip > 0 && total > 0 && rows.length === 0)
      show({ skip: Math.floor((total - 1) / take) * take }); // deleted
  });
  return (
    <div class="column">
      <QueryForm
        key={JSON.stringify([where, include])}
        resource={resource}
        route={route}
        problem={problem}
      />
      <div class="row pad">
        <Pager skip={skip} take={take} total={total} onSkip={(next) => show({ skip: next })} />
        <div class="row actions">
          <button type="button" onClick={() => setOpen({})}>
            Insert row
          </button>
          <button type="button" onClick={() => downloadRows().catch(notifyError)}>
            Download all
          </button>
        </div>
      </div>
      {rows.length === 0 ? (
        <Empty>
          {page ? (where === '' ? 'No rows' : 'No matching rows') : 'Loading the rows'}
          <Hints hints={page?.hints ?? []} />
        </Empty>
      ) : (
        <RowTable
          resource={resource}
          rows={rows}
          orderBy={orderBy}
          onOrder={(next) => show({ orderBy: next })}
          onEdit={(row) => setOpen({ row })}
        />
      )}
      {open && <RowDialog {...open} resource={resource} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/**
 * Saves all rows of the mock as the JSON that `--data` reads, with line breaks for developers who
 * edit it.
 */
async function downloadRows(): Promise<void> {
  const text = `${JSON.stringify(await call('download'), undefined, 2)}\n`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'mock-data.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it after the click
  notify('All rows were downloaded. Start the mock with --data mock-data.json to use them.');
}

function QueryForm({
  resource,
  route,
  problem,
}: RowsPanelProps & { readonly problem: string | undefined }) {
  const examples = { where: whereExample(resource), include: includeExample(resource) };
  return (
    <form
      class="row pad query-form"
      aria-label="Query"
      onSubmit={(event) => {
        event.preventDefault();
        const query = filledFields(new FormData(event.currentTarget));
        location.assign(routeTo('data', { item: resource.name, orderBy: route.orderBy, ...query }));
      }}
    >
      {(['where', 'include'] as const).map((name) => (
        <label key={name} class="row query-box">
          <span>{name}</span>
          <input
            class="code grow"
            name={name}
            defaultValue={route[name]}
            placeholder={examples[name]}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-invalid={problem?.startsWith(name) ?? false}
            aria-describedby="query-problem"
          />
        </label>
      ))}
      <button type="submit" class="primary">
        Apply
      </button>
      {(route.where || route.include) && (
        <a class="button" href={routeTo('data', { item: resource.name })}>
          Clear
        </a>
      )}
      <div role="alert" id="query-problem">
        {problem && <p class="problem">{problem}</p>}
      </div>
    </form>
  );
}

/**
 * Loads a page of rows, and again when the mock changed. If the query is rejected, the rows of
 * before stay, or all rows.
 */
function useRows(query: RowsQuery) {
  const revision = session.shown.state?.revision;
  const { result, problem } = useLoaded<RowsPage>('rows', query, revision);
  const isMissing = problem !== undefined && !result;
  const { resource, take, skip } = query;
  const all = useLoaded<RowsPage>(
    isMissing ? 'rows' : undefined,
    { resource, take, skip },
    revision,
  );
  return { page: result ?? all.result, problem };
}
