import { blocks, table } from '../measure/markdown.mjs';
import { quick, report } from '../measure/report.mjs';
import { median, ratioOf, short, showRatio, showTime } from '../measure/statistics.mjs';
import { versionOf } from '../measure/versions.mjs';
import { compareEngines, engineNames } from './compare-engines.mjs';
import { compareCreation, compareFetch, growInclude } from './through-fetch.mjs';

const packages = { LokiJS: 'lokijs', PGlite: '@electric-sql/pglite' };
const titleOf = (engine) =>
  ({ loop: 'hand-written loop', predicate: 'shared loop with a predicate' })[engine] ??
  (engine === 'this mock' ? engine : `${engine} ${versionOf(packages[engine] ?? engine)}`);

const count = quick ? 5_000 : 100_000;
const times = await compareEngines(count, engineNames, {
  rounds: 15,
  milliseconds: 30,
  budget: 4_000,
});
const filters = Object.keys(times);
const rows = ['loop', 'predicate', ...engineNames];

const toLoop = table(
  ['time ÷ hand-written loop', ...filters],
  rows.map((engine) => [
    titleOf(engine),
    ...filters.map((name) =>
      engine === 'loop'
        ? showTime(median(times[name].loop))
        : showRatio(ratioOf(times[name][engine], times[name].loop)),
    ),
  ]),
);
const fetched = await compareFetch(count);
const throughFetch = table(
  ['`mock.fetch` compared with a hand-written handler', ...filters],
  [
    [
      'hand-written handler: Request, loop, JSON, Response',
      ...filters.map((name) => showTime(median(fetched[name].hand))),
    ],
    [
      '`mock.fetch`',
      ...filters.map((name) => showRatio(ratioOf(fetched[name].mock, fetched[name].hand))),
    ],
  ],
);

const grown = [];
/** Of 1,000 rows, as in most tests. */
const smallToLoop = {};
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
    if (size === 1_000) smallToLoop[name] = ratioOf(at[name]['this mock'], at[name].loop).ratio;
    for (const engine of growing)
      if (at[name][engine] && median(at[name][engine]) > 200) slow.add(`${engine} ${name}`); // ten times as many rows would take seconds
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
  [`creating a mock of ${count.toLocaleString('en-US')} balances`, 'time or ratio'],
  [
    ['`createMock({ data })`', showTime(median(made.mock))],
    [
      '÷ rows as literals with computed dates and amounts',
      showRatio(ratioOf(made.mock, made.literal)),
    ],
    ['÷ rows with random values and ids', showRatio(ratioOf(made.mock, made.make))],
    ['÷ `JSON.parse` of the rows', showRatio(ratioOf(made.mock, made.parse))],
    ['÷ `{ ...row }` of each', showRatio(ratioOf(made.mock, made.spread))],
  ],
);
const included = await growInclude(quick ? [1_000, 5_000] : [25_000, 50_000, 100_000, 200_000]);
const inclusion = table(
  ['`include: { balances: true }` over all accounts', 'time', 'per balance'],
  included.map(({ count: size, times: taken }) => [
    `${(size / 5).toLocaleString('en-US')} accounts, ${size.toLocaleString('en-US')} balances`,
    showTime(median(taken)),
    `${short((median(taken) * 1e6) / size)} ns`,
  ]),
);

report(
  'filters',
  blocks(
    `Six filters over ${count.toLocaleString('en-US')} balances of ${(count / 5).toLocaleString('en-US')} accounts, in one process. Every engine returns the same rows. The time includes checking, compiling and scanning: from the filter that a user writes to the rows. The tables show medians, with quartiles in parentheses. The first row is the time of the loop.`,
    toLoop,
    `Each loop is written for one filter, compares decimals as floats, and has a \`Set\` of ids and a map of balances by account. The mock is faster (below 1×) because it keeps columns of values, with decimals and dates as numbers, and evaluates the relation as a semi-join. If two decimals round to the same float, it compares their text, so the result is exact. For \`eq\` and \`in\`, it looks up the rows in an index of the column, which the second query after a write builds. It is slower (above 1×) because it calls a function for each row and condition.`,
    `Some engines have an easier task. sift, mingo, LokiJS, alasql and @msw/data compare decimals as floats; LokiJS, alasql and the relation of mingo use a column of floats that was prepared for it. All but alasql and PGlite have balances embedded in accounts instead of a relation. A condition of @msw/data is a function, which cannot be sent. PGlite has an index on every filtered column, and is slow if it returns many rows.`,
    throughFetch,
    `Whole requests without a network. Both return the ids of the matching rows.`,
    growth,
    'With 1,000 rows, the work for each query (checking, compiling, looking up 1,000 ids) takes longer than scanning the rows. From 100,000 rows, the rows no longer fit into the CPU caches. The mock reads one column, so it gains on the loop.',
    creation,
    'The mock checks each row, adds missing fields and foreign keys, and indexes the row by id.',
    inclusion,
    'The time grows linearly, except for garbage collection of responses of tens of megabytes.',
  ),
  {
    toLoop: Object.fromEntries(
      filters.map((name) => [name, ratioOf(times[name]['this mock'], times[name].loop).ratio]),
    ),
    smallToLoop,
    toMock: Object.fromEntries(
      engineNames.map((engine) => [
        engine,
        Object.fromEntries(
          filters.map((name) => [
            name,
            ratioOf(times[name][engine], times[name]['this mock']).ratio,
          ]),
        ),
      ]),
    ),
    creation: ratioOf(made.mock, made.literal).ratio,
  },
);
process.exit(0); // some engines keep handles open
