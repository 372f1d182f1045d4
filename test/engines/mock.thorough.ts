import { expect, test } from 'vitest';
import { agreement, report } from './agreement.js';
import { openEngine } from './open-engine.js';
import { enginesToTest, isLong } from './options.js';

/** The share of random lists that a mock with the module written by hand answers as the service. */
test.each(enginesToTest)(
  'a mock with a module written by hand agrees with a service on %s',
  async (name) => {
    const open = await openEngine(name);
    try {
      const count = Number(process.env.QUERIES ?? (isLong ? 600 : 100));
      const found = await agreement(open, open.module, {
        count,
        seed: Number(process.env.SEED ?? 1),
      });
      if (isLong) console.log(report(name, found));
      expect(found.asked).toBe(count);
      expect(found.same / found.asked, report(name, found)).toBeGreaterThan(0.92);
    } finally {
      await open.engine.close();
    }
  },
  600_000,
);
