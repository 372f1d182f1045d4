import { describe, expect, it } from 'vitest';
import { groups } from './all-worlds.js';
import { explore, noFindings } from './small-worlds.js';

/** Of the worlds of the thorough test, those with pages of at most two rows. */
describe('in worlds of two rows, with a write between two requests', () => {
  it.each(groups)(
    'by $way and $order, each row that stays comes once',
    async (group) => {
      const worlds = group.worlds.filter(
        ({ pageSize, cap, orderBy: { at, id } }) => pageSize === 2 && cap !== 3 && !(at && id),
      );
      const findings = noFindings();
      for (const world of worlds)
        await explore(world, { rows: 2, writes: 1 }, group.allows(world), findings);
      const { first, outcomes, calls } = findings;
      expect(first).toBeUndefined();
      expect(outcomes.whole).toBeGreaterThan(0);
      expect(outcomes['rows-changed'] ?? 0).toBeLessThan(0.2 * calls); // most are found again
    },
    60_000,
  );
});

/** With five rows, the smallest window that has the last row may be shorter than an earlier one. */
describe('in worlds of five rows without a write', () => {
  const counted = groups.filter(({ way, order }) => way !== 'keyset' && order === 'text');

  it.each(counted)(
    'by $way and $order, each row comes once',
    async ({ worlds, allows }) => {
      const findings = noFindings();
      for (const world of worlds)
        await explore(world, { rows: 5, writes: 0 }, allows(world), findings);
      expect(findings.first).toBeUndefined();
      expect(findings.outcomes.whole).toBeGreaterThan(0);
    },
    60_000,
  );
});
