import { routeTo, useRoute } from '../connection/route.js';
import { useSession } from '../connection/use-session.js';
import { Empty } from '../parts/empty.js';
import { formatCount } from '../text/format.js';
import { RowsPanel } from './rows-panel.js';

/** The resources of the mock, and the rows of one. */
export function ResourceView() {
  const state = useSession((session) => session.state);
  const route = useRoute();
  if (!state) return <Empty>Loading the resources</Empty>;
  const resource = state.resources.find(({ name }) => name === route.resource) ?? state.resources[0];
  if (!resource) return <Empty>The schema has no resources</Empty>;
  return (
    <section class="data-view" aria-label="Data">
      <nav class="resource-list" aria-label="Resources">
        <ul>
          {state.resources.map(({ name }) => (
            <li key={name}>
              <a
                href={routeTo('data', { resource: name })}
                aria-current={name === resource.name ? 'page' : undefined}
              >
                {name}
                <span class="count">{formatCount(state.counts[name] ?? 0)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <RowsPanel key={resource.name} resource={resource} resources={state.resources} route={route} />
    </section>
  );
}
