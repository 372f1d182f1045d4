import { afterAll, describe, expect, it, vi } from 'vitest';
import { groups } from './all-worlds.js';
import { explore, noFindings } from './small-worlds.js';

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

const bounds = {
  rows: Number(process.env.PAGES_ROWS ?? 3),
  writes: Number(process.env.PAGES_WRITES ?? 1),
};

describe(`in all worlds of ${bounds.rows} rows with ${bounds.writes} writes between requests`, () => {
  const lines: string[] = [];
  afterAll(() => console.log(lines.join('\n')));

  it.each(groups)(
    'by $way and $order, each row that stays comes once and in order, or the call rejects',
    async ({ way, order, worlds, allows }) => {
      const start = process.cpuUsage();
      const findings = noFindings();
      for (const world of worlds) await explore(world, bounds, allows(world), findings);
      const { first, unexpected, outcomes, ...counts } = findings;
      const seconds = (process.cpuUsage(start).user / 1e6).toFixed(1);
      lines.push(`${way}, ${order}: ${JSON.stringify({ ...counts, ...outcomes, seconds })}`);
      expect(first).toBeUndefined();
      expect(unexpected).toBe(0);
      expect(outcomes.whole).toBeGreaterThan(0);
    },
    900_000,
  );
});
