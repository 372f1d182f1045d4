import { inTurns } from '../measure/in-turns.mjs';
import { quick } from '../measure/report.mjs';
import { embedBalances, makeRows } from './rows.mjs';
import { sixFilters } from './six-filters.mjs';

const load = {
  'this mock': () => import('./engines/this-mock.mjs'),
  sift: () => import('./engines/sift.mjs'),
  mingo: () => import('./engines/mingo.mjs'),
  '@msw/data': () => import('./engines/msw-data.mjs'),
  LokiJS: () => import('./engines/lokijs.mjs'),
  PGlite: () => import('./engines/pglite.mjs'),
};

export const engineNames = Object.keys(load);

/**
 * Measures the six filters on engines and on the hand-written loops, with the same rows in one process.
 *
 * @returns For each filter, the result of `inTurns`: milliseconds of each engine by round.
 * @throws If an engine finds other rows than the loop.
 */
export async function compareEngines(count, names, options) {
  const rows = makeRows(count);
  const { filters, operands } = sixFilters(rows);
  const data = { rows, embedded: embedBalances(rows), operands };
  const engines = { loop: Object.fromEntries(filters.map(({ name, loop }) => [name, loop])) };
  for (const name of names) {
    const { createEngine } = await load[name]();
    engines[name] = await createEngine(data, filters);
  }
  const times = {};
  for (const { name } of filters) {
    const candidates = Object.fromEntries(
      Object.entries(engines).map(([engine, queries]) => [engine, queries[name]]),
    );
    await assertSameRows(name, candidates);
    times[name] = await inTurns(
      candidates,
      quick ? { rounds: 3, milliseconds: 1, budget: 1 } : options,
    );
    console.error(`filters: ${name} on ${count} rows`);
  }
  return times;
}

async function assertSameRows(filter, candidates) {
  const expected = idsOf(candidates.loop());
  for (const [engine, run] of Object.entries(candidates)) {
    // Twice, because the mock keeps the keys of a field after the first query.
    for (const rows of [await run(), await run()])
      if (idsOf(rows) !== expected)
        throw new Error(`${engine} finds other rows than the loop: ${filter}.`);
  }
}

const idsOf = (rows) =>
  rows
    .map(({ id }) => id)
    .sort()
    .join();
