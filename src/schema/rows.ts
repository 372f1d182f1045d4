import type { JsonObject, Open } from './field.js';

// The rows of the payments schema, written out: the compiler drops the documentation of an inferred literal from
// declarations, and an editor should show a sentence on every field. A type test proves them equal to the schema.

/** A balance: an amount of one unit, held in one account. */
export interface Balance {
  /** UUID. Always returned. */
  id: string;
  /** The name by which the workspace refers to the balance. */
  identifier: string;
  /** What people call the balance. */
  name: string;
  /** What the balance is for. */
  description: string;
  /** UUID of the account that holds the balance. */
  account_id: string;
  /** UUID of the unit in which the balance is counted. */
  unit_id: string;
  /** What kind of balance it is, such as `main`. Open: other values may come. */
  type: Open<'main' | 'children' | 'custom'>;
  /** The whole balance, as decimal text. */
  balance: string;
  /** What of the balance can be spent, as decimal text. */
  available_balance: string;
  /** How far the balance may go below zero, as decimal text. */
  negative_balance: string;
  /** The balance's name in another system, or `null`. */
  external_id: string | null;
  /** The workspace's own data on the balance, or `null`. */
  variables: JsonObject | null;
  /** When the balance was made: ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** When the balance last changed: ISO 8601, UTC, with milliseconds. */
  updated_at: string;
  /** When the balance was archived: ISO 8601, UTC, with milliseconds; `null` when it is not archived. */
  archived_at: string | null;
}

/** Everything that can be asked of a balance: its row, what is computed, and its relations. */
export interface BalanceProperties extends Balance {
  /** The amount of the balance, as decimal text. Computed: comes only when it is included. */
  amount: string;
  /** The unit in which the balance is counted. */
  unit: Unit;
  /** The account that holds the balance. */
  account: Account;
}

/** A unit in which balances are counted: a currency or something like it. */
export interface Unit {
  /** UUID. Always returned. */
  id: string;
  /** What people call the unit. */
  name: string;
  /** What the unit is. */
  description: string;
  /** How many digits may follow the decimal point at most. */
  max_precision: number;
  /** How many digits follow the decimal point when nothing else is said. */
  default_precision: number;
  /** How amounts are written, such as `floats`. Open: other values may come. */
  default_mode: Open<'floats' | 'integers'>;
  /** UUID of the workspace. */
  workspace_id: string;
  /** Colour behind the symbol, as hex. */
  background_color: string;
  /** Colour of the symbol, as hex. */
  color: string;
  /** The sign before or after an amount, such as `$`. */
  symbol: string;
  /** When the unit was made: ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** When the unit last changed: ISO 8601, UTC, with milliseconds. */
  updated_at: string;
  /** When the unit was archived: ISO 8601, UTC, with milliseconds; `null` when it is not archived. */
  archived_at: string | null;
}

/** Everything that can be asked of a unit. */
export interface UnitProperties extends Unit {}

/** An account, which holds balances. */
export interface Account {
  /** UUID. Always returned. */
  id: string;
  /** State of the account, such as `active`. Open: other values may come. */
  status: Open<'active'>;
  /** The part of `identifier` before the hyphen. */
  identifier_prefix: string;
  /** The part of `identifier` after the hyphen. */
  identifier_value: string;
}

/** Everything that can be asked of an account: its row, what is computed, and its relations. */
export interface AccountProperties extends Account {
  /** `identifier_prefix`, a hyphen and `identifier_value`. Computed: comes only when it is included. */
  identifier: string;
  /** The balances that the account holds. */
  balances: Balance[];
}

/** A transaction: lines that move amounts between accounts. */
export interface Transaction {
  /** UUID. Always returned. */
  id: string;
  /** State of the transaction, such as `completed`. Open: other values may come. */
  status: Open<
    'completed' | 'pending' | 'failed' | 'cancelled' | 'declined' | 'returned' | 'prepared' | 'scheduled'
  >;
  /** The transaction's name in another system, or `null`. */
  external_id: string | null;
  /** UUID of the entity on whose behalf the transaction is made, or `null`. */
  entity_id: string | null;
  /** UUID of the route that the transaction takes, or `null`. */
  route_id: string | null;
}

/** Everything that can be asked of a transaction: its row and its relations. */
export interface TransactionProperties extends Transaction {
  /** The lines of the transaction; their amounts sum to zero. */
  lines: TransactionLine[];
}

/** One line of a transaction: an amount that enters or leaves an account. */
export interface TransactionLine {
  /** UUID. Always returned. */
  id: string;
  /** UUID of the account. */
  account_id: string;
  /** What enters the account, or with a minus leaves it. A JSON number, as the service has it. */
  amount: number;
}

/** Everything that can be asked of a transaction line. */
export interface TransactionLineProperties extends TransactionLine {}
