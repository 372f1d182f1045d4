import { blocks, table } from '../measure/markdown.mjs';
import { versionOf } from '../measure/paths.mjs';
import { quick, report } from '../measure/report.mjs';
import { ratioOf, short, showRatio, showTime, undisturbed } from '../measure/statistics.mjs';
import { compareEngines, engineNames } from './compare-engines.mjs';
import { compareCreation, compareFetch, measureInclude } from './through-fetch.mjs';

const packages = { LokiJS: 'lokijs', PGlite: '@electric-sql/pglite' };
const titleOf = (engine) =>
  engine === 'this mock' ? engine : `${engine} ${versionOf(packages[engine] ?? engine)}`;

const count = quick ? 5_000 : 100_000;
const times = await compareEngines(count, engineNames, {
  rounds: 21,
  milliseconds: 30,
  budget: 4_000,
});
const filters = Object.keys(times);
const ratioToLoop = (found, engine) => (name) => ratioOf(found[name][engine], found[name].loop);

const grown = { [count]: times };
for (const size of quick ? [1_000] : [1_000, 1_000_000])
  grown[size] = await compareEngines(size, ['this mock'], {
    rounds: 15,
    milliseconds: 20,
    budget: 3_000,
  });
const fetched = await compareFetch(count);
const made = await compareCreation(count);
const includes = quick ? [5_000, 10_000] : [25_000, 200_000];
const perBalance = [];
for (const size of includes)
  perBalance.push(`${short((undisturbed(await measureInclude(size)) * 1e3) / size)} µs`);
const counted = (number) => number.toLocaleString('en-US');

report(
  'filters',
  blocks(
    `Six filters over ${counted(count)} balances of ${counted(count / 5)} accounts. Every engine returns the same rows. The time includes checking, compiling and scanning.`,
    table(
      ['time ÷ hand-written loop', ...filters],
      [
        ['hand-written loop', ...filters.map((name) => showTime(times[name].loop))],
        ...engineNames.map((engine) => [
          titleOf(engine),
          ...filters.map(ratioToLoop(times, engine)).map(showRatio),
        ]),
      ],
    ),
    'Each loop is written for one filter, compares decimals as floats, and has a `Set` of ids and a map of balances by account. The mock compares decimals exactly. It keeps the keys of each compared field, tests the rows of a relation once, and calls a function for each row and comparison.',
    'The other engines but PGlite have an easier task: they compare decimals as floats, which were prepared for LokiJS and the relation of mingo, and have balances embedded in accounts instead of a relation. PGlite has an index on every filtered column.',
    table(
      ['this mock ÷ hand-written loop', ...filters],
      [
        ...Object.entries(grown).map(([size, found]) => [
          `${counted(Number(size))} rows`,
          ...filters.map(ratioToLoop(found, 'this mock')).map(showRatio),
        ]),
        [
          '`mock.fetch` ÷ hand-written handler',
          ...filters.map((name) => showRatio(ratioOf(fetched[name].mock, fetched[name].hand))),
        ],
      ],
    ),
    `With 1,000 rows, checking and compiling a query takes longer than scanning the rows. The last row has ${counted(count)} balances, and both respond with the ids of the matching rows.`,
    `\`createMock\` with these rows takes ${showTime(made.mock)}: ${showRatio(ratioOf(made.mock, made.literal))} the time of creating them as literals with computed dates and amounts, and ${showRatio(ratioOf(made.mock, made.parse))} that of \`JSON.parse\`. \`include: { balances: true }\` over all accounts takes ${perBalance[0]} a balance for ${counted(includes[0])} balances, and ${perBalance[1]} for ${counted(includes[1])}.`,
  ),
  {
    toLoop: Object.fromEntries(
      filters.map((name) => [name, ratioToLoop(times, 'this mock')(name)]),
    ),
    ofFewToLoop: Math.max(...filters.map(ratioToLoop(grown[1_000], 'this mock'))),
    lead: Object.fromEntries(
      engineNames.map((engine) => [
        engine,
        Math.min(...filters.map((name) => ratioOf(times[name][engine], times[name]['this mock']))),
      ]),
    ),
  },
);
process.exit(0); // some engines keep handles open
