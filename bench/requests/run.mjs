import { blocks, table } from '../measure/markdown.mjs';
import { report } from '../measure/part.mjs';
import { median, quantile, ratioOf, short, showRatio } from '../measure/statistics.mjs';
import { versionOf } from '../measure/versions.mjs';
import { compareInProcess, compareLoopback, comparePlainInProcess } from './compare-clients.mjs';
import { compareInProcessAndPort, compareMsw } from './compare-ways.mjs';

const packages = {
  'postgrest-js': '@supabase/postgrest-js',
  'modern-treasury (Stainless)': 'modern-treasury',
  'ky, ready URL': 'ky',
  'ky, instance': 'ky',
};
const own = ['raw fetch', 'this client'];
const titleOf = (name) => (own.includes(name) ? name : `${name}, ${versionOf(packages[name] ?? name)}`);

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
  'requests a second',
  'quartiles',
];

const ways = await compareInProcessAndPort();
const msw = { 2: compareMsw('2'), 3: compareMsw('3') };
const throughMsw = Object.entries(msw).flatMap(([version, found]) => {
  if (!found) return [[`MSW ${version}`, 'did not run: no Node of 22.12 or newer here', '', '']];
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
    'One list on each client, in its own notation: filtered, some fields and a relation, 20 rows in answer, read as JSON; one call after another. In process the answer comes from a function, so that what is left is the work of the client.',
    table(head('in process'), clients(inProcess, 'ky, ready URL')),
    table(head('in process, 20 whole rows'), clients(plain, 'ky, ready URL')),
    table(head('over the loopback, server on another thread'), clients(loopback, 'ky, ready URL')),
    "What this client does beside ky's work: it checks the query against the schema and writes it, holds a deadline over every attempt and the body, reads the body as strict UTF-8 within the attempt, and looks at every row. openapi-fetch, postgrest-js and the SDK of Directus make no Request of their own or have neither deadline nor retries by default; that is where they are faster.",
    'The mock: a list of 20 whole balances, by hand (a Request, the ready rows as JSON, a Response, its text), through `mock.fetch`, through MSW and over a port. MSW runs in a process of its own, since it takes over `fetch`; each is compared within its process.',
    table(
      ['20 rows from the mock', '÷ by hand', '÷ `mock.fetch`', 'requests a second'],
      [
        ['Request and Response by hand', '1.0×', '', short(1000 / median(ways['by hand']))],
        wayRow('`mock.fetch`', ways['mock.fetch'], ways),
        wayRow('port, `serveMock` in the same process', ways.port, ways),
        ...throughMsw,
      ],
    ),
  ),
  {
    overKy: ratioOf(inProcess['this client'], inProcess['ky, ready URL']),
    plainOverKy: ratioOf(plain['this client'], plain['ky, ready URL']),
    overRaw: ratioOf(inProcess['this client'], inProcess['raw fetch']),
    loopbackOverRaw: ratioOf(loopback['this client'], loopback['raw fetch']),
    mockOverHand: ratioOf(ways['mock.fetch'], ways['by hand']),
  },
);
process.exit(0);
