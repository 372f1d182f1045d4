import JSON5 from 'json5';
import { createClient } from 'payments-data-client';
import { describe, expect, it } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';

/** A service with a row for each id; it counts how many requests are under way. */
function serviceOf(options: { fail?: (count: number) => Response | undefined; maxUrlLength?: number } = {}) {
  const urls: string[] = [];
  let now = 0;
  let most = 0;
  const fetch = async (input: RequestInfo | URL): Promise<Response> => {
    const { url, signal } = input as Request;
    const count = urls.push(url);
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 2));
    now--;
    signal.throwIfAborted();
    const failed = options.fail?.(count);
    if (failed) return failed;
    const where = JSON5.parse(`{${new URL(url).searchParams.get('where')}}`);
    const ids: string[] = where.id?.in ?? where.AND[1].id.in;
    return json(ids.map((id) => ({ id })));
  };
  const client = createClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'test-key',
    fetch,
    retry: 0,
    ...(options.maxUrlLength && { maxUrlLength: options.maxUrlLength }),
  });
  return { client, urls, most: () => most };
}

const ids = (count: number, prefix = '7c8d2f4e-0b1a-4c3d-9e5f-') =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(12, '0')}`);

describe('a list with a long `in`', () => {
  it('of ten thousand ids just works, a few requests at a time', async () => {
    const { client, urls, most } = serviceOf();
    const rows = await client.balances.list({ where: { id: { in: ids(10_000) } }, include: { id: true } });
    expect(rows.map(({ id }) => id)).toEqual(ids(10_000));
    expect(Math.max(...urls.map((url) => url.length))).toBeLessThanOrEqual(8_000);
    expect(Math.min(...urls.slice(0, -1).map((url) => url.length))).toBeGreaterThan(7_900);
    expect(most()).toBeLessThanOrEqual(4);
    expect(most()).toBeGreaterThan(1);
  });

  it('is one request as long as its URL, as it is sent, is short enough', async () => {
    const query = { where: { id: { in: ids(20) } }, include: { id: true } } as const;
    const whole = serviceOf();
    await whole.client.balances.list(query);
    expect(whole.urls).toHaveLength(1);
    const length = whole.urls[0]?.length ?? 0;
    const exact = serviceOf({ maxUrlLength: length });
    await exact.client.balances.list(query);
    expect(exact.urls).toHaveLength(1);
    const short = serviceOf({ maxUrlLength: length - 1 });
    await short.client.balances.list(query);
    expect(short.urls).toHaveLength(2);
    expect(Math.max(...short.urls.map((url) => url.length))).toBeLessThan(length);
  });

  it('is split under AND too, and the rest of the filter stays', async () => {
    const { client, urls } = serviceOf({ maxUrlLength: 1_000 });
    const rows = await client.balances.list({
      where: { AND: [{ type: 'main' }, { id: { in: ids(50), neq: 'x' } }] },
    });
    expect(rows).toHaveLength(50);
    for (const url of urls) {
      const where = JSON5.parse(`{${new URL(url).searchParams.get('where')}}`);
      expect(where.AND[0]).toEqual({ type: 'main' });
      expect(where.AND[1].id.neq).toBe('x');
    }
  });

  it('sends an id that is given twice once, and brings its row once', async () => {
    const { client, urls } = serviceOf({ maxUrlLength: 1_000 });
    const rows = await client.balances.list({ where: { id: { in: [...ids(30), ...ids(30)] } } });
    expect(rows).toHaveLength(30);
    expect(urls.join().match(/000000000007/g)).toHaveLength(1);
  });

  it('gives the last response', async () => {
    const { client } = serviceOf({ maxUrlLength: 1_000 });
    const { data, response } = await client.balances.list({ where: { id: { in: ids(50) } } }).withResponse();
    expect(data).toHaveLength(50);
    expect(response.status).toBe(200);
  });

  it('fails as soon as a part fails, and sends no more', async () => {
    const { client, urls } = serviceOf({
      maxUrlLength: 1_000,
      fail: (count) => (count === 2 ? json({ errors: ['no'] }, { status: 400 }) : undefined),
    });
    await expect(client.balances.list({ where: { id: { in: ids(1_000) } } })).rejects.toThrow(
      '400 Bad Request: no.',
    );
    const sent = urls.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(urls.length).toBe(sent);
    expect(sent).toBeLessThan(10);
  });

  it('has one deadline and one signal for all its parts', async () => {
    const { client } = serviceOf({ maxUrlLength: 400 });
    await expect(
      client.balances.list({ where: { id: { in: ids(5_000) } } }, { timeout: 30 }),
    ).rejects.toMatchObject({ name: 'TimeoutError', timeout: 30 });
    await expect(
      client.balances.list({ where: { id: { in: ids(5_000) } } }, { signal: AbortSignal.abort('enough') }),
    ).rejects.toBe('enough');
  });

  it.each([
    ['an order', { where: { id: { in: ids(300) } }, orderBy: { name: 'asc' } }, 'where.id.in'],
    ['take', { where: { id: { in: ids(300) } }, take: 10 }, 'where.id.in'],
    ['skip', { where: { id: { in: ids(300) } }, skip: 10 }, 'where.id.in'],
    ['a cursor', { where: { id: { in: ids(300) } }, after: 'x' }, 'where.id.in'],
    ['a place under OR', { where: { OR: [{ id: { in: ids(300) } }] } }, 'where.OR[0].id.in'],
    ['not_in', { where: { id: { not_in: ids(300) } } }, 'where.id.not_in'],
    [
      'a place in an include',
      { include: { account: { where: { id: { in: ids(300) } } } } },
      'include.account.where.id.in',
    ],
  ])('is refused before sending with %s', async (_, query, path) => {
    const { client, urls } = serviceOf();
    const call = client.balances.list(query as never);
    await expect(call).rejects.toMatchObject({ name: 'QueryError', path });
    await expect(call).rejects.toThrow(
      /: a list of 300 makes the query too long: \d+ bytes where `maxUrlLength` leaves 7964\./,
    );
    expect(urls).toEqual([]);
  });

  it('is refused beside another that is too long alone, and says that one is split', async () => {
    const { client, urls } = serviceOf();
    const where = { id: { in: ids(300) }, account_id: { in: ids(400) } };
    await expect(client.balances.list({ where })).rejects.toThrow(
      /^where\.account_id\.in: a list of 400 makes the query too long: \d+ bytes where `maxUrlLength` leaves 7964\. Only one list is split by itself, /,
    );
    expect(urls).toEqual([]);
    await expect(
      client.balances.list({ where: { ...where, account_id: { in: ids(100) } } }),
    ).resolves.toHaveLength(300);
  });

  it('is refused in a walk, which has an order', async () => {
    const { client } = serviceOf();
    const walk = client.balances.iterate({ where: { id: { in: ids(300) } } });
    await expect(walk[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      name: 'QueryError',
      message: expect.stringContaining('after and before are not used; a walk uses them.'),
    });
  });

  it('is refused where one value alone is too long', async () => {
    const { client } = serviceOf();
    await expect(
      client.balances.list({ where: { name: { in: ['x'.repeat(9_000)] } } }),
    ).rejects.toMatchObject({
      name: 'QueryError',
      path: 'where.name.in',
    });
  });

  it('is not needed for a query to be too long', async () => {
    const { client } = serviceOf();
    await expect(client.balances.list({ where: { name: 'x'.repeat(9_000) } })).rejects.toThrow(
      /^query: the query is too long: 9017 bytes where `maxUrlLength` leaves 7964\./,
    );
  });
});
