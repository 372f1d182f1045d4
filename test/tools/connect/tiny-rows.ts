import type { JsonObject } from '../../../src/schema/field.js';
import { createChance } from '../../types/lib/random.js';
import type { Table, TinyOptions } from './tiny-service.js';

const words = ['Main', 'Savings', 'Escrow', 'Fees', 'Joint', 'Reserve', 'Payroll', 'Card'];

/** Rows of accounts and balances, as a small service has them. */
export function tinyTables(seed = 1, count = 30): { accounts: Table; balances: Table } {
  const { pick, below, happens } = createChance(seed);
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  const date = () => new Date(1.7e12 + below(1e10)).toISOString();
  const accounts = Array.from(
    { length: count },
    (_, index): JsonObject => ({
      id: uuid(),
      identifier_prefix: `${pick(words)}-${hex(3)}`,
      identifier_value: `Value ${index} ${hex(4)}`,
      status: pick(['active', 'blocked']),
      country: pick(['DE', 'FR', 'US', 'JP']),
      note: happens(0.3) ? null : `${pick(words)} note ${index}`,
      opened_on: date().slice(0, 10),
      tags: [pick(words), pick(words)],
      settings: { tier: pick(['gold', 'silver']), limit: index },
      extra: pick<JsonObject[string]>([{ a: 1 }, 'Text', 7]),
      variables: null,
      closed_at: happens(0.5) ? null : date(),
    }),
  );
  const balances = Array.from({ length: count * 2 }, (_, index): JsonObject => {
    const account = accounts[Math.floor(index / 2)];
    return {
      id: uuid(),
      name: `${pick(words)} ${index}`,
      account_id: account?.id ?? null,
      balance: `${below(1000)}.${hex(2).replace(/\D/g, '0')}`,
      count: below(100),
      rating: happens(0.4) ? null : below(50) / 10,
      is_open: happens(0.5),
      external_id: happens(0.4) ? null : `${pick(words)}/${hex(6)}`,
      created_at: date(),
      archived_at: happens(0.4) ? null : date(),
    };
  });
  return {
    accounts: {
      fields: {
        ...{ id: 'uuid', identifier_prefix: 'text', identifier_value: 'text', status: 'enum' },
        ...{ country: 'text', note: 'text', opened_on: 'date', tags: 'tags', settings: 'json' },
        ...{ extra: 'json', variables: 'json', closed_at: 'date' },
      },
      many: { balances: ['balances', 'account_id'] },
      rows: accounts,
    },
    balances: {
      fields: {
        ...{ id: 'uuid', name: 'text', account_id: 'uuid', balance: 'decimal', count: 'number' },
        ...{ rating: 'number', is_open: 'boolean', external_id: 'text' },
        ...{ created_at: 'date', archived_at: 'date' },
      },
      one: { account: ['accounts', 'account_id'] },
      rows: balances,
    },
  };
}

export const tinyOptions = (changes: Partial<TinyOptions> = {}): TinyOptions => ({
  tables: { ...tinyTables() },
  rules: { nulls: 'sql', text: 'exact', like: 'insensitive', nullOrder: 'smallest' },
  exceptions: {},
  envelope: 'data',
  parameters: {
    where: 'where',
    include: 'include',
    take: 'limit',
    skip: 'skip',
    orderBy: 'order_by',
  },
  pageSize: { default: 20, max: 50 },
  ignored: [],
  rejected: [],
  hidden: [],
  ...changes,
});
