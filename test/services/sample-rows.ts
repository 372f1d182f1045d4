import type { Kind } from './columns.js';
import type { Row } from './filters.js';

export type Name = 'units' | 'accounts' | 'balances' | 'transactions' | 'transactionLines';
/** Rows as JSON. Dates may have microseconds, and decimals six digits. */
export type Data = { readonly [name in Name]?: readonly Record<string, unknown>[] };

interface Resource {
  readonly path: string;
  readonly fields: { readonly [name: string]: Kind };
  /** Fields that no response shows. */
  readonly secret?: readonly string[];
  readonly computed?: { readonly [name: string]: (row: Row) => unknown };
}

/** Fields from `name kind` pairs. */
const fieldsOf = (text: string) =>
  Object.fromEntries(text.split(', ').map((pair) => pair.split(' ') as [string, Kind])); // as below

/** Those of the API specification, with some fields that it does not name. */
export const resources: { readonly [name in Name]: Resource } = {
  units: {
    path: '/units',
    fields: fieldsOf(
      'id uuid, name name, symbol code, max_precision number, created_at created, archived_at day',
    ),
  },
  accounts: {
    path: '/accounts',
    fields: fieldsOf(
      'id uuid, status status, identifier_prefix code, identifier_value code, created_at created',
    ),
    computed: { identifier: (row) => `${row.identifier_prefix}-${row.identifier_value}` },
  },
  balances: {
    path: '/balances',
    fields: fieldsOf(
      'id uuid, name name, identifier code, account_id uuid, unit_id uuid, status status, balance decimal, external_id text, variables json, priority number, rating number, is_frozen boolean, created_at created, updated_at updated, opened_on day, archived_at created',
    ),
  },
  transactions: {
    path: '/transactions',
    fields: fieldsOf(
      'id uuid, status status, external_id text, entity_id code, created_at created',
    ),
  },
  transactionLines: {
    path: '/transactions/lines',
    fields: fieldsOf('id uuid, account_id uuid, amount number, transaction_id uuid'),
    secret: ['transaction_id'],
  },
};

interface Relation {
  readonly target: Name;
  readonly key: string;
  readonly isMany: boolean;
}
const one = (target: Name, key: string): Relation => ({ target, key, isMany: false });
const many = (target: Name, key: string): Relation => ({ target, key, isMany: true });

export const relations: { readonly [name in Name]: { readonly [name: string]: Relation } } = {
  units: {},
  accounts: { balances: many('balances', 'account_id') },
  balances: { unit: one('units', 'unit_id'), account: one('accounts', 'account_id') },
  transactions: { lines: many('transactionLines', 'transaction_id') },
  transactionLines: {},
};

/** Values of `status`. */
export const statuses = ['active', 'pending', 'closed'];

/** A UUID of version 4 from a number below 2^32. */
export const uuidOf = (table: number, index: number): string => {
  const hex = (Math.imul(index + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  return `${hex}-0000-4000-8000-${String(table).padStart(4, '0')}${hex}`;
};

/** Rows with what services differ in: case, accents, spaces, null, equal values, hidden digits. */
export function sampleRows(): Record<Name, Record<string, unknown>[]> {
  const names = 'Ada,ada,Ada Lovelace,Émile,Emile,zoe,Zoe, padded,Müller,MÜLLER'.split(',');
  const units = 'Euro,euro cent,US Dollar,Yen,Points,Krona'.split(',');
  const at = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item; // not empty
  const table = (size: number, row: (index: number) => Record<string, unknown>) =>
    Array.from({ length: size }, (_, index) => row(index));
  const digits = (value: number) => `${value % 1_000_000}`.padStart(6, '0');
  const date = (index: number) =>
    `2026-0${1 + (index % 3)}-1${index % 7}T0${index % 10}:00:0${index % 4}.${digits((index >> 1) * 7919)}Z`;
  return {
    units: table(6, (index) => ({
      ...{ id: uuidOf(1, index), name: at(units, index), created_at: date(index) },
      symbol: at(['EUR', 'eur', 'USD', 'JPY', 'PTS', 'SEK'], index),
      max_precision: index % 3,
      archived_at: index % 3 === 0 ? null : date(index),
    })),
    accounts: table(14, (index) => ({
      ...{ id: uuidOf(2, index), status: at(statuses, index), created_at: date(index) },
      identifier_prefix: at(['ACC', 'acc', 'DE'], index),
      identifier_value: `${1000 + index}`,
    })),
    balances: table(60, (index) => ({
      ...{ id: uuidOf(3, index), name: at(names, index) },
      identifier: `B-${index}${at(['X', 'x'], index)}`,
      ...{ account_id: uuidOf(2, index % 12), unit_id: uuidOf(1, index % 5) },
      ...{ status: at(statuses, index >> 2), priority: index % 4, is_frozen: index % 3 === 0 },
      balance: `${index % 5 === 0 ? '-' : ''}${(index * 37) % 300}.${digits((index % 7) * 104_729)}`,
      external_id: index % 4 === 0 ? null : `ext-${at(['a', 'A', 'b', 'é'], index)}${index % 9}`,
      variables:
        index % 5 === 0
          ? null
          : {
              tier: at(['gold', 'Silver'], index),
              limits: { daily: index % 4, note: null },
              tags: ['x', at(['y', 'z'], index)],
            },
      rating: index % 6 === 0 ? null : (index % 8) / 4,
      ...{ created_at: date(index), updated_at: date(index >> 1), opened_on: date(index >> 2) },
      archived_at: index % 3 === 0 ? date(index) : null,
    })),
    transactions: table(30, (index) => ({
      ...{ id: uuidOf(4, index), status: at(statuses, index), entity_id: `E-${index % 6}` },
      ...{ external_id: index % 3 === 0 ? null : `T-${index}`, created_at: date(index) },
    })),
    transactionLines: table(70, (index) => ({
      ...{ id: uuidOf(5, index), account_id: uuidOf(2, index % 12) },
      amount: ((index % 2 ? 1 : -1) * (1 + (index % 9))) / 4,
      transaction_id: uuidOf(4, index % 27),
    })),
  };
}
