import { expect, test } from 'vitest';
import { checkWith, connectTo } from './run-connect.js';
import { createRandom, tinyOptions } from './tiny-rows.js';
import { tinyService } from './tiny-service.js';

test('a check finds nothing false, whatever others write', async () => {
  const options = tinyOptions();
  const fetch = tinyService(options);
  const run = await connectTo(fetch);
  const random = createRandom(7);
  const { accounts, balances } = options.tables;
  options.onRequest = () => {
    const row = balances?.rows[Math.floor(random() * balances.rows.length)];
    if (!row || !accounts || !balances) return;
    const kind = random();
    if (kind < 0.3) row.balance = `${Math.floor(random() * 1000)}.50`;
    else if (kind < 0.5) row.external_id = random() < 0.5 ? null : `Ext/${random()}`;
    else if (kind < 0.6)
      balances.rows.push({
        ...row,
        id: String(row.id).replace(/^.{4}/, `${random()}`.slice(2, 6)),
      });
    else if (kind < 0.7) balances.rows.splice(Math.floor(random() * balances.rows.length), 1);
    else if (kind < 0.8)
      row.archived_at = row.archived_at === null ? (row.created_at ?? null) : null;
  };
  for (let count = 0; count < Number(process.env.RUNS ?? 2); count++)
    expect(await checkWith(run, fetch)).toMatchObject({ wrong: [], open: [] });
});
