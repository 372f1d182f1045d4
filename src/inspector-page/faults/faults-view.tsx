import { useState } from 'preact/hooks';
import type { FaultState } from '../../mock/server/inspector/protocol.js';
import { useSession } from '../connection/use-session.js';
import { useTask } from '../connection/use-task.js';
import { Empty } from '../parts/empty.js';
import { focusPanel } from '../parts/tabs.js';
import { formatCount } from '../text/format.js';
import { AddFaultDialog } from './add-fault-dialog.js';

/** The faults that are set, and how often they were met. */
export function FaultsView() {
  const state = useSession((session) => session.state);
  const [isAdding, setAdding] = useState(false);
  if (!state) return <Empty>Loading the faults</Empty>;
  return (
    <section class="list-view" aria-labelledby="faults-title">
      <header class="view-header">
        <h2 id="faults-title">Faults</h2>
        <p class="soft">If several match a request, the first one that is due applies.</p>
        <button type="button" class="primary" onClick={() => setAdding(true)}>
          Add fault
        </button>
      </header>
      {state.faults.length === 0 ? (
        <Empty>
          No faults are set. Add one to see how your program copes with errors and slow responses.
        </Empty>
      ) : (
        <FaultTable faults={state.faults} />
      )}
      {isAdding && <AddFaultDialog paths={state.paths} onClose={() => setAdding(false)} />}
    </section>
  );
}

function FaultTable({ faults }: { readonly faults: readonly FaultState[] }) {
  const task = useTask();
  return (
    <table class="stacked-table">
      <thead>
        <tr>
          <th scope="col">Fault</th>
          <th scope="col" class="number-column">
            Met
          </th>
          <th scope="col" class="number-column">
            Applied
          </th>
          <th scope="col" class="number-column">
            Left
          </th>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {faults.map(({ id, description, met, failed, remaining }) => (
          <tr key={id}>
            <th scope="row" class="code">
              {description}
            </th>
            <td data-label="Met" class="number-column">
              {formatCount(met)}
            </td>
            <td data-label="Applied" class="number-column">
              {formatCount(failed)}
            </td>
            <td data-label="Left" class="number-column">
              {remaining === null ? <span class="soft">no limit</span> : leftText(remaining)}
            </td>
            <td class="row-actions">
              <button
                type="button"
                aria-label={`Remove ${description}`}
                disabled={task.isBusy}
                onClick={async () => {
                  if (await task.run('faults/remove', { id }, 'The fault was removed.')) focusPanel();
                }}
              >
                Remove
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const leftText = (remaining: number) =>
  remaining === 0 ? <span class="badge">used up</span> : formatCount(remaining);
