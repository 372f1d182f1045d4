import { expect, test } from 'vitest';
import { createChance } from '../../types/lib/random.js';
import { type AnyFetch, checkWith, connectTo } from './run-connect.js';
import { tinyOptions } from './tiny-rows.js';
import { tinyService } from './tiny-service.js';

test('a check finds nothing false, whatever others write', async () => {
  const options = tinyOptions();
  const fetch = tinyService(options);
  const run = await connectTo(fetch);
  const { below, pick } = createChance(7);
  const { balances } = options.tables;
  options.onRequest = () => {
    if (!balances) return;
    const row = pick(balances.rows);
    const kind = below(10);
    if (kind < 3) row.balance = `${below(1000)}.50`;
    else if (kind < 5) row.external_id = pick([null, `Ext/${below(1e6)}`]);
    else if (kind < 6)
      balances.rows.push({
        ...row,
        id: String(row.id).replace(/^.{4}/, `${1000 + below(9000)}`),
      });
    else if (kind < 7) balances.rows.splice(below(balances.rows.length), 1);
    else if (kind < 8) row.archived_at = row.archived_at === null ? (row.created_at ?? null) : null;
  };
  for (let count = 0; count < Number(process.env.RUNS ?? 2); count++)
    expect(await checkWith(run, fetch)).toMatchObject({ wrong: [], open: [] });
});

test('a row that is deleted before it is requested by its id does not remove `get`', async () => {
  const options = tinyOptions();
  const fetch = tinyService(options);
  const run = await connectTo(fetch);
  const { balances } = options.tables;
  const deleting: AnyFetch = (url) => {
    const [, id] = /\/balances\/([^/?]+)$/.exec(url) ?? [];
    if (balances && id) balances.rows = balances.rows.filter((row) => row.id !== id);
    return fetch(url);
  };
  expect(await checkWith(run, deleting)).toMatchObject({ wrong: [], open: [] });
});
