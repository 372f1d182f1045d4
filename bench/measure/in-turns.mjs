import { performance } from 'node:perf_hooks';

/**
 * Runs candidates in turns, so that a noisy moment of the machine meets all of them: in each round every candidate runs
 * once, beginning with another one each time. A candidate is a function, which may be asynchronous.
 *
 * @param candidates - Functions by name.
 * @param options.rounds - How many rounds at most.
 * @param options.milliseconds - How long one turn takes at least: what is faster is repeated within it.
 * @param options.budget - How many milliseconds a candidate may take in all; a slow one sits out once it has had three
 * rounds and used them up.
 * @returns By name, the milliseconds of one run in each round; `undefined` where a candidate sat out.
 */
export async function inTurns(candidates, { rounds = 15, milliseconds = 20, budget = 10_000 } = {}) {
  const names = Object.keys(candidates);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const spent = Object.fromEntries(names.map((name) => [name, 0]));
  const repeats = {};
  for (const name of names) repeats[name] = await repeatsFor(candidates[name], milliseconds);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length];
      if (round >= 3 && spent[name] > budget) continue;
      const took = await timeOf(candidates[name], repeats[name]);
      spent[name] += took;
      times[name][round] = took / repeats[name];
    }
  }
  return times;
}

/** How often a candidate must run to fill a turn. Warms it up by the way. */
async function repeatsFor(run, milliseconds) {
  let repeats = 1;
  for (;;) {
    const took = await timeOf(run, repeats);
    if (took > 1_000) return 1;
    if (took >= milliseconds) break;
    repeats = Math.ceil(repeats * Math.min(10, (1.2 * milliseconds) / Math.max(took, 0.001)));
  }
  if (repeats > 1) await timeOf(run, repeats);
  const took = await timeOf(run, repeats);
  return took >= milliseconds ? Math.max(1, Math.round((repeats * milliseconds) / took)) : repeats;
}

async function timeOf(run, repeats) {
  const start = performance.now();
  for (let index = 0; index < repeats; index++) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  return performance.now() - start;
}
