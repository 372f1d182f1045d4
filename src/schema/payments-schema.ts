import { buildSchema } from './define-schema.js';
import {
  computed,
  date,
  decimal,
  enumeration,
  integer,
  json,
  nullable,
  number,
  string,
  uuid,
} from './field.js';
import { many, one } from './relation.js';
import type { Resource, ResourceTypes } from './resource.js';
import type {
  Account,
  AccountProperties,
  Balance,
  BalanceProperties,
  Transaction,
  TransactionLine,
  TransactionProperties,
  Unit,
} from './rows.js';

// Marked as pure, so that a bundle that does not use the schema leaves it out.
const definition = /* @__PURE__ */ (() =>
  buildSchema({
    balances: {
      path: '/balances',
      operations: ['get', 'list'],
      fields: {
        id: uuid(),
        identifier: string(),
        name: string(),
        description: string(),
        account_id: uuid(),
        unit_id: uuid(),
        type: string('main', 'children', 'custom'),
        balance: decimal(),
        available_balance: decimal(),
        negative_balance: decimal(),
        external_id: nullable(string()),
        variables: nullable(json('object')),
        created_at: date(),
        updated_at: date(),
        archived_at: nullable(date()),
        amount: computed(decimal(), (row) => String(row.balance)), // decision 11
      },
      relations: {
        unit: one('units', { foreignKey: 'unit_id' }),
        account: one('accounts', { foreignKey: 'account_id' }),
      },
    },
    units: {
      fields: {
        id: uuid(),
        name: string(),
        description: string(),
        max_precision: integer(),
        default_precision: integer(),
        default_mode: string('floats', 'integers'),
        workspace_id: uuid(),
        background_color: string(),
        color: string(),
        symbol: string(),
        created_at: date(),
        updated_at: date(),
        archived_at: nullable(date()),
      },
    },
    accounts: {
      path: '/accounts',
      operations: ['list'],
      fields: {
        id: uuid(),
        status: enumeration('active'),
        identifier_prefix: string(),
        identifier_value: string(),
        identifier: computed(string(), (row) => `${row.identifier_prefix}-${row.identifier_value}`),
      },
      relations: { balances: many('balances', { foreignKey: 'account_id' }) },
      incomplete: true,
    },
    transactions: {
      path: '/transactions',
      operations: ['list'],
      fields: {
        id: uuid(),
        status: enumeration(
          'completed',
          'pending',
          'failed',
          'cancelled',
          'declined',
          'returned',
          'prepared',
          'scheduled',
        ),
        external_id: nullable(string()),
        entity_id: nullable(string()),
        route_id: nullable(string()),
      },
      relations: { lines: many('transactionLines', { foreignKey: 'transaction_id' }) },
      incomplete: true,
    },
    transactionLines: {
      path: '/transactions/lines',
      operations: ['list'],
      fields: {
        id: uuid(),
        account_id: uuid(),
        amount: number(),
      },
      incomplete: true,
    },
  }))();

type Definition = typeof definition;

/**
 * A resource of the definition. Editors and messages show the named interface of its rows instead
 * of every field.
 */
type Named<Name extends keyof Definition, Row, Properties = Row> = Resource<
  Definition[Name]['operations'],
  Definition[Name]['fields'],
  Definition[Name]['relations'],
  ResourceTypes<Row, Properties>
>;

/**
 * The type of {@link paymentsSchema}. An interface, so that hovers and compiler messages show only
 * its name.
 */
export interface PaymentsSchema {
  readonly balances: Named<'balances', Balance, BalanceProperties>;
  readonly units: Named<'units', Unit>;
  readonly accounts: Named<'accounts', Account, AccountProperties>;
  readonly transactions: Named<'transactions', Transaction, TransactionProperties>;
  readonly transactionLines: Named<'transactionLines', TransactionLine>;
}

/** Names each resource of the definition. Otherwise the compiler rejects it. */
type Complete<Schema extends Record<keyof Definition, Resource>> = Schema;

/** The schema of the service as far as it is specified. */
// The cast only names the rows. A type test proves both types equal.
export const paymentsSchema = definition as Complete<PaymentsSchema>;
