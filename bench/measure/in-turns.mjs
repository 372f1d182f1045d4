/**
 * Measures the CPU time of functions in turns: each round calls every function, and each round starts with a different
 * one. What slows the machine for a moment affects all functions. Waiting costs no CPU time.
 *
 * @param candidates - Synchronous or asynchronous functions by name.
 * @param options.rounds - Maximum number of rounds.
 * @param options.milliseconds - Minimum duration of a turn. A faster function is called several times.
 * @param options.budget - Maximum total milliseconds of a function. After three rounds, a function that exceeds it skips
 * the remaining rounds.
 * @returns The milliseconds of a call in each round, by name.
 */
export async function inTurns(
  candidates,
  { rounds = 15, milliseconds = 20, budget = 10_000 } = {},
) {
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
      times[name].push(took / repeats[name]);
    }
  }
  return times;
}

/** How often a function must be called to fill a turn. These calls also warm it up. */
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
  const start = process.cpuUsage();
  for (let index = 0; index < repeats; index++) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
