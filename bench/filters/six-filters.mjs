import { groupByAccount } from './rows.mjs';

/**
 * The six filters in two forms: as `where` of this package, and as a hand-written loop.
 */
export function sixFilters({ accounts, balances, units }) {
  const ids = Array.from(
    { length: 1000 },
    (_, index) => balances[(index * 97) % balances.length].id,
  );
  const [u0, u1, u2] = units.map(({ id }) => id);
  const [from, to] = ['2022-01-01T00:00:00.000Z', '2022-04-01T00:00:00.000Z'];
  const early = '2021-01-01T00:00:00.000Z';
  const wanted = new Set(ids);
  const groups = groupByAccount(balances);
  const nested = (row) =>
    (row.type === 'available' &&
      ((+row.balance > 9000 && row.unit_id === u0) ||
        (+row.balance < 500 && row.unit_id === u1))) ||
    (row.type === 'pending' &&
      ((row.name.includes('99') && row.unit_id !== u2) ||
        (row.created_at < early && +row.balance >= 5000)));
  const hasDebt = ({ id }) => {
    const group = groups.get(id);
    if (!group) return false;
    for (let index = 0; index < group.length; index++) if (+group[index].balance < 0) return true;
    return false;
  };
  const operands = { ids, u0, u1, u2, from, to, early };
  return {
    operands,
    filters: [
      {
        name: 'equality',
        resource: 'balances',
        where: { name: 'balance 424' },
        loop() {
          const found = [];
          for (let index = 0; index < balances.length; index++)
            if (balances[index].name === 'balance 424') found.push(balances[index]);
          return found;
        },
      },
      {
        name: 'decimal >',
        resource: 'balances',
        where: { balance: { gt: '9000' } },
        loop() {
          const found = [];
          for (let index = 0; index < balances.length; index++) {
            const row = balances[index];
            if (row.balance !== null && +row.balance > 9000) found.push(row);
          }
          return found;
        },
      },
      {
        name: 'date range',
        resource: 'balances',
        where: { created_at: { gte: from, lt: to } },
        loop() {
          const found = [];
          for (let index = 0; index < balances.length; index++) {
            const row = balances[index];
            if (row.created_at >= from && row.created_at < to) found.push(row);
          }
          return found;
        },
      },
      {
        name: 'in 1,000',
        resource: 'balances',
        where: { id: { in: ids } },
        loop() {
          const found = [];
          for (let index = 0; index < balances.length; index++)
            if (wanted.has(balances[index].id)) found.push(balances[index]);
          return found;
        },
      },
      {
        name: 'nested OR',
        resource: 'balances',
        where: {
          OR: [
            {
              type: 'available',
              OR: [
                { balance: { gt: '9000' }, unit_id: u0 },
                { balance: { lt: '500' }, unit_id: u1 },
              ],
            },
            {
              type: 'pending',
              OR: [
                { name: { like: '99' }, unit_id: { neq: u2 } },
                { created_at: { lt: early }, balance: { gte: '5000' } },
              ],
            },
          ],
        },
        loop() {
          const found = [];
          for (let index = 0; index < balances.length; index++)
            if (nested(balances[index])) found.push(balances[index]);
          return found;
        },
      },
      {
        name: 'relation',
        resource: 'accounts',
        where: { balances: { some: { balance: { lt: '0' } } } },
        loop() {
          const found = [];
          for (let index = 0; index < accounts.length; index++)
            if (hasDebt(accounts[index])) found.push(accounts[index]);
          return found;
        },
      },
    ],
  };
}

/** Filters rows with any predicate. */
export function sharedLoop(rows, predicate) {
  const found = [];
  for (let index = 0; index < rows.length; index++)
    if (predicate(rows[index])) found.push(rows[index]);
  return found;
}
