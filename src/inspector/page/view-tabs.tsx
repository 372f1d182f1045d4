import { routeTo, useRoute, type ViewName } from './connection/route.js';
import { useSession } from './connection/use-session.js';
import { type Tab, Tabs } from './parts/tabs.js';

/** The tabs of the views, with the number of requests, rows, faults and keys. */
export function ViewTabs() {
  const { view } = useRoute();
  const state = useSession((session) => session.state);
  const requests = useSession(({ log }) => log.requests.length);
  const tabs: readonly Tab[] = [
    { name: 'requests', label: 'Requests', count: requests },
    { name: 'data', label: 'Data', count: state && sum(Object.values(state.counts)) },
    { name: 'faults', label: 'Faults', count: state?.faults.length },
    { name: 'keys', label: 'Keys', count: state?.keys.length },
  ];
  return (
    <Tabs tabs={tabs} selected={view} onSelect={(name) => location.assign(routeTo(name as ViewName))} /> // a tab of the list
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
