import { blocks, table } from '../measure/markdown.mjs';
import { report } from '../measure/report.mjs';
import { median, quantile, ratioOf, short, showRatio } from '../measure/statistics.mjs';
import { versionOf } from '../measure/versions.mjs';
import { compareInProcess, compareLoopback, comparePlainInProcess } from './compare-clients.mjs';
import { compareHandlers } from './compare-handlers.mjs';
import { compareInProcessAndPort, compareMsw } from './compare-mock-transports.mjs';

const packages = {
  'postgrest-js': '@supabase/postgrest-js',
  'modern-treasury (Stainless)': 'modern-treasury',
  'ky, ready URL': 'ky',
  'ky, instance': 'ky',
};
const own = ['raw fetch', 'this client'];
const titleOf = (name) =>
  own.includes(name) ? name : `${name}, ${versionOf(packages[name] ?? name)}`;

const inProcess = await compareInProcess();
console.error('requests: in process');
const plain = await comparePlainInProcess();
const loopback = await compareLoopback();
console.error('requests: loopback');
const clients = (times, base) =>
  Object.keys(times).map((name) => [
    titleOf(name),
    showRatio(ratioOf(times[name], times[base])),
    showRatio(ratioOf(times[name], times['this client'])),
    `${Math.round(median(times[name].map((time, round) => time - times['raw fetch'][round])) * 1000)} µs`,
    short(1000 / median(times[name])),
    `${short(1000 / quantile(times[name], 0.75))}–${short(1000 / quantile(times[name], 0.25))}`,
  ]);
const head = (where) => [
  where,
  '÷ ky with a ready URL',
  '÷ this client',
  'added to raw fetch',
  'requests per second',
  'quartiles',
];

const handlers = await compareHandlers();
const ways = await compareInProcessAndPort();
const msw = { 2: compareMsw('2'), 3: compareMsw('3') };
const throughMsw = Object.entries(msw).flatMap(([version, found]) => {
  if (!found) return [[`MSW ${version}`, 'did not run: requires Node 22.12 or newer', '', '']];
  const title = `MSW ${versionOf(version === '3' ? 'msw-3' : 'msw')}, Node ${found.node.slice(1)}`;
  return [
    [`\`mock.fetch\`, Node ${found.node.slice(1)}`, found.times['mock.fetch']],
    [`${title}: \`setupServer\` and fetch`, found.times.msw],
  ].map(([name, times]) => wayRow(name, times, found.times));
});
function wayRow(name, times, all) {
  return [
    name,
    showRatio(ratioOf(times, all['by hand'])),
    showRatio(ratioOf(times, all['mock.fetch'])),
    short(1000 / median(times)),
  ];
}

report(
  'requests',
  blocks(
    'The same list on each client, in the syntax of its library: a filter, some fields and a relation; the response has 20 rows. Calls run one after another. "In process" means that a function returns the response, so the table shows the time of the client alone.',
    table(head('in process'), clients(inProcess, 'ky, ready URL')),
    table(head('in process, 20 whole rows'), clients(plain, 'ky, ready URL')),
    table(
      head('over the loopback interface, server in another thread'),
      clients(loopback, 'ky, ready URL'),
    ),
    'In addition to ky, this client checks the query against the schema, serializes it, applies one timeout to all attempts and the body, reads the body as strict UTF-8, and checks every row. openapi-fetch, postgrest-js and the Directus SDK are faster: they create no Request, or have no timeout and no retries by default.',
    'The proxy: a page lists 20 rows with a filter, two fields and a relation. The bare handler adds the key and passes the query on. The proxy also checks the query, adds the row policies, checks each row and copies what is visible. The service is on the loopback interface; over a real network, the difference is small.',
    table(
      ['20 rows through a backend', '÷ bare handler', 'requests per second'],
      [
        ['bare handler', '1.0×', short(1000 / median(handlers.bare))],
        [
          'proxy',
          showRatio(ratioOf(handlers.proxy, handlers.bare)),
          short(1000 / median(handlers.proxy)),
        ],
      ],
    ),
    'The mock: a list of 20 whole balances through `mock.fetch`, through MSW and over a port. They are compared with a hand-written handler, which creates a Request, serializes existing rows, and reads the text of a Response. MSW replaces `fetch`, so it runs in a separate process with its own `mock.fetch` for comparison.',
    table(
      ['20 rows from the mock', '÷ hand-written', '÷ `mock.fetch`', 'requests per second'],
      [
        ['hand-written handler', '1.0×', '', short(1000 / median(ways['by hand']))],
        wayRow('`mock.fetch`', ways['mock.fetch'], ways),
        wayRow('port, `serveMock` in the same process', ways.port, ways),
        wayRow('port, with the inspector and no page open', ways.inspector, ways),
        ...throughMsw,
      ],
    ),
  ),
  {
    overKy: ratioOf(inProcess['this client'], inProcess['ky, ready URL']),
    plainOverKy: ratioOf(plain['this client'], plain['ky, ready URL']),
    overRaw: ratioOf(inProcess['this client'], inProcess['raw fetch']),
    loopbackOverKy: ratioOf(loopback['this client'], loopback['ky, ready URL']),
    loopbackOverRaw: ratioOf(loopback['this client'], loopback['raw fetch']),
    proxyOverBare: ratioOf(handlers.proxy, handlers.bare),
    mockOverHand: ratioOf(ways['mock.fetch'], ways['by hand']),
    inspectorOverPort: ratioOf(ways.inspector, ways.port),
  },
);
process.exit(0);
