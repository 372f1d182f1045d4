import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { totalsByUnit } from '../../examples/money-safe-totals.js';

test('adds amounts of 30 digits, with any number of decimal places, exactly', async () => {
  const mock = createMock({ data: {} });
  const euro = mock.db.units.insert({ name: 'EUR' });
  const bitcoin = mock.db.units.insert({ name: 'BTC' });
  const amounts = [
    [euro, '123456789012345678901234567890.12'],
    [euro, '-0.01'],
    [euro, '900000000000000000000000000000'],
    [bitcoin, '0.000000000000000000000000000001'],
    [bitcoin, '0.123456789'], // nine decimal places
    [bitcoin, '1.10'],
  ] as const;
  mock.db.balances.insert(amounts.map(([unit, balance]) => ({ unit_id: unit.id, balance })));

  expect(await totalsByUnit(createClient(mock.clientOptions))).toEqual({
    EUR: '1023456789012345678901234567890.11',
    BTC: '1.223456789000000000000000000001',
  });
});
