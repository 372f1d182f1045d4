import { render } from 'preact';
import { ROOT_ID } from '../protocol.js';
import { useRoute } from './connection/route.js';
import { session } from './connection/session.js';
import { RowsView } from './data/rows-view.js';
import { FaultsView } from './faults/faults-view.js';
import { Header } from './header.js';
import { KeysView } from './keys/keys-view.js';
import { NoticeArea } from './parts/notices.js';
import { RequestsView } from './requests/requests-view.js';

function App() {
  const { view } = useRoute();
  return (
    <>
      <Header />
      <main class="column" tabIndex={-1}>
        {view === 'requests' && <RequestsView />}
        {view === 'data' && <RowsView />}
        {view === 'faults' && <FaultsView />}
        {view === 'keys' && <KeysView />}
      </main>
      <NoticeArea />
    </>
  );
}

const root = document.getElementById(ROOT_ID);
if (root) {
  session.start();
  render(<App />, root);
}
