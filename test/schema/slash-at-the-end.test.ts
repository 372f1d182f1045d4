import { createClient, extendSchema, paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';

const schema = extendSchema(paymentsSchema, {
  balances: { path: '/balances/' },
  units: { path: '/units/', operations: ['get', 'list'] },
});

describe('a path with a slash at the end [decision 29] [decision 70]', () => {
  const mock = createMock({ schema });
  const client = createClient({ ...mock.clientOptions, schema });
  const [unit] = mock.db.units.all();

  test('is that of the list and of its rows, in client and mock', async () => {
    const [found] = await client.units.list({ where: { id: unit?.id ?? '' } });
    expect(await client.units.get(found?.id ?? '')).toEqual(unit);
    expect(mock.requests.slice(-2).map(({ path }) => path)).toEqual([
      '/v1/units/',
      `/v1/units/${unit?.id}/`,
    ]);
    expect(await client.accounts.list()).toEqual(mock.db.accounts.all());
    for (const path of ['/units', `/units/${unit?.id}`, '/units//', '/accounts/'])
      await expect(client.request('GET', path)).rejects.toMatchObject({ status: 404 });
  });

  test('is that of a fault, too', async () => {
    const stop = mock.fail({ path: `/v1/units/${unit?.id}/`, status: 409 });
    await expect(client.units.get(unit?.id ?? '')).rejects.toMatchObject({ status: 409 });
    stop();
    mock.fail({ path: '/v1/units/*', status: 409, times: 1 });
    await expect(client.units.list()).rejects.toMatchObject({ status: 409 });
    expect(() => mock.fail({ path: '/v1/accounts/x/' })).toThrow(
      'fail: the service has no path /v1/accounts/x/. Did you mean `/v1/accounts`?',
    );
  });

  test('is not that of two resources, with and without the slash', () => {
    expect(() =>
      extendSchema(schema, { units: { path: '/accounts/', operations: ['list'] } }),
    ).toThrow('extendSchema: accounts.path: `/accounts` is already the path of units.');
    expect(() => extendSchema(schema, { units: { path: '/units//' } })).toThrow(
      'extendSchema: units: expected `path` to be a path such as /payment-plans, of letters, digits and `-._~`, got "/units//".',
    );
  });

  test('may be there or not in a proxy, whatever the service has', async () => {
    const proxy = createProxy({
      ...mock.clientOptions,
      schema: pickSchema(schema, { units: ['symbol'], accounts: ['status'] }),
      serviceSchema: schema,
      authenticate: () => ({}),
      policies: { units: () => true, accounts: () => true },
    });
    const statusOf = async (path: string) =>
      (await proxy.fetch(new Request(`https://page.example/api/v1${path}`))).status;
    for (const path of ['/units', `/units/${unit?.id}`, '/accounts'])
      expect([path, await statusOf(path), await statusOf(`${path}/`)]).toEqual([path, 200, 200]);
    for (const path of ['/units//', `/units/${unit?.id}//`, '/accounts//'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
  });
});
