import { render } from 'preact';
import { ROOT_ID } from '../mock/server/inspector/protocol.js';
import { useRoute } from './connection/route.js';
import { startSession } from './connection/use-session.js';
import { ResourceView } from './data/resource-view.js';
import { FaultsView } from './faults/faults-view.js';
import { Header } from './header.js';
import { KeysView } from './keys/keys-view.js';
import { NoticeArea } from './parts/notices.js';
import { PANEL_ID, tabId } from './parts/tabs.js';
import { RequestsView } from './requests/requests-view.js';

function App() {
  const { view } = useRoute();
  return (
    <NoticeArea>
      <Header />
      <main>
        <div id={PANEL_ID} class="view" role="tabpanel" tabIndex={-1} aria-labelledby={tabId(view)}>
          {view === 'requests' && <RequestsView />}
          {view === 'data' && <ResourceView />}
          {view === 'faults' && <FaultsView />}
          {view === 'keys' && <KeysView />}
        </div>
      </main>
    </NoticeArea>
  );
}

const root = document.getElementById(ROOT_ID);
if (root) {
  startSession();
  render(<App />, root);
}
