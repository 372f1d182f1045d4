import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { it } from 'vitest';
it('x', async () => {
  const mock = createMock();
  const client = createClient({ ...mock.clientOptions, logger: console } as never);
  console.log((await client.balances.list({ where: { type: 'main' }, include: { name: true }, take: 3 })));
  console.log((await client.balances.all({ include: { name: true }, orderBy: {name: 'desc'} }, { pageSize: 7 })).length);
  const r = await client.balances.list().withResponse(); console.log(r.response.status, r.pagination, r.data.length);
  async function run() { await client.balances.get('nope'); }
  try { await run(); } catch (e) { console.log(e, JSON.stringify(e)); }
  try { await client.with({ apiKey: 'wrong-key-123' }).balances.all(); } catch (e) { console.log(e); }
  const c2 = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', retry: 1, logger: console });
  async function run2() { for await (const x of c2.balances.iterate()) console.log(x); }
  try { await run2(); } catch (e) { console.log(e); }
  try { await c2.balances.list({}, {timeout: 1}); } catch (e) { console.log(e); }
});
