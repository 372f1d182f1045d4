import { pickSchema } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { expect, test } from 'vitest';
import { cursorService } from '../services/cursors.js';
import { hiddenDigits } from '../services/hidden-digits.js';
import { numberedPages } from '../services/numbered-pages.js';
import { type Data, sampleRows, uuidOf } from '../services/sample-rows.js';
import type { Service } from '../services/service.js';
import { type Chance, createChance } from '../types/lib/random.js';
import { randomRequest } from './random-request.js';
import { schemaOf } from './scenario.js';

type Row = Readonly<Record<string, unknown>>;

const rows = sampleRows();
const accounts = [uuidOf(2, 0), uuidOf(2, 1)];
const units = [uuidOf(1, 0), uuidOf(1, 3)];
const ofAccounts = { account_id: { in: accounts } };
const isOfAccounts = ({ account_id }: Row) => accounts.includes(`${account_id}`);
const lines = rows.transactionLines.filter(isOfAccounts);

/** Which rows the session sees, by the policies below. */
const isSeen = {
  units: ({ id }: Row) => units.includes(`${id}`),
  accounts: ({ id }: Row) => accounts.includes(`${id}`),
  balances: isOfAccounts,
  transactionLines: isOfAccounts,
  transactions: ({ id }: Row) => lines.some((line) => line.transaction_id === id),
};

/** Rows of which the session sees the same: others are changed, missing or new. */
const anotherWorld = (chance: Chance): Data =>
  Object.fromEntries(
    Object.entries(isSeen).map(([name, isSeenRow]) => {
      const table: readonly Row[] = rows[name as keyof typeof isSeen];
      const change = (row: Row, keys = Object.keys(row).filter((key) => !/id$/.test(key))) =>
        Object.fromEntries(
          Object.keys(row).map((key) => [
            key,
            (keys.includes(key) ? chance.pick(table) : row)[key],
          ]),
        );
      const changed = table.flatMap((row) => {
        if (isSeenRow(row)) return [change(row, ['identifier', 'max_precision'])]; // not picked
        const others = [change(row), { ...change(row), id: `f${`${row.id}`.slice(1)}` }];
        return others.slice(0, chance.below(3));
      });
      return [name, changed];
    }),
  );

/** A service that ends a parameter at `;`, too, and keeps the last `where`. */
function loose(data: Data): Service {
  const service = hiddenDigits({ data, max: 9 });
  const cut = (url: string) =>
    url.replace(/([?&])(?:where=[^&;]*;)+(where=[^&;]*)[^&]*/, '$1$2').replace(/;[^&]*/g, '');
  return { ...service, fetch: (url, init) => service.fetch(cut(`${url}`), init) };
}

const services: readonly [name: string, create: (data: Data) => Service][] = [
  ['cursors', (data) => cursorService({ data, size: 4, max: 9 })],
  ['numbered pages', (data) => numberedPages({ data, size: 7, max: 20 })],
  ['hidden digits', (data) => hiddenDigits({ data, size: 7, max: 9 })],
  ['`;` as `&`', loose],
];

function createPage({ fetch, dialect }: Service) {
  const serviceSchema = schemaOf(dialect.text !== undefined);
  const schema = pickSchema(serviceSchema, {
    units: ['symbol'],
    accounts: ['status', 'balances'],
    balances: ['name', 'balance', 'variables', 'created_at', 'account', 'unit'],
    transactions: ['external_id', 'lines'],
    transactionLines: ['amount'],
  });
  const proxy = createProxy({
    baseUrl: 'https://api.example.com',
    apiKey: 'test-key',
    fetch,
    dialect,
    schema,
    serviceSchema,
    maxRelationDepth: 20,
    authenticate: () => 'session',
    policies: {
      units: () => ({ id: { in: units } }),
      accounts: () => ({ id: { in: accounts } }),
      balances: () => ofAccounts,
      transactions: () => ({ lines: { some: ofAccounts } }),
      transactionLines: () => ofAccounts,
    },
  });
  const ask = async (path: string) => {
    const response = await proxy.fetch(new Request(`https://page.example${path}`));
    return { status: response.status, headers: [...response.headers], text: await response.text() };
  };
  return { ask, schema, serviceSchema };
}

/** A random request, or one with text that tries to be a parameter. */
function draw(chance: Chance, { schema, serviceSchema }: ReturnType<typeof createPage>): string {
  const policies = Object.fromEntries(Object.keys(isSeen).map((name) => [name, {}]));
  if (!chance.happens(0.1))
    return randomRequest(chance, {
      schema: { ...schema } as never, // resources by name
      serviceSchema: { ...serviceSchema } as never,
      data: rows as never, // of JSON
      policies,
      maxTake: 5,
    });
  const text = chance.pick([';where=', ';where=OR:[{}];x=', '&where=', '%3Bwhere=', "',OR:[{}]"]);
  return `/v1/transactions?where=${encodeURIComponent(`external_id:${JSON.stringify(text)}`)}`;
}

test.each(services)('a session cannot tell two worlds apart: %s', async (name, create) => {
  const statuses: number[] = [];
  let pages = 0;
  for (let seed = 1; seed <= 2; seed++) {
    const chance = createChance(seed);
    const [left, right] = [createPage(create(rows)), createPage(create(anotherWorld(chance)))];
    for (let count = 0; count < 100; count++) {
      const path = draw(chance, left);
      for (let cursor = ''; ; pages++) {
        const url = `${path}${cursor && `${path.includes('?') ? '&' : '?'}cursor=${cursor}`}`;
        const [expected, actual] = await Promise.all([left.ask(url), right.ask(url)]);
        expect({ url, ...actual }).toEqual({ url, ...expected });
        statuses.push(expected.status);
        cursor = JSON.parse(expected.text).cursor ?? '';
        if (cursor === '') break;
      }
    }
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100);
  expect(statuses).not.toContain(502);
  expect(pages).toBeGreaterThan(name === 'cursors' ? 20 : -1);
});
