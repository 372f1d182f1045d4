import { render } from 'preact';
import { ROOT_ID } from '../mock/server/inspector/protocol.js';
import { routeTo, useRoute, type ViewName } from './connection/route.js';
import { startSession, useSession } from './connection/use-session.js';
import { ResourceView } from './data/resource-view.js';
import { FaultsView } from './faults/faults-view.js';
import { Header } from './header.js';
import { KeysView } from './keys/keys-view.js';
import { NoticeArea } from './parts/notices.js';
import { type Tab, Tabs, tabId } from './parts/tabs.js';
import { RequestsView } from './requests/requests-view.js';

function App() {
  const { view } = useRoute();
  const { state, log } = useSession();
  const tabs: readonly Tab[] = [
    { name: 'requests', label: 'Requests', count: log.requests.length },
    { name: 'data', label: 'Data', count: state && sum(Object.values(state.counts)) },
    { name: 'faults', label: 'Faults', count: state?.faults.length },
    { name: 'keys', label: 'Keys', count: state?.keys.length },
  ];
  return (
    <NoticeArea>
      <Header>
        <Tabs tabs={tabs} selected={view} onSelect={(name) => location.assign(routeTo(name as ViewName))} />
      </Header>
      <main>
        <div id="view" class="view" role="tabpanel" aria-labelledby={tabId(view)}>
          {view === 'requests' && <RequestsView />}
          {view === 'data' && <ResourceView />}
          {view === 'faults' && <FaultsView />}
          {view === 'keys' && <KeysView />}
        </div>
      </main>
    </NoticeArea>
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const root = document.getElementById(ROOT_ID);
if (root) {
  startSession();
  render(<App />, root);
}
