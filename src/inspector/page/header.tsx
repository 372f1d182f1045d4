import type { InspectorState } from '../protocol.js';
import { act } from './connection/api.js';
import { routeTo, type ViewName } from './connection/route.js';
import type { Connection } from './connection/session.js';
import { DialogButton } from './parts/dialog.js';
import { Facts } from './parts/facts.js';
import { notifyError } from './parts/notices.js';
import { formatClock, formatCount, formatTime } from './text/format.js';

interface HeaderProps {
  readonly state: InspectorState;
  readonly connection: Connection;
  readonly requestCount: number;
  readonly view: ViewName;
}

export function Header({ state, connection, requestCount, view }: HeaderProps) {
  const links: [name: ViewName, label: string, count: number][] = [
    ['requests', 'Requests', requestCount],
    ['data', 'Data', sum(state.counts)],
    ['faults', 'Faults', state.faults.length],
    ['keys', 'Keys', state.keys.length],
  ];
  return (
    <header>
      <div class="row pad">
        <h1>
          Mock inspector <span class="code soft">{state.url}</span>
        </h1>
        <p class={connection === 'Live' ? 'good' : 'error'} role="status">
          {connection}
        </p>
        <p class="soft" title="The clock of the mock">
          Clock <time>{formatClock(state.now)}</time>
        </p>
        <div class="row actions">
          <About state={state} />
          <MockActions snapshot={state.snapshot} />
        </div>
      </div>
      <nav class="row links pad" aria-label="Views">
        {links.map(([name, label, count]) => (
          <a key={name} href={routeTo(name)} aria-current={name === view ? 'page' : undefined}>
            {label} <span class="soft">{formatCount(count)}</span>
          </a>
        ))}
      </nav>
    </header>
  );
}

function About({ state }: { readonly state: InspectorState }) {
  const { url, now, needsKey, resources, counts } = state;
  const facts = [
    ['Base URL', url],
    ['Clock', formatClock(now)],
    ['API keys', needsKey ? 'required' : 'not required'],
    ['Schema', resources.map(({ name }) => name).join(', ')],
    ['Rows', formatCount(sum(counts))],
  ] as const;
  return (
    <>
      <button type="button" popovertarget="about">
        About
      </button>
      <section id="about" popover="auto" aria-label="About this mock">
        <Facts facts={facts} />
      </section>
    </>
  );
}

function MockActions({ snapshot }: { readonly snapshot: string | null }) {
  return (
    <>
      <button type="button" onClick={() => act('snapshot', {}, 'The snapshot was saved.').catch(notifyError)}>
        Snapshot
      </button>
      <DialogButton
        label="Restore"
        disabled={!snapshot}
        title={snapshot ? `Restore the snapshot of ${formatTime(snapshot)}?` : 'Take a snapshot first'}
        isDangerous
        onSubmit={() => act('restore', {}, 'The snapshot was restored.')}
      >
        <p>Changes to rows and API keys since then are lost.</p>
      </DialogButton>
      <DialogButton
        label="Reset"
        title="Reset the mock?"
        isDangerous
        onSubmit={() => act('reset', {}, 'The mock was reset.')}
      >
        <p>Restores the initial rows and API keys, and removes all faults and recorded requests.</p>
      </DialogButton>
    </>
  );
}

const sum = (counts: InspectorState['counts']): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
