import { render } from 'preact';
import { ROOT_ID } from '../protocol.js';
import { parseRoute } from './connection/route.js';
import { session } from './connection/session.js';
import { RowsView } from './data/rows-view.js';
import { FaultsView } from './faults/faults-view.js';
import { Header } from './header.js';
import { KeysView } from './keys/keys-view.js';
import { NoticeArea } from './parts/notices.js';
import { Empty } from './parts/table.js';
import { RequestsView } from './requests/requests-view.js';

function App() {
  const { state, connection, requests } = session;
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

const root = document.getElementById(ROOT_ID);
if (root) {
  const show = () => render(<App />, root);
  addEventListener('hashchange', show);
  session.onChange = show;
  session.start();
  show();
}
