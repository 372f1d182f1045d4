import type { JsonObject, OpenEnum } from './field.js';

// The rows of the payments schema, written out: the compiler drops comments from the declaration of an
// inferred type, and the editor should show a sentence for every field. A type test proves that they are
// equal to the schema.

/** A balance: an amount of one unit in one account. */
export interface Balance {
  /** UUID. Always returned. */
  id: string;
  /** The identifier of the balance in the workspace. */
  identifier: string;
  /** The display name of the balance. */
  name: string;
  /** A description of the balance. */
  description: string;
  /** UUID of the account to which the balance belongs. */
  account_id: string;
  /** UUID of the unit of the balance. */
  unit_id: string;
  /** The type of the balance, such as `main`. The service may return other values. */
  type: OpenEnum<'main' | 'children' | 'custom'>;
  /** The total amount, as a decimal string. */
  balance: string;
  /** The amount that can be spent, as a decimal string. */
  available_balance: string;
  /** The negative balance, as a decimal string. The API specification does not describe it further. */
  negative_balance: string;
  /** The id of the balance in another system, or `null`. */
  external_id: string | null;
  /** Custom data of the workspace, or `null`. */
  variables: JsonObject | null;
  /** When the balance was created: ISO 8601 in UTC with milliseconds. */
  created_at: string;
  /** When the balance was last changed: ISO 8601 in UTC with milliseconds. */
  updated_at: string;
  /** When the balance was archived: ISO 8601 in UTC with milliseconds. `null` if it is not archived. */
  archived_at: string | null;
}

/** Everything that `include` can select from a balance: its row, computed fields and relations. */
export interface BalanceProperties extends Balance {
  /** The amount of the balance, as a decimal string. Computed: only returned if `include` names it. */
  amount: string;
  /** The unit of the balance. */
  unit: Unit;
  /** The account to which the balance belongs. */
  account: Account;
}

/** A unit: a currency, or anything else that balances are denominated in. */
export interface Unit {
  /** UUID. Always returned. */
  id: string;
  /** The display name of the unit. */
  name: string;
  /** A description of the unit. */
  description: string;
  /** The maximum number of decimal places. */
  max_precision: number;
  /** The default number of decimal places. */
  default_precision: number;
  /** How amounts are written, such as `floats`. The service may return other values. */
  default_mode: OpenEnum<'floats' | 'integers'>;
  /** UUID of the workspace to which the unit belongs. */
  workspace_id: string;
  /** Background color of the symbol, as a hex color. */
  background_color: string;
  /** Color of the symbol, as a hex color. */
  color: string;
  /** The symbol of the unit, such as `$`. */
  symbol: string;
  /** When the unit was created: ISO 8601 in UTC with milliseconds. */
  created_at: string;
  /** When the unit was last changed: ISO 8601 in UTC with milliseconds. */
  updated_at: string;
  /** When the unit was archived: ISO 8601 in UTC with milliseconds. `null` if it is not archived. */
  archived_at: string | null;
}

/** Everything that `include` can select from a unit. */
export interface UnitProperties extends Unit {}

/** An account: the owner of balances. */
export interface Account {
  /** UUID. Always returned. */
  id: string;
  /** The status of the account, such as `active`. The service may return other values. */
  status: OpenEnum<'active'>;
  /** The part of `identifier` before the hyphen. */
  identifier_prefix: string;
  /** The part of `identifier` after the hyphen. */
  identifier_value: string;
}

/** Everything that `include` can select from an account: its row, computed fields and relations. */
export interface AccountProperties extends Account {
  /** `identifier_prefix`, a hyphen and `identifier_value`. Computed: only returned if `include` names it. */
  identifier: string;
  /** The balances of the account. */
  balances: Balance[];
}

/** A transaction: a set of lines that move amounts between accounts. */
export interface Transaction {
  /** UUID. Always returned. */
  id: string;
  /** The status of the transaction, such as `completed`. The service may return other values. */
  status: OpenEnum<
    'completed' | 'pending' | 'failed' | 'cancelled' | 'declined' | 'returned' | 'prepared' | 'scheduled'
  >;
  /** The id of the transaction in another system, or `null`. */
  external_id: string | null;
  /** Id of the entity on whose behalf the transaction was created, or `null`. */
  entity_id: string | null;
  /** Id of the route of the transaction, or `null`. */
  route_id: string | null;
}

/** Everything that `include` can select from a transaction: its row and relations. */
export interface TransactionProperties extends Transaction {
  /** The lines of the transaction. Their amounts sum to zero. */
  lines: TransactionLine[];
}

/** A line of a transaction: an amount added to or taken from an account. */
export interface TransactionLine {
  /** UUID. Always returned. */
  id: string;
  /** UUID of the account. */
  account_id: string;
  /**
   * The amount added to the account; negative if taken from it. A JSON number, as the API specification says.
   */
  amount: number;
}

/** Everything that `include` can select from a transaction line. */
export interface TransactionLineProperties extends TransactionLine {}
