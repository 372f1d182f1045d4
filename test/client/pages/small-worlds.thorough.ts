import { describe, expect, it, vi } from 'vitest';
import { groups } from './all-worlds.js';
import { explore, noFindings, type World } from './small-worlds.js';

// The few dates of these worlds would be parsed a million times.
vi.mock('../../../src/values/date.js', async (original) => {
  const module = await original<typeof import('../../../src/values/date.js')>();
  const parsed = new Map<string, number | undefined>();
  const parseDate = (text: string) => {
    if (!parsed.has(text)) parsed.set(text, module.parseDate(text));
    return parsed.get(text);
  };
  return { ...module, parseDate };
});

const { PAGES_ROWS, PAGES_WRITES = '1' } = process.env;

/** So many that all take a minute: rows with three values have more worlds than those with two. */
const rowsOf = ([world]: readonly World[]) =>
  Number(PAGES_ROWS ?? (Number(world?.values.length) > 2 ? 2 : 3));

describe(`in all worlds, with ${PAGES_WRITES} writes between requests`, () => {
  it.each(groups)(
    'by $way and $order, each row that stays comes once and in order, or the call rejects',
    async ({ way, order, worlds, allows }) => {
      const start = process.cpuUsage();
      const findings = noFindings();
      const bounds = { rows: rowsOf(worlds), writes: Number(PAGES_WRITES) };
      for (const world of worlds) await explore(world, bounds, allows(world), findings);
      const { first, unexpected, outcomes, ...counts } = findings;
      const seconds = (process.cpuUsage(start).user / 1e6).toFixed(1);
      const figures = JSON.stringify({ ...bounds, ...counts, ...outcomes, seconds });
      console.log(`${way}, ${order}: ${figures}`);
      expect(first).toBeUndefined();
      expect(unexpected).toBe(0);
      expect(outcomes.whole).toBeGreaterThan(0);
    },
    900_000,
  );
});
