/** Uses the entry points that need other packages as their users do, and returns the results. `service` is the URL of a real server. */
export const exercise = async (entries, peers, service) => ({
  msw: await exerciseMsw(entries, peers, service),
  validation: await exerciseValidation(entries),
  query: await exerciseQuery(entries, peers),
});

/** Uses a client with the global `fetch`. MSW responds with the mock, and lets other requests pass. */
async function exerciseMsw({ createClient, createMock, mockHandlers }, { setupServer }, service) {
  const mock = createMock({ baseUrl: 'https://api.example.com/payments' });
  const server = setupServer(...mockHandlers(mock));
  await server.listen({ onUnhandledRequest: 'bypass' });
  const { baseUrl, apiKey } = mock.clientOptions;
  const client = createClient({ baseUrl, apiKey, retry: 0, allowApiKeyInBrowser: true });
  const name = (error) => error.name;
  const rows = await client.balances.list({
    where: { balance: { gte: '0' }, OR: [{ type: 'main' }, { type: 'children' }] },
    include: { balance: true, unit: { symbol: true } },
    take: 2,
  });
  const key = mock.apiKeys.create({ name: 'Reports' });
  await client.apiKeys.rename(key.id, 'Monthly reports');
  const result = {
    properties: rows.map((row) => Object.keys(row).sort()),
    renamed: mock.apiKeys.get(key.id).name,
    missing: await client.balances.get('none').catch(name),
    denied: await client.with({ apiKey: 'unknown' }).balances.list().catch(name),
    elsewhere: (await fetch(`${service}/v1/balances`)).status,
    asked: mock.requests.length,
  };
  server.close();
  return result;
}

async function exerciseValidation({ createClient, createMock, zodValidator }) {
  const { clientOptions } = createMock();
  const wrong = async () => Response.json([{ id: 'a balance', name: 7 }]);
  const ask = (fetch) =>
    createClient({ ...clientOptions, fetch, validator: zodValidator() }).balances.list({
      include: { name: true },
    });
  const { name, message } = await ask(wrong).catch((error) => error);
  return { accepts: (await ask(clientOptions.fetch)).length > 0, name, message };
}

async function exerciseQuery(
  { createClient, createMock, infiniteListQueryOptions, listQueryOptions },
  { QueryClient },
) {
  const client = createClient(createMock().clientOptions);
  const cache = new QueryClient();
  const include = { name: true };
  const rows = await cache.fetchQuery(listQueryOptions(client.balances, { include, take: 3 }));
  const endless = infiniteListQueryOptions(client.balances, { include }, { pageSize: 2 });
  const { pages } = await cache.fetchInfiniteQuery({ ...endless, pages: 2 });
  return { rows: rows.length, pages: pages.map((page) => page.rows.length) };
}
