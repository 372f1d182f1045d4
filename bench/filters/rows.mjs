import { createRandom } from '../measure/random.mjs';

const types = ['available', 'pending', 'reserved', 'settled', 'escrow'];

/**
 * Creates rows of the service, the same ones for the same count: 5 balances per account, 20 units, 2% negative balances.
 *
 * @param count - The number of balances.
 */
export function makeRows(count) {
  const random = createRandom(42);
  const units = Array.from({ length: 20 }, (_, index) =>
    asRead({ id: random.uuid(), name: `U${index}` }),
  );
  const accounts = Array.from({ length: count / 5 }, (_, index) =>
    asRead({
      id: random.uuid(),
      status: 'active',
      identifier_prefix: 'customer',
      identifier_value: String(index),
    }),
  );
  const balances = Array.from({ length: count }, (_, index) =>
    asRead(makeBalance(random, index, units, accounts)),
  );
  return { units, accounts, balances };
}

/** Copies a row through JSON, so that its strings are flat in memory, like those of a response. */
const asRead = (row) => JSON.parse(JSON.stringify(row));

function makeBalance(random, index, units, accounts) {
  const cents = random.below(1_000_000) - (random.next() < 0.02 ? 1_000_000 : 0);
  const amount = (cents / 100).toFixed(2);
  const moment = new Date(1.6e12 + random.below(1.6e11)).toISOString();
  return {
    id: random.uuid(),
    identifier: `balance-${index}`,
    name: `balance ${index % 1000}`,
    description: 'What can be spent',
    account_id: random.pick(accounts).id,
    unit_id: random.pick(units).id,
    type: random.pick(types),
    balance: amount,
    available_balance: amount,
    negative_balance: '0.00',
    external_id: null,
    variables:
      random.next() < 0.5
        ? null
        : { tier: random.pick(['gold', 'silver']), number: random.below(100) },
    created_at: moment,
    updated_at: moment,
    archived_at: null,
  };
}

/** The balances of each account, by its id. */
export function groupByAccount(balances) {
  const groups = new Map();
  for (const balance of balances) {
    const group = groups.get(balance.account_id);
    if (group) group.push(balance);
    else groups.set(balance.account_id, [balance]);
  }
  return groups;
}

/** Accounts with embedded balances, for engines without relations. Decimals are added as floats, for engines without decimals. */
export function embedBalances({ accounts, balances }) {
  const groups = groupByAccount(balances);
  return accounts.map((account) => ({
    ...account,
    balances: (groups.get(account.id) ?? []).map((balance) => ({
      ...balance,
      float: Number(balance.balance),
    })),
  }));
}
