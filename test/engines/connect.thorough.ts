import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { agreement, report } from './agreement.js';
import { connect, writtenModule } from './connect-engine.js';
import { openEngine } from './open-engine.js';
import { enginesToTest, isLong } from './options.js';

const parent = scratchFolder('connect-engines');

// A run takes a processor many seconds: without ENGINES, there is only one.
test.each(enginesToTest.filter((name) => isLong || name === 'sqlite'))(
  'connect describes a service on %s',
  async (name) => {
    const open = await openEngine(name);
    try {
      const folder = join(parent, name);
      const { status, out, errors } = await connect(open.engine, folder);
      if (isLong) console.log(`${out}\n${errors}`);
      expect(errors).toBe('');
      expect(status).toBe(0);
      const module = await writtenModule(folder);
      if (isLong) console.log(JSON.stringify(module.dialect, null, 1));
      const found = await agreement(open, module, {
        count: isLong ? 600 : 60,
        seed: Number(process.env.SEED ?? 5),
      });
      if (isLong) console.log(report(name, found));
      expect(found.same / found.asked, report(name, found)).toBeGreaterThan(name === 'sqlite' ? 0.95 : 0.7);
      for (let run = 0; isLong && run < Number(process.env.CHECKS ?? 3); run += 1) {
        const check = await connect(open.engine, folder, '--check');
        expect(check.errors + (check.status === 0 ? '' : check.out)).toBe('');
        expect(check.status).toBe(0);
      }
    } finally {
      await open.engine.close();
    }
  },
  600_000,
);
