import { paymentsSchema } from 'payments-data-client';
import { describe, expect, test } from 'vitest';

// Copied from the tables of the API specification; decisions 11 and 13 to 15 fill the gaps.
const tables = {
  balances: {
    ...{ id: 'uuid', identifier: 'string', name: 'string', description: 'string' },
    ...{ account_id: 'uuid', unit_id: 'uuid', type: 'string', balance: 'decimal' },
    ...{ available_balance: 'decimal', negative_balance: 'decimal' },
    ...{ external_id: 'string or null', variables: 'json or null', created_at: 'date' },
    ...{ updated_at: 'date', archived_at: 'date or null', amount: 'decimal, computed' },
  },
  units: {
    ...{ id: 'uuid', name: 'string', description: 'string', max_precision: 'integer' },
    ...{ default_precision: 'integer', default_mode: 'string', workspace_id: 'uuid' },
    ...{ background_color: 'string', color: 'string', symbol: 'string', created_at: 'date' },
    ...{ updated_at: 'date', archived_at: 'date or null' },
  },
  accounts: {
    ...{ id: 'uuid', status: 'enumeration', identifier_prefix: 'string' },
    ...{ identifier_value: 'string', identifier: 'string, computed' },
  },
  transactions: {
    ...{ id: 'uuid', status: 'enumeration', external_id: 'string or null' },
    ...{ entity_id: 'string or null', route_id: 'string or null' },
  },
  transactionLines: { id: 'uuid', account_id: 'uuid', amount: 'number' },
};

const relations = {
  balances: { unit: 'one units via unit_id', account: 'one accounts via account_id' },
  units: {},
  accounts: { balances: 'many balances via account_id' },
  transactions: { lines: 'many transactionLines via transaction_id' },
  transactionLines: {},
};

const paths = {
  balances: 'GET /balances/<id>, GET /balances',
  units: '',
  accounts: 'GET /accounts',
  transactions: 'GET /transactions',
  transactionLines: 'GET /transactions/lines',
};

const names = Object.keys(tables) as (keyof typeof tables)[];

describe('the payments schema', () => {
  test('has exactly the five resources of the specification', () => {
    expect(Object.keys(paymentsSchema)).toEqual(names);
  });

  test.each(names)('has the fields of %s [general 3] [decision 13] [decision 14]', (name) => {
    const fields = Object.entries(paymentsSchema[name].fields).map(
      ([field, { kind, nullable, computed }]) => [
        field,
        `${kind}${nullable ? ' or null' : ''}${computed ? ', computed' : ''}`,
      ],
    );
    expect(Object.fromEntries(fields)).toEqual(tables[name]);
  });

  test.each(names)('has the relations of %s [general 3]', (name) => {
    const found = Object.entries(paymentsSchema[name].relations).map(
      ([relation, { cardinality, target, foreignKey, nullable }]) => [
        relation,
        `${cardinality} ${target} via ${foreignKey}${nullable ? ' or null' : ''}`,
      ],
    );
    expect(Object.fromEntries(found)).toEqual(relations[name]);
  });

  test.each(names)('has only the endpoints of the specification for %s [general 4]', (name) => {
    const { path, operations } = paymentsSchema[name];
    const found = operations.map((operation) => `GET ${path}${operation === 'get' ? '/<id>' : ''}`);
    expect(found.join(', ')).toBe(paths[name]);
  });

  test('has the known values of strings and enumerations [decision 15]', () => {
    expect(paymentsSchema.balances.fields.type.values).toEqual(['main', 'children', 'custom']);
    expect(paymentsSchema.units.fields.default_mode.values).toEqual(['floats', 'integers']);
    expect(paymentsSchema.accounts.fields.status.values).toEqual(['active']);
    expect(paymentsSchema.transactions.fields.status.values).toEqual([
      ...['completed', 'pending', 'failed', 'cancelled', 'declined', 'returned', 'prepared'],
      'scheduled',
    ]);
  });

  test('computes the identifier of an account and the amount of a balance [decision 11]', () => {
    const { identifier } = paymentsSchema.accounts.fields;
    expect(identifier.compute?.({ identifier_prefix: 'ACC', identifier_value: '1001' })).toBe(
      'ACC-1001',
    );
    expect(paymentsSchema.balances.fields.amount.compute?.({ balance: '100.00' })).toBe('100.00');
  });
});
