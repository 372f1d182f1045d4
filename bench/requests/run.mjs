import { blocks, table } from '../measure/markdown.mjs';
import { versionOf } from '../measure/paths.mjs';
import { report } from '../measure/report.mjs';
import { ratioOf, showRatio, showTime } from '../measure/statistics.mjs';
import { compareInProcess, compareLoopback, comparePlainInProcess } from './compare-clients.mjs';
import { compareHandlers } from './compare-handlers.mjs';
import { compareInProcessAndPort, compareMsw } from './compare-mock-transports.mjs';
import { runConnect } from './connect.mjs';

const packages = {
  'postgrest-js': '@supabase/postgrest-js',
  'ky by hand': 'ky',
};
const own = ['raw fetch', 'this client'];
const titleOf = (name) =>
  own.includes(name) ? name : `${name}, ${versionOf(packages[name] ?? name)}`;

const inProcess = await compareInProcess();
console.error('requests: in process');
const plain = await comparePlainInProcess();
const loopback = await compareLoopback();
console.error('requests: loopback');
const toKy = (times, name) => ratioOf(times[name], times['ky by hand']);
const cells = (times, name) => [showTime(times[name]), showRatio(toKy(times, name))];
const handlers = await compareHandlers();
console.error('requests: proxy');
const ways = await compareInProcessAndPort();
const wayRow = (name, times, all) => [
  name,
  showTime(times),
  showRatio(ratioOf(times, all['by hand'])),
  showRatio(ratioOf(times, all['mock.fetch'])),
];
const msw = Object.fromEntries(['2', '3'].map((version) => [version, compareMsw(version)]));
const throughMsw = Object.entries(msw).map(([version, found]) => {
  if (!found) return [`MSW ${version}: requires Node 22.12 or newer`, '–', '–', '–'];
  const title = `MSW ${versionOf(version === '3' ? 'msw-3' : 'msw')}, Node ${found.node.slice(1)}`;
  return wayRow(`${title}: \`setupServer\` and fetch`, found.times.msw, found.times);
});
console.error('requests: mock');
const { requests, seconds } = await runConnect();

report(
  'requests',
  blocks(
    `The same list on each client, in the syntax of its library: a filter, some fields and a relation; the response has 20 rows. In process, a function returns the response. Over the loopback interface, the server is another process, whose time is not counted. With 20 whole rows in process, this client takes ${showRatio(toKy(plain, 'this client'))} ky by hand.`,
    table(
      ['client', 'in process', '÷ ky', 'loopback', '÷ ky'],
      Object.keys(inProcess).map((name) => [
        titleOf(name),
        ...cells(inProcess, name),
        ...cells(loopback, name),
      ]),
    ),
    'In addition to ky, this client checks the query and every row, and applies one timeout to all attempts. openapi-fetch, postgrest-js and the Directus SDK create no Request, or have no timeout and no retries by default.',
    `The proxy: a browser lists 20 rows with a filter, two fields and a relation, from a service on the loopback interface. A bare handler, which adds the key and passes the query on, takes ${showTime(handlers.bare)}; the proxy takes ${showTime(handlers.proxy)}, ${showRatio(ratioOf(handlers.proxy, handlers.bare))}. It also checks the query, adds the row policies, and copies what is visible.`,
    'The mock: 20 whole balances, compared with a hand-written handler, which creates a Request, serializes existing rows, and reads the text of a Response. On a port, the time includes client and server. MSW runs in a process of its own.',
    table(
      ['20 rows from the mock', 'time', '÷ hand-written', '÷ `mock.fetch`'],
      [
        wayRow('hand-written handler', ways['by hand'], ways),
        wayRow('`mock.fetch`', ways['mock.fetch'], ways),
        wayRow('port, `serveMock` in the same process', ways.port, ways),
        wayRow('port, with the inspector and no page open', ways.inspector, ways),
        ...throughMsw,
      ],
    ),
    `The command \`connect\`, against a mock with an envelope, page limits and the nulls of SQL, on a port: ${requests} requests in ${seconds.toFixed(1)} seconds.`,
  ),
  {
    overKy: toKy(inProcess, 'this client'),
    plainOverKy: toKy(plain, 'this client'),
    loopbackOverKy: toKy(loopback, 'this client'),
    peers: Object.fromEntries(
      ['openapi-fetch', 'postgrest-js', 'modern-treasury'].map((name) => [
        name,
        toKy(inProcess, name),
      ]),
    ),
    proxyOverBare: ratioOf(handlers.proxy, handlers.bare),
    mockOverHand: ratioOf(ways['mock.fetch'], ways['by hand']),
    mswOverMock: msw[2] && ratioOf(msw[2].times.msw, msw[2].times['mock.fetch']),
    connect: { requests, seconds },
  },
);
process.exit(0);
