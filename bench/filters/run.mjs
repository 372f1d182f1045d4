import { blocks, table } from '../measure/markdown.mjs';
import { quick, report } from '../measure/part.mjs';
import { median, ratioOf, short, showRatio, showTime } from '../measure/statistics.mjs';
import { versionOf } from '../measure/versions.mjs';
import { compareEngines, engineNames } from './compare-engines.mjs';
import { compareCreation, compareFetch, growInclude } from './through-fetch.mjs';

const packages = { LokiJS: 'lokijs', PGlite: '@electric-sql/pglite' };
const titleOf = (engine) =>
  ({ loop: 'hand-written loop', predicate: 'one loop, predicates' })[engine] ??
  (engine === 'this mock' ? engine : `${engine} ${versionOf(packages[engine] ?? engine)}`);

const count = quick ? 5_000 : 100_000;
const times = await compareEngines(count, engineNames, { rounds: 15, milliseconds: 30, budget: 4_000 });
const filters = Object.keys(times);
const rows = ['loop', 'predicate', ...engineNames];

const toLoop = table(
  ['times as long as the hand-written loop', ...filters],
  rows.map((engine) => [
    titleOf(engine),
    ...filters.map((name) =>
      engine === 'loop'
        ? showTime(median(times[name].loop))
        : showRatio(ratioOf(times[name][engine], times[name].loop)),
    ),
  ]),
);
const toMock = table(
  ['times as long as this mock', ...filters],
  rows
    .filter((engine) => engine !== 'this mock')
    .map((engine) => [
      titleOf(engine),
      ...filters.map((name) => showRatio(ratioOf(times[name][engine], times[name]['this mock']))),
    ]),
);

const fetched = await compareFetch(count);
const throughFetch = table(
  ['`mock.fetch`, times as long as by hand', ...filters],
  [
    ['Request, loop, JSON, Response by hand', ...filters.map((name) => showTime(median(fetched[name].hand)))],
    ['`mock.fetch`', ...filters.map((name) => showRatio(ratioOf(fetched[name].mock, fetched[name].hand)))],
  ],
);

const grown = [];
const growing = ['this mock', 'sift', 'mingo'];
const slow = new Set();
const isTooSlow = (engine, name) => slow.has(`${engine} ${name}`);
for (const size of quick ? [1_000, 5_000] : [1_000, 10_000, 100_000, 1_000_000]) {
  const at = await compareEngines(size, growing, {
    rounds: 9,
    milliseconds: 20,
    budget: 3_000,
    isTooSlow,
  });
  for (const name of filters) {
    for (const engine of growing)
      if (at[name][engine] && median(at[name][engine]) > 200) slow.add(`${engine} ${name}`); // seconds for ten times as many
    grown.push([
      name,
      size.toLocaleString('en-US'),
      showTime(median(at[name].loop)),
      showTime(median(at[name]['this mock'])),
      ...growing.map((engine) =>
        at[name][engine] ? showRatio(ratioOf(at[name][engine], at[name].loop)) : 'too slow',
      ),
    ]);
  }
}
grown.sort((left, right) => filters.indexOf(left[0]) - filters.indexOf(right[0]));
const growth = table(
  ['filter', 'rows', 'loop', 'this mock', 'this mock ÷ loop', 'sift ÷ loop', 'mingo ÷ loop'],
  grown,
);

const made = await compareCreation(count);
const creation = table(
  [`making the mock of ${count.toLocaleString('en-US')} balances`, 'times as long'],
  [
    ['`createMock({ data })`', showTime(median(made.mock))],
    ['÷ rows as literals, dates and amounts made', showRatio(ratioOf(made.mock, made.literal))],
    ['÷ rows with random values and ids', showRatio(ratioOf(made.mock, made.make))],
    ['÷ `JSON.parse` of the rows', showRatio(ratioOf(made.mock, made.parse))],
    ['÷ `{ ...row }` of each', showRatio(ratioOf(made.mock, made.spread))],
  ],
);
const included = await growInclude(quick ? [1_000, 5_000] : [25_000, 50_000, 100_000, 200_000]);
const inclusion = table(
  ['`include: { balances: true }` over all accounts', 'time', 'a balance'],
  included.map(({ count: size, times: taken }) => [
    `${(size / 5).toLocaleString('en-US')} accounts, ${size.toLocaleString('en-US')} balances`,
    showTime(median(taken)),
    `${short((median(taken) * 1e6) / size)} ns`,
  ]),
);

report(
  'filters',
  blocks(
    `The same six filters over the same ${count.toLocaleString('en-US')} balances of ${(count / 5).toLocaleString('en-US')} accounts, in one process, every engine giving the same rows. What is timed begins with the filter as its user writes it and ends with the rows: checking, compiling and scanning. Medians; quartiles in brackets; the first row is the time of the loop.`,
    toLoop,
    `The loop knows its filter when it is written, compares decimals as floats, and has its \`Set\` and its balances by account ready. Below 1× the mock has the advantage of columns and maps that it keeps: decimals and instants as numbers (a decimal that rounds to the same float is compared by its text, so that the result stays exact), rows by id, and a semi-join in place of a walk through each account's balances. Above 1× it pays for a filter that is only known at run time: a call for each row and condition.`,
    toMock,
    `Not every task is as hard: sift, mingo, LokiJS, alasql and @msw/data compare decimals as floats, for LokiJS, alasql and mingo's relation in a column made for it; all but alasql and PGlite have the balances embedded in their accounts in place of a relation; a condition of @msw/data is a function, which can't be sent. PGlite has indexes on all that is asked, and loses where many rows come back.`,
    throughFetch,
    `Whole requests in process: both answer with the ids of what matches.`,
    growth,
    'From little to much: at 1,000 rows what is done once a query (the check, the compiling, a thousand look-ups) weighs more than the rows; from 100,000 on the mock gains on the loop, whose rows no longer fit the caches, by reading one column.',
    creation,
    'Each row is checked, given its missing fields and its links, and indexed by id.',
    inclusion,
    'Linear, but for what the garbage collector does with answers of tens of megabytes.',
  ),
  {
    equality: ratioOf(times.equality['this mock'], times.equality.loop),
    nested: ratioOf(times['nested OR']['this mock'], times['nested OR'].loop),
    toLoop: Object.fromEntries(
      filters.map((name) => [name, ratioOf(times[name]['this mock'], times[name].loop).ratio]),
    ),
    fromSift: Object.fromEntries(
      filters.map((name) => [name, ratioOf(times[name].sift, times[name]['this mock']).ratio]),
    ),
    fromMingo: Object.fromEntries(
      filters.map((name) => [name, ratioOf(times[name].mingo, times[name]['this mock']).ratio]),
    ),
    creation: ratioOf(made.mock, made.literal).ratio,
  },
);
process.exit(0); // engines that keep handles open
