import { useState } from 'preact/hooks';
import type { Connection } from './connection/session.js';
import { useSession } from './connection/use-session.js';
import { useTask } from './connection/use-task.js';
import { ConfirmDialog } from './parts/dialog.js';
import { formatTime } from './text/format.js';
import { ViewTabs } from './view-tabs.js';

const connectionTexts: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
};

/** The URL of the mock, the buttons for the whole mock, and the tabs. */
export function Header() {
  const connection = useSession((session) => session.connection);
  const url = useSession(({ state }) => state?.url);
  return (
    <header>
      <div class="page-header">
        <h1>
          Mock inspector <span class="address">{url ?? location.origin}</span>
        </h1>
        <p class={`connection ${connection}`} role="status">
          {connectionTexts[connection]}
        </p>
        <MockActions />
      </div>
      <ViewTabs />
    </header>
  );
}

function MockActions() {
  const at = useSession(({ state }) => state?.snapshot?.at);
  const task = useTask();
  const [asked, setAsked] = useState<'reset' | 'restore' | undefined>();
  const snapshotText = at ? `the snapshot of ${formatTime(at)}` : 'a snapshot';
  return (
    <div class="mock-actions">
      <button
        type="button"
        disabled={task.isBusy}
        onClick={() => task.run('snapshot', {}, 'The snapshot was saved.')}
      >
        Snapshot
      </button>
      <button
        type="button"
        disabled={!at || task.isBusy}
        title={at ? `Restore ${snapshotText}` : 'Take a snapshot first'}
        onClick={() => setAsked('restore')}
      >
        Restore
      </button>
      <button type="button" disabled={task.isBusy} onClick={() => setAsked('reset')}>
        Reset
      </button>
      {asked === 'reset' && (
        <ConfirmDialog
          title="Reset the mock?"
          text="Restores the initial rows and API keys, and removes all faults and recorded requests."
          action="Reset"
          onClose={() => setAsked(undefined)}
          onConfirm={() => task.run('reset', {}, 'The mock was reset.')}
        />
      )}
      {asked === 'restore' && (
        <ConfirmDialog
          title={`Restore ${snapshotText}?`}
          text="Changes to rows and API keys since then are lost."
          action="Restore"
          onClose={() => setAsked(undefined)}
          onConfirm={() => task.run('restore', {}, 'The snapshot was restored.')}
        />
      )}
    </div>
  );
}
