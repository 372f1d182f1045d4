import { createRandom } from '../measure/random.mjs';

const types = ['available', 'pending', 'reserved', 'settled', 'escrow'];

/**
 * Rows of the service, the same for the same number: five balances an account, 20 units, 2 in 100 balances negative.
 *
 * @param count - How many balances.
 */
export function makeRows(count) {
  const random = createRandom(42);
  const units = Array.from({ length: 20 }, (_, index) => asRead({ id: random.uuid(), name: `U${index}` }));
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

/** As rows come from a file or from a service: their texts are flat, and not put together only when they are read. */
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
      random.next() < 0.5 ? null : { tier: random.pick(['gold', 'silver']), number: random.below(100) },
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

/** Accounts that hold their balances, for engines without relations; decimals also as floats, for those without decimals. */
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
