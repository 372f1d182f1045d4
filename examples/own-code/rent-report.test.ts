// Tests a service with stubs, which neither check the query nor apply it.
// Install first: npm install vitest
import type { GetMethod, ListMethod } from 'payments-data-client';
import { expect, test, vi } from 'vitest';
import { RentReport } from './rent-report.js';

const unit = { id: 'u1', symbol: '€' };
const rent = { id: 'b1', name: 'Rent', balance: '250.00', unit };

test('names the balances that cannot pay', async () => {
  const list = vi.fn<ListMethod<'balances'>['list']>();
  list.mockResolvedValue([rent]);
  const report = new RentReport({ list, get: async () => rent });

  expect(await report.unpaid(300)).toEqual(['Rent']);
  expect(list).toHaveBeenCalledWith({
    where: { type: 'main', balance: { lt: 300 } },
    include: { name: true },
  });
});

test('writes a line for a balance', async () => {
  const get = vi.fn<GetMethod<'balances'>['get']>();
  get.mockImplementation(async (id) => ({ ...rent, id }));
  const report = new RentReport({ list: async () => [], get });

  expect(await report.line('b1')).toBe('Rent: € 250.00');
});
