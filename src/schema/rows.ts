import type { JsonObject, OpenEnum } from './field.js';

// The rows of the payments schema, written out: the compiler drops comments from the declaration of
// an inferred type, and the editor should show a sentence for every field. A type test proves that
// they are equal to the schema.

/** A balance: an amount of one unit in one account. */
export interface Balance {
  /** The id, which is always returned. A UUID. */
  id: string;
  /** The identifier of the balance in the workspace, besides `id`. */
  identifier: string;
  /** The display name of the balance. */
  name: string;
  /** A description of the balance. */
  description: string;
  /** The account to which the balance belongs. A UUID. */
  account_id: string;
  /** The unit of the balance. A UUID. */
  unit_id: string;
  /** The kind of balance. The service may return other values. */
  type: OpenEnum<'main' | 'children' | 'custom'>;
  /** The total amount. A decimal string. */
  balance: string;
  /** The amount that can be spent. A decimal string. */
  available_balance: string;
  /**
   * In the mock, the amount below zero; the API specification does not describe it. A decimal
   * string.
   */
  negative_balance: string;
  /** The id of the balance in another system, if any. */
  external_id: string | null;
  /** Custom data of the workspace, if any. */
  variables: JsonObject | null;
  /** When the balance was created. ISO 8601 in UTC with milliseconds. */
  created_at: string;
  /** When the balance was last changed. ISO 8601 in UTC with milliseconds. */
  updated_at: string;
  /** When the balance was archived; `null` if it is not. ISO 8601 in UTC with milliseconds. */
  archived_at: string | null;
}

/** Everything that `include` can select from a balance: its row, computed fields and relations. */
export interface BalanceProperties extends Balance {
  /** In the mock, the same as `balance`. A decimal string, only returned if `include` names it. */
  amount: string;
  /** The unit of the balance. */
  unit: Unit;
  /** The account to which the balance belongs. */
  account: Account;
}

/** A unit: a currency, or anything else that balances are denominated in. */
export interface Unit {
  /** The id, which is always returned. A UUID. */
  id: string;
  /** The display name of the unit, such as `USD`. */
  name: string;
  /** A description of the unit. */
  description: string;
  /** The maximum number of decimal places. */
  max_precision: number;
  /** The default number of decimal places. */
  default_precision: number;
  /** How amounts are written. The service may return other values. */
  default_mode: OpenEnum<'floats' | 'integers'>;
  /** The workspace to which the unit belongs. A UUID. */
  workspace_id: string;
  /** The background color of the symbol, such as `#3366cc`. */
  background_color: string;
  /** The color of the symbol, such as `#ffffff`. */
  color: string;
  /** The symbol of the unit, such as `$`. */
  symbol: string;
  /** When the unit was created. ISO 8601 in UTC with milliseconds. */
  created_at: string;
  /** When the unit was last changed. ISO 8601 in UTC with milliseconds. */
  updated_at: string;
  /** When the unit was archived; `null` if it is not. ISO 8601 in UTC with milliseconds. */
  archived_at: string | null;
}

/** An account: the owner of balances. */
export interface Account {
  /** The id, which is always returned. A UUID. */
  id: string;
  /** The state of the account. The service may return other values. */
  status: OpenEnum<'active'>;
  /** The part of `identifier` before the hyphen. */
  identifier_prefix: string;
  /** The part of `identifier` after the hyphen. */
  identifier_value: string;
}

/** Everything that `include` can select from an account: its row, computed fields and relations. */
export interface AccountProperties extends Account {
  /** `identifier_prefix`, a hyphen and `identifier_value`. Only returned if `include` names it. */
  identifier: string;
  /** The balances of the account. */
  balances: Balance[];
}

/** A transaction: a set of lines that move amounts between accounts. */
export interface Transaction {
  /** The id, which is always returned. A UUID. */
  id: string;
  /** The state of the transaction. The service may return other values. */
  status: OpenEnum<
    | 'completed'
    | 'pending'
    | 'failed'
    | 'cancelled'
    | 'declined'
    | 'returned'
    | 'prepared'
    | 'scheduled'
  >;
  /** The id of the transaction in another system, if any. */
  external_id: string | null;
  /** The entity on whose behalf the transaction was created, if any. */
  entity_id: string | null;
  /** The route of the transaction, if any. */
  route_id: string | null;
}

/** Everything that `include` can select from a transaction: its row and relations. */
export interface TransactionProperties extends Transaction {
  /** The amounts that the transaction adds to accounts, or takes from them. */
  lines: TransactionLine[];
}

/** A line of a transaction: an amount added to or taken from an account. */
export interface TransactionLine {
  /** The id, which is always returned. A UUID. */
  id: string;
  /** The account whose amount changes. A UUID. */
  account_id: string;
  /** The amount added to the account; negative if taken from it. A JSON number. */
  amount: number;
}
