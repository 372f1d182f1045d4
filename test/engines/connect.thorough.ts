import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EngineOptions } from '../fixtures/engines/engine.js';
import type { EngineName } from '../fixtures/engines/serve-engine.js';
import type { RandomRows } from '../fixtures/random-rows.js';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { agreement, report } from './agreement.js';
import { connect, writtenModule } from './connect-engine.js';
import { mockOf, openEngine } from './open-engine.js';
import { enginesToTest, isLong } from './options.js';

const parent = scratchFolder('connect-engines');

/** Options to read every row, with the dates of which the service hides digits. */
const withRows = ['--rows', 'rows.json', '--rows-per-resource', '2000', '--max-requests', '3000'];

/** The rows that `connect` wrote, in the order of the lists. */
function storedRows(shown: RandomRows, folder: string): RandomRows {
  const read = JSON.parse(readFileSync(join(folder, 'rows.json'), 'utf8')) as RandomRows;
  return Object.fromEntries(
    Object.entries(shown).map(([name, rows]) => {
      const stored = new Map(read[name]?.map((row) => [row.id, row]));
      return [name, rows.map((row) => stored.get(row.id) ?? row)];
    }),
  );
}

// A run takes a processor many seconds: without ENGINES, there is one with one check instead of
// three with 20.
const services: readonly (readonly [string, EngineName, EngineOptions])[] = enginesToTest
  .filter((name) => isLong || name === 'sqlite')
  .flatMap((name) => [
    [name, name, {}],
    ...(name === 'mariadb' ? [[`${name} with microseconds`, name, { digits: 6 }] as const] : []),
  ]);

test.each(services)(
  'connect describes a service on %s',
  async (title, name, engineOptions) => {
    const open = await openEngine(name, engineOptions);
    try {
      const folder = join(parent, title.replaceAll(' ', '-'));
      const { status, out, errors } = await connect(open.engine, folder, ...withRows);
      if (isLong) console.log(`${out}\n${errors}`);
      expect(errors).toBe('');
      expect(status).toBe(0);
      const module = await writtenModule(folder);
      if (isLong) console.log(JSON.stringify(module.dialect, null, 1));
      const asking = { count: isLong ? 600 : 60, seed: Number(process.env.SEED ?? 5) };
      const found = await agreement(
        open,
        module,
        asking,
        mockOf(module, storedRows(open.rows, folder)),
      );
      if (isLong) console.log(report(name, found));
      expect(found.same / found.asked, report(name, found)).toBeGreaterThanOrEqual(0.97);
      for (let run = 0; run < (isLong ? Number(process.env.CHECKS ?? 20) : 1); run += 1) {
        const check = await connect(open.engine, folder, '--check');
        expect(check.errors + (check.status === 0 ? '' : check.out)).toBe('');
        expect(check.status).toBe(0);
      }
    } finally {
      await open.engine.close();
    }
  },
  isLong ? 3_600_000 : 600_000,
);
