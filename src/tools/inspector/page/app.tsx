import { render } from 'preact';
import { type InspectorState, ROOT_ID } from '../protocol.js';
import { Code } from './code.js';
import { act, session } from './connection.js';
import { DialogButton, NoticeArea, notifyError } from './dialog.js';
import { FaultsView } from './faults-view.js';
import { KeysView } from './keys-view.js';
import { RequestsView } from './requests-view.js';
import { parseRoute, routeTo, type ViewName } from './route.js';
import { RowsView } from './rows-view.js';
import { Empty, Facts, formatClock, formatCount, formatTime } from './table.js';

function App() {
  const { state, connection, requests } = session.shown;
  const route = parseRoute(location.hash);
  if (!state) return <Empty>Connecting to the mock</Empty>;
  return (
    <>
      <Header state={state} connection={connection} requestCount={requests.length} view={route.view} />
      <main class="column" tabIndex={-1}>
        {route.view === 'requests' && <RequestsView state={state} requests={requests} openId={route.item} />}
        {route.view === 'data' && <RowsView state={state} route={route} />}
        {route.view === 'faults' && <FaultsView state={state} />}
        {route.view === 'keys' && <KeysView state={state} />}
      </main>
      <NoticeArea />
    </>
  );
}

interface HeaderProps {
  readonly state: InspectorState;
  readonly connection: string;
  readonly requestCount: number;
  readonly view: ViewName;
}

function Header({ state, connection, requestCount, view }: HeaderProps) {
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
        <p class="soft">Dialect {dialectText(state)}</p>
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

const dialectText = ({ dialect: { length } }: InspectorState): string =>
  length === 0 ? 'default' : `${length} ${length === 1 ? 'setting' : 'settings'}`;

function About({ state }: { readonly state: InspectorState }) {
  const { url, now, needsKey, dialect, resources, counts } = state;
  const facts = [
    ['Base URL', url],
    ['Clock', formatClock(now)],
    ['API keys', needsKey ? 'required' : 'not required'],
    ['Schema', resources.map(({ name }) => name).join(', ')],
    ['Rows', formatCount(sum(counts))],
    ['Dialect', dialectText(state)],
    ...dialect.map(({ name, value }) => [name, <Code key={name} text={value} />] as const),
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

const root = document.getElementById(ROOT_ID);
if (root) {
  const show = () => render(<App />, root);
  addEventListener('hashchange', show);
  session.onChange = show;
  session.start();
  show();
}
