import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { InspectorState } from '../state.js';
import { call, poll } from './connection.js';
import { FaultsView, KeysView } from './faults-and-keys.js';
import { RequestsView } from './requests-view.js';
import { RowsView } from './rows-view.js';

const views = ['requests', 'data', 'faults', 'keys'] as const;

/** The view and the resource of an address such as `#data/balances`. */
function useRoute() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = () => setHash(location.hash);
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const [wanted = '', resource] = hash.slice(1).split('/');
  return { view: views.find((name) => name === wanted) ?? 'requests', resource };
}

function App() {
  const { view, resource } = useRoute();
  const [state, setState] = useState<InspectorState>();
  const [connection, setConnection] = useState('Connecting');
  useEffect(
    () =>
      poll(
        () => call<InspectorState>('GET', 'inspector'),
        (next) => {
          setState(next);
          setConnection('Live');
        },
        ({ message }) => setConnection(message),
      ),
    [],
  );
  if (!state) return <p class="empty">{connection}</p>;
  const counts = {
    requests: state.requests.total,
    data: state.resources.reduce((sum, { rows }) => sum + rows, 0),
    faults: state.faults.length,
    keys: state.keys.length,
  };
  return (
    <>
      <header class="bar">
        <h1>
          Mock <span class="soft">{location.origin}</span>
        </h1>
        <p role="status" class={connection === 'Live' ? 'good' : 'problem'}>
          {connection}
        </p>
        <Actions />
      </header>
      <nav class="bar" aria-label="Views">
        {views.map((name) => (
          <a key={name} href={`#${name}`} aria-current={name === view ? 'page' : undefined}>
            {name[0]?.toUpperCase() + name.slice(1)} <span class="soft">{counts[name]}</span>
          </a>
        ))}
      </nav>
      <main>
        {view === 'requests' && <RequestsView {...state.requests} />}
        {view === 'data' && <RowsView resources={state.resources} name={resource} />}
        {view === 'faults' && <FaultsView faults={state.faults} />}
        {view === 'keys' && <KeysView keys={state.keys} />}
      </main>
    </>
  );
}

/** The name of the last snapshot, which outlives a reload of the page. */
const SNAPSHOT = 'snapshot';

function Actions() {
  const [snapshot, setSnapshot] = useState(sessionStorage.getItem(SNAPSHOT));
  const [result, setResult] = useState('');
  const act = (run: () => Promise<string>) => () =>
    run().then(setResult, ({ message }: Error) => setResult(message));
  const save = act(async () => {
    const { name } = await call<{ name: string }>('POST', 'snapshot');
    sessionStorage.setItem(SNAPSHOT, name);
    setSnapshot(name);
    return `Saved ${name}.`;
  });
  const restore = act(async () => {
    await call('POST', 'restore', { name: snapshot });
    return `Restored the rows and keys of ${snapshot}.`;
  });
  const reset = act(async () => {
    if (!confirm('Remove all changes, faults and recorded requests?')) return '';
    await call('POST', 'reset');
    return 'The mock was reset.';
  });
  return (
    <>
      <p role="status" class="message">
        {result}
      </p>
      <button type="button" onClick={save}>
        Snapshot
      </button>
      <button type="button" onClick={restore} disabled={!snapshot}>
        Restore
      </button>
      <button type="button" onClick={reset}>
        Reset
      </button>
    </>
  );
}

const element = document.getElementById('app');
if (element) render(<App />, element);
