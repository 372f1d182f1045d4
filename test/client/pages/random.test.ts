import { describe, expect, it } from 'vitest';
import { randomCall, randomOf, run } from './random-calls.js';

const SEED = Number(process.env.PAGES_SEED ?? 1);
const CALLS = Number(process.env.PAGES_CALLS ?? 120);

/** Decimals with hidden digits cannot be compared as they are shown. */
const hidesDigits = (service: string, orderBy: object): boolean =>
  service.startsWith('c') && 'balance' in orderBy;

/** The services that ignore a parameter, by its name. */
const services = {
  where: ['c', 'b', 'a by offset', 'mock'],
  skip: ['c', 'mock'],
  take: ['c', 'mock'],
  cursor: ['a by cursor', 'a by cursor, small pages', 'mock by cursor'],
  order_by: ['c', 'b', 'mock'],
} as const;

describe(`random calls with seed ${SEED}`, () => {
  it('return every row that stays exactly once and in order, whatever others write', async () => {
    const results: Record<string, number> = {};
    for (let index = 0; index < CALLS; index++) {
      const random = randomOf(SEED * 1e6 + index);
      const call = randomCall(random);
      const [result, reason] = await run(random, call);
      const isAllowed =
        result === 'whole' ||
        (result === 'rows-changed' && call.writes > 0) ||
        (result === 'rejected before' && /^b|number/.test(call.service)) ||
        hidesDigits(call.service, call.orderBy) ||
        /keep changing/.test(reason ?? '');
      if (!isAllowed) expect.fail(`call ${index}: ${result} ${reason} ${JSON.stringify(call)}`);
      results[result] = (results[result] ?? 0) + 1;
    }
    expect(results.whole).toBeGreaterThan(CALLS * 0.7);
  }, 120_000);

  it.each(Object.entries(services))('find a service that ignores %s', async (ignored, names) => {
    for (const service of names) {
      let wrong = 0;
      const calls = CALLS / 8;
      for (let index = 0; index < calls; index++) {
        const random = randomOf(SEED * 2e6 + index);
        const call = { ...randomCall(random), service, writes: 0, where: {}, ignored };
        const isText = /name|status|external_id/.test(Object.keys(call.orderBy).join());
        if (ignored === 'order_by' && (isText || call.pageSize < 7)) continue;
        const [result] = await run(random, call);
        if (result === 'WRONG') wrong++;
      }
      // Only orders that no client can know of few rows are missed.
      expect(wrong, service).toBeLessThanOrEqual(ignored === 'order_by' ? calls / 10 : 0);
    }
  });
});
