import { type SampleData, sampleData } from 'payments-data-client/mock';
import type { JsonObject } from '../../src/schema/field.js';
import { createChance } from '../types/lib/random.js';

const texts = [
  ...[
    '',
    ' ',
    'a',
    'A',
    'Ada',
    'ada',
    'ADA',
    'zoe',
    'Zoë',
    'été',
    'ÉTÉ',
    'ß',
    'SS',
    'ı',
    'İ',
    '佐藤',
    '😀 smile',
  ],
  ...[
    'ab%cd',
    'ab_cd',
    'abxcd',
    '.*',
    '$1',
    '[a]',
    "O'Brien",
    '"quoted"',
    'back\\slash',
    'line\nbreak',
    '\u2028',
  ],
  ...['a+b', 'a&b=c', '#x', 'null', 'true', '1', '01', '1.0', '2025-01-01', '\u001b[31mred', '__proto__'],
  'x'.repeat(300),
];

const decimals = [
  ...[
    '0',
    '0.00',
    '-0',
    '1',
    '1.0',
    '1.00',
    '007',
    '9',
    '10',
    '-9',
    '-10',
    '0.1',
    '0.10',
    '123.45',
    '-1000000',
  ],
  ...['0.3', '0.30000000000000004', '99999999999999999999.99', '99999999999999999999.98'],
];

const numbers = [0, -0.25, 0.25, 0.1, 1, 9, 10, -9, -10, 123456.75, 1e-7, 1e15];

const dates = [
  ...['1969-07-20T20:17:40.000Z', '2024-12-31T23:59:59.999Z', '2025-01-01T00:00:00.000Z'],
  ...['2025-01-01T00:00:00.001Z', '2025-06-01T12:00:00.000Z', '2030-01-01T00:00:00.000Z'],
];

const objects: readonly (JsonObject | null)[] = [
  ...[null, {}, { a: 1 }, { a: null }, { a: 'x' }, { a: true, b: 'true' }, { tier: 'gold', n: 0.1 }],
  ...[{ a: {} }, { a: { b: 1, c: 2 } }, { a: { b: null } }, { 'x y': { z: 1 } }],
  ...[{ a: [] }, { a: [1, 2] }, { a: [{ b: 1 }] }, { a: [['n']] }],
  ...[{ 'a.b': 1 }, { '': 1 }, { $x: 1 }, { '/p': 1 }, { 'k[0]': 1 }],
];

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
      ...{ external_id: maybe(text()), variables: pick(objects) },
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
