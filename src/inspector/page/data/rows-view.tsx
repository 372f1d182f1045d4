import type { InspectorState } from '../../protocol.js';
import { type Route, routeTo } from '../connection/route.js';
import { Empty } from '../parts/table.js';
import { formatCount } from '../text/format.js';
import { RowsPanel } from './rows-panel.js';

export function RowsView({ state, route }: { readonly state: InspectorState; readonly route: Route }) {
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
