import { useState } from 'preact/hooks';
import type { FaultState } from '../../mock/server/inspector/protocol.js';
import { useSession } from '../connection/use-session.js';
import { useTask } from '../connection/use-task.js';
import { Empty } from '../parts/empty.js';
import { focusPanel } from '../parts/tabs.js';
import { formatCount } from '../text/format.js';
import { AddFaultDialog } from './add-fault-dialog.js';

/** The faults of the mock, and how many requests they matched. */
export function FaultsView() {
  const state = useSession((session) => session.state);
  const [isAdding, setAdding] = useState(false);
  if (!state) return <Empty>Loading the faults</Empty>;
  return (
    <section class="list-view" aria-labelledby="faults-title">
      <header class="view-header">
        <h2 id="faults-title">Faults</h2>
        <p class="soft">If several faults match a request, only the first active one applies.</p>
        <button type="button" class="primary" onClick={() => setAdding(true)}>
          Add fault
        </button>
      </header>
      {state.faults.length === 0 ? (
        <Empty>No faults. Add one to test how your program handles errors and slow responses.</Empty>
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
            Matched
          </th>
          <th scope="col" class="number-column">
            Applied
          </th>
          <th scope="col" class="number-column">
            Remaining
          </th>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {faults.map(({ id, description, matched, applied, remaining }) => (
          <tr key={id}>
            <th scope="row" class="code">
              {description}
            </th>
            <td data-label="Matched" class="number-column">
              {formatCount(matched)}
            </td>
            <td data-label="Applied" class="number-column">
              {formatCount(applied)}
            </td>
            <td data-label="Remaining" class="number-column">
              {remaining === null ? <span class="soft">no limit</span> : remainingText(remaining)}
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

const remainingText = (remaining: number) =>
  remaining === 0 ? <span class="badge">used up</span> : formatCount(remaining);
