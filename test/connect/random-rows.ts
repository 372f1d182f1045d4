import { type SampleData, sampleData } from 'payments-data-client/mock';
import { dates, decimals, numbers, objects, texts } from '../fixtures/random-values.js';
import { createChance } from '../types/lib/random.js';

/**
 * The rows of a workspace: few or none of a resource, and in most workspaces with texts, numbers, dates and JSON
 * that are hard to read, write or compare.
 */
export function randomRows(seed: number): SampleData {
  const chance = createChance(seed);
  const { pick } = chance;
  const data = sampleData({ seed, accounts: chance.below(9), transactions: chance.below(12) });
  if (chance.happens(0.3)) return data;
  const used = chance.happens(0.5) ? texts : chance.sample(texts, 5);
  const text = () => pick(used);
  const maybe = <Value>(value: Value): Value | null => (chance.happens(0.3) ? null : value);
  for (const balance of data.balances)
    Object.assign(balance, {
      ...{ name: text(), description: text(), identifier: text(), type: pick(['main', 'MAIN', 'other']) },
      ...{ balance: pick(decimals), available_balance: pick(decimals), negative_balance: pick(decimals) },
      ...{ external_id: maybe(text()), variables: pick([null, ...objects]) },
      ...{ created_at: pick(dates), updated_at: pick(dates), archived_at: maybe(pick(dates)) },
    });
  for (const account of data.accounts)
    Object.assign(account, {
      status: pick(['active', 'x']),
      identifier_prefix: text(),
      identifier_value: text(),
    });
  for (const transaction of data.transactions)
    Object.assign(transaction, { status: pick(['completed', 'COMPLETED', '']), external_id: maybe(text()) });
  for (const line of data.transactionLines) line.amount = pick(numbers);
  return data;
}
