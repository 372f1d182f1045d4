import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, expect, test } from 'vitest';
import { monthPeriod, readStatement, schema } from '../../examples/statement/statement.js';

const mock = createMock({ schema, data: {} });
const client = createClient({ ...mock.clientOptions, schema });
const march = monthPeriod(2026, 3);
let accountId: string;
let unit: { readonly id: string };

beforeEach(() => {
  mock.reset();
  accountId = mock.db.accounts.insert({}).id;
  unit = mock.db.units.insert({ name: 'EUR', default_precision: 2 });
});

const pay = (created_at: string, amount: number, external_id = '', status = 'completed') =>
  mock.db.transactions.insert({
    created_at,
    status,
    external_id,
    lines: [
      { account_id: accountId, amount, unit_id: unit.id },
      { account_id: mock.db.accounts.insert({}).id, amount: -amount, unit_id: unit.id },
    ],
  });

test('has the completed transactions of the month by date, from opening to closing', async () => {
  pay('2026-03-31T23:59:59.999Z', 3, 'last');
  pay('2026-03-01T00:00:00.000Z', 1, 'first');
  pay('2026-02-28T23:59:59.999Z', 10, 'earlier');
  pay('2026-04-01T00:00:00.000Z', 20, 'later');
  pay('2026-03-15T12:00:00.000Z', 40, 'pending', 'pending');
  expect(await readStatement(client, accountId, march)).toEqual([
    {
      unit: 'EUR',
      opening: '10.00',
      lines: [
        { date: '2026-03-01', reference: 'first', amount: '1.00', total: '11.00' },
        { date: '2026-03-31', reference: 'last', amount: '3.00', total: '14.00' },
      ],
      closing: '14.00',
    },
  ]);
});

test('adds amounts exactly, and never those of different units', async () => {
  for (const amount of [0.1, 0.1, 0.1, -0.3, 9007199254740.93, 0.01, -0.02])
    pay('2026-03-02T00:00:00.000Z', amount);
  unit = mock.db.units.insert({ name: 'USD', default_precision: 2 });
  pay('2026-02-01T00:00:00.000Z', 80);
  unit = mock.db.units.insert({ name: 'BTC', default_precision: 2 }); // its lines have more
  pay('2026-03-03T00:00:00.000Z', 0.00000001);
  expect(await readStatement(client, accountId, march)).toMatchObject([
    { unit: 'BTC', opening: '0.00', lines: [{ amount: '0.00000001' }], closing: '0.00000001' },
    { unit: 'EUR', opening: '0.00', closing: '9007199254740.92' },
    { unit: 'USD', opening: '80.00', lines: [], closing: '80.00' },
  ]);
});

test('has each transaction once while others are inserted and deleted', async () => {
  const start = Date.UTC(2026, 2, 2);
  const days = Array.from({ length: 250 }, (_, index) =>
    new Date(start + index * 3_600_000).toISOString(),
  );
  const ids = days.map((day) => pay(day, 1, day).id);
  let pages = 0;
  const fetch: typeof mock.fetch = async (input, init) => {
    const response = await mock.fetch(input, init);
    pages++;
    pay(`2026-03-01T00:00:0${pages}.000Z`, 1, 'inserted'); // before the rows that were read
    if (pages === 2) mock.db.transactions.delete(ids[0] ?? '');
    return response;
  };
  const busy = createClient({ ...mock.clientOptions, schema, fetch });
  const [part] = await readStatement(busy, accountId, march);
  expect(pages).toBeGreaterThan(2);
  expect(part?.lines.map(({ reference }) => reference)).toEqual(days);
});
