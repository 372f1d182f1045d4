import { describe, expect, test } from 'vitest';
import { hardRows } from '../fixtures/engines/hard-rows.js';
import { openEngine } from './open-engine.js';
import { enginesToTest } from './options.js';

describe.each(enginesToTest.filter((name) => name !== 'postgres'))(
  'a client of a service on %s',
  (name) => {
    test('reads every row, and those that it asks for', async () => {
      const { engine, module, client, whole, rows } = await openEngine(name, {
        rows: hardRows({ count: 300 }),
      });
      try {
        const balances = client(module)('balances');
        const all = await balances.all({ include: { name: true } }, { pageSize: 23 });
        expect(all.map(({ id }) => id).sort()).toEqual(rows.balances?.map(({ id }) => id).sort());
        const where = { balance: { gt: '12.49', lt: '99.995' }, archived_at: null };
        const found = await balances.all({ where });
        expect(found.length).toBeGreaterThan(0);
        const expected = await whole(
          `/balances?where=${encodeURIComponent(JSON.stringify(where))}`,
        );
        expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
      } finally {
        await engine.close();
      }
    });
  },
);
