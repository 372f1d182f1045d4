import { apiKey, workspace } from './workspace.mjs';

/**
 * Uses the package as its users do, and returns the results. It is the same in every runtime and for both module formats,
 * so the entry points are arguments. `service` is the URL of a real server with the workspace, for the global `fetch`:
 * `/slow` never responds, `/moved` redirects and `/broken` closes the connection. `other` is another copy of the client's
 * entry point, if there is one.
 */
export async function exercise(
  { createClient, ...entries },
  { createMock },
  service,
  other = entries,
) {
  const mock = createMock(workspace);
  const allowApiKeyInBrowser = true; // the test's own key
  const { extendSchema, many, nullable, paymentsSchema, string, uuid } = entries;
  const schema = extendSchema(paymentsSchema, {
    balances: { fields: { reference: nullable(string()) } },
    entities: {
      path: '/entities',
      operations: ['list'],
      fields: { id: uuid(), name: string() },
      relations: { accounts: many('accounts', { foreignKey: 'entity_id' }) },
    },
  });
  const extended = createClient({ ...createMock({ schema }).clientOptions, schema });
  return {
    inProcess: await ask(createClient(mock.clientOptions), entries),
    overHttp: await ask(createClient({ baseUrl: service, apiKey, allowApiKeyInBrowser }), entries),
    failing: {
      late: await failure(
        createClient({
          baseUrl: `${service}/slow`,
          apiKey,
          allowApiKeyInBrowser,
          timeout: 150,
        }).balances.list(),
      ),
      moved: await failure(
        createClient({ baseUrl: `${service}/moved`, apiKey, allowApiKeyInBrowser }).balances.list(),
      ),
      broken: await failure(
        createClient({
          baseUrl: `${service}/broken`,
          apiKey,
          allowApiKeyInBrowser,
          retry: 0,
        }).balances.list(),
      ),
    },
    guardOfOtherCopy: await failure(
      extended.balances.list({ where: { nmae: 'x' } }),
      other.isQueryError,
    ),
    sampleOfExtendedSchema:
      (await extended.balances.list({ include: { reference: true } })).length > 0,
    callerIsInStack: await hasCaller(() => listWithTypo(extended)),
    secretShown: [createClient(mock.clientOptions), mock, mock.requests].some((value) =>
      JSON.stringify(value).includes(apiKey),
    ),
  };
}

async function ask(client, { isApiError, isQueryError }) {
  const paginated = [];
  for await (const { name } of client.balances.iterate(
    { include: { name: true } },
    { pageSize: 3 },
  ))
    paginated.push(name);
  const stop = AbortSignal.abort(new Error('no longer needed'));
  return {
    rows: await client.balances.list({
      where: {
        balance: { gte: '100.0' },
        OR: [{ name: { like: '2' } }, { balance: { in: ['9007199254740993.010'] } }],
      },
      include: { balance: true, unit: { symbol: true } },
    }),
    paginated,
    wrong: await failure(client.balances.list({ where: { nmae: 'x' } }), isQueryError),
    missing: await failure(client.balances.get('none'), (error) => isApiError(error, 404)),
    denied: await failure(client.with({ apiKey: 'unknown' }).balances.list(), (error) =>
      isApiError(error, 401),
    ),
    aborted: await failure(client.balances.list({}, { signal: stop })),
  };
}

async function listWithTypo(client) {
  const where = { AND: [{ OR: [{ AND: [{ OR: [{ name: { lke: 'a' } }] }] }] }] }; // checked many frames deep
  await client.balances.list({ where });
}

/** Whether the function that called the client is in the stack of the error. */
const hasCaller = (act) =>
  act().then(
    () => false,
    ({ stack }) => stack.includes('listWithTypo'),
  );

/** The name of the error that a call fails with, and whether its guard recognizes it. */
const failure = (promise, guard = () => true) =>
  promise.then(
    () => 'did not fail',
    (error) => (guard(error) ? error.name : `${error.name}, not recognized by its guard`),
  );
