import { createMock } from '#payments-data-client/mock';
import { inTurns } from '../measure/in-turns.mjs';
import { quick } from '../measure/report.mjs';
import { makeRows } from './rows.mjs';
import { sixFilters } from './six-filters.mjs';

const options = quick ? { rounds: 3, milliseconds: 1 } : { rounds: 15, milliseconds: 30 };

/** Compares a list through the mock's `fetch` with a Request, the hand-written loop and a Response. Both return the matching ids. */
export async function compareFetch(count) {
  const rows = makeRows(count);
  const mock = createMock({ data: rows, dialect: { maxUrlLength: 100_000 } });
  const headers = { authorization: `APIKey ${mock.clientOptions.apiKey}` };
  const times = {};
  for (const { name, resource, where, loop } of sixFilters(rows).filters) {
    const url = `${mock.baseUrl}/v1/${resource}?include=id:true&where=${encodeURIComponent(JSON.stringify(where))}`;
    const text = async (response) => (await response).text();
    const candidates = {
      mock: () => text(mock.fetch(url, { headers })),
      hand: () => {
        const request = new Request(url, { headers });
        if (!request.headers.has('authorization')) throw new Error('no key');
        new URL(request.url).searchParams.get('where');
        return text(Response.json(loop().map(({ id }) => ({ id }))));
      },
    };
    if (idsIn(await candidates.mock()) !== idsIn(await candidates.hand()))
      throw new Error(`${name}: other rows`);
    times[name] = await inTurns(candidates, options);
    mock.requests.length = 0;
  }
  return times;
}

/** In one order: the mock lists rows by `id`, the loop as they were inserted. */
const idsIn = (text) =>
  JSON.parse(text)
    .map(({ id }) => id)
    .sort()
    .join();

/** Measures `include: { balances: true }` for all accounts. */
export async function measureInclude(count) {
  const mock = createMock({ data: makeRows(count) });
  const headers = { authorization: `APIKey ${mock.clientOptions.apiKey}` };
  const url = `${mock.baseUrl}/v1/accounts?include=balances:true`;
  const { include } = await inTurns(
    { include: async () => (await mock.fetch(url, { headers })).arrayBuffer() },
    { rounds: quick ? 1 : 7, milliseconds: 1 },
  );
  return include;
}

/** Compares creating a mock from rows with creating the rows and with parsing them from JSON. */
export async function compareCreation(count) {
  const rows = makeRows(count);
  const { balances } = rows;
  const json = JSON.stringify(balances);
  return inTurns(
    {
      mock: () => createMock({ data: rows }),
      literal: () => balances.map(copyOf),
      parse: () => JSON.parse(json),
    },
    quick ? { rounds: 1, milliseconds: 1 } : { rounds: 9, milliseconds: 1 },
  );
}

/** A row as an object literal with computed dates and amounts. */
const copyOf = (row, index) => ({
  id: row.id,
  identifier: `balance-${index}`,
  name: `balance ${index % 1000}`,
  description: 'What can be spent',
  account_id: row.account_id,
  unit_id: row.unit_id,
  type: row.type,
  balance: (index / 100).toFixed(2),
  available_balance: (index / 100).toFixed(2),
  negative_balance: '0.00',
  external_id: null,
  variables: row.variables && { ...row.variables },
  created_at: new Date(1.6e12 + index).toISOString(),
  updated_at: new Date(1.6e12 + index).toISOString(),
  archived_at: null,
});
