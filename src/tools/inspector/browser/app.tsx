import { render } from 'preact';
import { type InspectorState, ROOT_ID } from '../protocol.js';
import { Code } from './code.js';
import { act, session } from './connection.js';
import { DialogButton, NoticeArea, notifyError } from './dialog.js';
import { FaultsView } from './faults-view.js';
import { formatClock, formatCount, formatTime } from './format.js';
import { KeysView } from './keys-view.js';
import { RequestsView } from './requests-view.js';
import { parseRoute, routeTo, type ViewName } from './route.js';
import { RowsView } from './rows-view.js';
import { Empty, Facts } from './table.js';

function App() {
  const { state, requests } = session.shown;
  const route = parseRoute(location.hash);
  if (!state) return <Empty>Connecting to the mock</Empty>;
  return (
    <>
      <Header state={state} view={route.view} />
      <main class="column" tabIndex={-1}>
        {route.view === 'requests' && (
          <RequestsView url={state.url} requests={requests} openId={route.item} />
        )}
        {route.view === 'data' && <RowsView state={state} route={route} />}
        {route.view === 'faults' && <FaultsView state={state} />}
        {route.view === 'keys' && <KeysView state={state} />}
      </main>
      <NoticeArea />
    </>
  );
}

function Header({ state, view }: { readonly state: InspectorState; readonly view: ViewName }) {
  const { connection, requests } = session.shown;
  const rows = Object.values(state.counts).reduce((sum, count) => sum + count, 0);
  const links: [name: ViewName, label: string, count: number][] = [
    ['requests', 'Requests', requests.length],
    ['data', 'Data', rows],
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
        <DialectSettings dialect={state.dialect} />
        <div class="row actions">
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

function DialectSettings({ dialect }: Pick<InspectorState, 'dialect'>) {
  if (dialect.length === 0) return <p class="soft">Dialect default</p>;
  return (
    <>
      <button type="button" popovertarget="dialect">
        Dialect {dialect.length} {dialect.length === 1 ? 'setting' : 'settings'}
      </button>
      <section id="dialect" popover="auto" aria-label="Dialect">
        <Facts facts={dialect.map(({ name, value }) => [name, <Code key={name} text={value} />])} />
      </section>
    </>
  );
}

function MockActions({ snapshot }: { readonly snapshot: string | null }) {
  return (
    <>
      <button
        type="button"
        onClick={() => act('snapshot', {}, 'The snapshot was saved.').catch(notifyError)}
      >
        Snapshot
      </button>
      <DialogButton
        label="Restore"
        disabled={!snapshot}
        title={
          snapshot ? `Restore the snapshot of ${formatTime(snapshot)}?` : 'Take a snapshot first'
        }
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

const root = document.getElementById(ROOT_ID);
if (root) {
  const show = () => render(<App />, root);
  addEventListener('hashchange', show);
  session.onChange = show;
  session.start();
  show();
}
