import type { InspectorState } from '../protocol.js';
import { act } from './connection/api.js';
import { routeTo, useRoute, type ViewName } from './connection/route.js';
import { type Connection, useSession } from './connection/session.js';
import { ConfirmButton } from './parts/dialog.js';
import { notifyError } from './parts/notices.js';
import { formatClock, formatCount, formatTime } from './text/format.js';

const connectionTexts: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
};

/** The URL and the clock of the mock, the buttons for the whole mock, and the links to the views. */
export function Header() {
  const connection = useSession((session) => session.connection);
  const state = useSession((session) => session.state);
  return (
    <header>
      <div class="row pad">
        <h1>
          Mock inspector <span class="code soft">{state?.url ?? location.origin}</span>
        </h1>
        <p class={connection === 'live' ? 'good' : 'error'} role="status">
          {connectionTexts[connection]}
        </p>
        {state && (
          <p class="soft" title="The clock of the mock">
            Clock <time>{formatClock(state.now)}</time>
          </p>
        )}
        <span class="grow" />
        {state && <About state={state} />}
        <MockActions snapshot={state?.snapshot} />
      </div>
      <Views state={state} />
    </header>
  );
}

/** What is fixed while the mock runs, and how large it is. */
const aboutMock = ({
  url,
  now,
  isOpen,
  resources,
  counts,
}: InspectorState): [name: string, value: string][] => [
  ['Base URL', url],
  ['Clock', formatClock(now)],
  ['API keys', isOpen ? 'not required' : 'required'],
  ['Schema', resources.map(({ name }) => name).join(', ')],
  ['Rows', formatCount(sum(Object.values(counts)))],
];

function About({ state }: { readonly state: InspectorState }) {
  return (
    <>
      <button type="button" popovertarget="about">
        About
      </button>
      <section id="about" popover="auto" aria-label="About this mock">
        <dl class="facts">
          {aboutMock(state).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function MockActions({ snapshot }: { readonly snapshot: string | null | undefined }) {
  return (
    <div class="row">
      <button type="button" onClick={() => act('snapshot', {}, 'The snapshot was saved.').catch(notifyError)}>
        Snapshot
      </button>
      <ConfirmButton
        label="Restore"
        disabled={!snapshot}
        title={snapshot ? `Restore the snapshot of ${formatTime(snapshot)}?` : 'Take a snapshot first'}
        text="Changes to rows and API keys since then are lost."
        onConfirm={() => act('restore', {}, 'The snapshot was restored.')}
      />
      <ConfirmButton
        label="Reset"
        title="Reset the mock?"
        text="Restores the initial rows and API keys, and removes all faults and recorded requests."
        onConfirm={() => act('reset', {}, 'The mock was reset.')}
      />
    </div>
  );
}

function Views({ state }: { readonly state: InspectorState | undefined }) {
  const { view } = useRoute();
  const requests = useSession((session) => session.requests.length);
  const links: [view: ViewName, label: string, count: number | undefined][] = [
    ['requests', 'Requests', requests],
    ['data', 'Data', state && sum(Object.values(state.counts))],
    ['faults', 'Faults', state?.faults.length],
    ['keys', 'Keys', state?.keys.length],
  ];
  return (
    <nav class="row links pad" aria-label="Views">
      {links.map(([name, label, count]) => (
        <a key={name} href={routeTo(name)} aria-current={name === view ? 'page' : undefined}>
          {label} {count !== undefined && <span class="soft">{formatCount(count)}</span>}
        </a>
      ))}
    </nav>
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
