import { describe, expect, it } from 'vitest';
import { cursorService } from './cursors.js';
import { hiddenDigits } from './hidden-digits.js';
import { numberedPages } from './numbered-pages.js';
import { type Service, serve } from './service.js';

const get = async ({ fetch }: Pick<Service, 'fetch'>, path: string) => {
  const headers = { authorization: 'APIKey test-key' };
  const response = await fetch(`https://api.example.com/v1${path}`, { headers });
  return { status: response.status, body: await response.json() };
};

/** The names, or another field, of the balances of a list. */
const listed = async (service: Service, query: string, field = 'name') => {
  const { status, body } = await get(service, `/balances?${query}`);
  if (status !== 200) return body.message;
  return (body.items ?? body.data ?? body).map((row: Record<string, unknown>) => row[field]);
};

describe('the services of these tests', () => {
  const names = ['b', 'A', 'a', 'C', null].map((name, index) => ({
    id: `0000000${index}-0000-4000-8000-00000000000${4 - index}`,
    ...{ name: name ?? 'z', external_id: name, status: 'active', balance: `${index}.123456` },
    ...{ created_at: `2026-01-01T00:00:00.00012${index}Z`, opened_on: '2026-01-01T12:00:00Z' },
    ...{ updated_at: '2026-01-01T00:00:01.5Z', variables: { tier: index, tags: ['x', 'y'] } },
  }));
  const data = { balances: names };

  it('a: cursors; names are compared without case, and ordered with it', async () => {
    const service = cursorService({ data });
    expect(await listed(service, 'sort=name')).toEqual(['A', 'C', 'a', 'b', 'z']);
    expect(await listed(service, "where=name:'A'")).toEqual(['A', 'a']);
    expect(await listed(service, 'sort=external_id', 'external_id')).toEqual([
      ...[null, 'A', 'C', 'a', 'b'],
    ]);
    const { body } = await get(service, '/balances?sort=-name&limit=3');
    expect(body).toMatchObject({ items: [{}, { name: 'b' }, { name: 'a' }], has_more: true });
    const next = `/balances?sort=-name&limit=3&cursor=${encodeURIComponent(body.next_cursor)}`;
    expect((await get(service, next)).body).toMatchObject({
      ...{ items: [{ name: 'C' }, { name: 'A' }], next_cursor: null, has_more: false },
    });
    const where = "created_at:{gt:'2026-01-01T00:00:00.000999Z'}"; // cut to .000
    expect(await listed(service, `where=${where}`)).toHaveLength(5);
  });

  it("b: numbered pages; SQL's nulls, no letter case", async () => {
    const service = numberedPages({ data });
    expect(await listed(service, 'order_by=name:asc')).toEqual(['A', 'a', 'b', 'C', 'z']);
    expect(await listed(service, 'per_page=2&page=2', 'id')).toEqual([names[2]?.id, names[3]?.id]);
    expect(await listed(service, "where=external_id:{neq:'a'}", 'external_id')).toEqual(['b', 'C']);
    expect(await listed(service, "where=external_id:{not_in:['q',null]}")).toEqual([]);
  });

  it('c: hidden digits, declared values, UUIDs in the order of SQL Server [decision 51]', async () => {
    const service = hiddenDigits({ data });
    const { id: last } = names[4] ?? {};
    expect((await listed(service, 'order_by=id:asc', 'id'))[0]).toBe(last);
    expect((await get(service, `/balances/${last}`)).body).toMatchObject({
      ...{ balance: '4.12', created_at: '2026-01-01T00:00:00.000Z' },
      ...{ updated_at: '2026-01-01T00:00:01Z', opened_on: '2026-01-01' },
    });
    expect(await listed(service, "where=status:'open'")).toBe('unknown value open');
    expect(await listed(service, "where=created_at:{gt:'2026-01-01T00:00:00.000123Z'}")).toEqual([
      ...['z'],
    ]);
  });

  it.each([
    ['cursors', cursorService],
    ['numbered pages', numberedPages],
    ['hidden digits', hiddenDigits],
  ])('%s: relations, includes, JSON, and rejections', async (_, create) => {
    const service = create();
    const path = '/accounts?where=balances:{some:{}}&include=identifier:true,balances:{name:true}';
    const { body } = await get(service, path);
    const [account] = body.items ?? body.data ?? body;
    expect(Object.keys(account).sort()).toEqual(['balances', 'id', 'identifier']);
    expect(Object.keys(account.balances[0]).sort()).toEqual(['id', 'name']);
    const count = async (where: string) => (await listed(service, `where=${where}`)).length;
    const all = await count('{}');
    expect(await count("variables:{contains:{tier:'gold'}}")).toBeGreaterThan(0);
    expect(await count("variables:{exists:'tier'}")).toBeLessThanOrEqual(all);
    const lines = "/transactions?where=lines:{none:{amount:{gt:1}}},external_id:{like:'T-'}";
    expect((await get(service, lines)).status).toBe(200);
    for (const [query, message] of [
      ['where=nme:1', 'balances has no field nme'],
      ['where=name:{matches:1}', 'name has no matches'],
      ['include=name:true,balance:false', 'true and false are mixed'],
      ['include=nme:true', 'balances has no field nme'],
      ['limits=1', 'unknown parameter limits'],
    ] as const)
      expect(await listed(service, query)).toBe(message);
    expect((await get(service, '/balances/x')).status).toBe(404);
    const { url, close } = await serve(service);
    expect((await fetch(`${url}/v1/balances`)).status).toBe(401);
    close();
  });
});
