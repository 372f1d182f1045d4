// Written by `payments-data-client connect`, which overwrites this file. Extend the schema in another file.
//   npx payments-data-client connect --base-url https://payments.test
//
//   createClient({ baseUrl: 'https://payments.test', apiKey, schema, dialect });
//   createMock({ schema, dialect }); // both from './payments.js'
//
// Workspace: 9c2fc79 9c7f3db 1b5cd57 0d21913 017889c 18c3542
// Proven: string eq neq in not_in gt lt gte lte like contains not_contains
// Proven: uuid eq neq in not_in gt lt gte lte like contains not_contains
// Proven: decimal eq neq in not_in gt lt gte lte like contains not_contains
// Proven: number eq neq in not_in gt lt gte lte
// Proven: integer eq neq in not_in gt lt gte lte
// Proven: date eq neq in not_in gt lt gte lte
// Proven: enumeration eq neq in not_in
// Proven: boolean eq neq
// Proven: json eq neq contains not_contains exists not_exists
// Proven: relation accounts.balances
import {
  boolean,
  type Dialect,
  date,
  enumeration,
  extendSchema,
  integer,
  json,
  nullable,
  number,
  paymentsSchema,
  string,
} from 'payments-data-client';

// Not proven: what was asked or read, and what came.
// - transactions: GET /v1/transactions: status 404
// - transactionLines: GET /v1/transactions/lines: status 404
// - balances.account: a filter by its id that holds for a row: status 400

// Not declared: the client returns these without a type, and the mock does not have them.
// - accounts.variables: null in all of 60 rows

// Removed from the schema: the service does not return these.
// - balances.identifier, balances.description, balances.unit_id, balances.type, balances.available_balance, balances.negative_balance, balances.variables, balances.updated_at, balances.amount, balances.unit, accounts.identifier: an include of it is rejected

/** `paymentsSchema` with what the service returns. */
export const schema = extendSchema(paymentsSchema, {
  balances: {
    fields: {
      amount: null,
      available_balance: null,
      /** Seen in 120 rows. Proven: never null. */
      count: integer(),
      description: null,
      identifier: null,
      /** Seen in 120 rows. Proven: never null. */
      is_open: boolean(),
      negative_balance: null,
      /** Seen in 120 rows, null in 46. */
      rating: nullable(number()),
      type: null,
      unit_id: null,
      updated_at: null,
      variables: null,
    },
    relations: {
      unit: null,
    },
  },
  accounts: {
    operations: ['get', 'list'],
    fields: {
      /** Seen in 60 rows, null in 29. */
      closed_at: nullable(date()),
      /** Seen in 60 rows. Proven: never null, `like` works, no other values. */
      country: string('DE', 'FR', 'JP', 'US'),
      /** Seen in 60 rows; values of several types: a number, a string, an object. Proven: never null. */
      extra: json(),
      identifier: null,
      /** Seen in 60 rows, null in 22. */
      note: nullable(string()),
      /** Seen in 60 rows. Proven: never null. */
      opened_on: date(),
      /** Seen in 60 rows. Proven: never null. */
      settings: json(),
      /** Seen in 60 rows. Proven: never null, `like` is rejected, no other values. */
      status: enumeration('active', 'blocked'),
      /** Seen in 60 rows; an array of values that are no rows. Proven: never null. */
      tags: json('array'),
    },
  },
  transactions: {
    operations: [],
  },
  transactionLines: {
    operations: [],
  },
});

/** How the service is spoken to. A member that is left out has its default. */
export const dialect = {
  /** Seen: where each list has its rows. */
  envelope: { rows: 'data', pagination: 'meta' },
  /** Proven: each name by its effect on rows that were known; null if no name had it. */
  parameters: { take: 'limit', after: null, before: null },
  /** Seen twice, while there were more rows. */
  pageSize: { default: 20, max: 50 },
  /** Proven: sql on balances.external_id, balances.archived_at, balances.rating, accounts.closed_at, accounts.note. */
  nulls: 'sql',
  /** Proven: exact on balances.name, balances.external_id, accounts.identifier_prefix, accounts.identifier_value, accounts.note. */
  text: 'exact',
  /** Proven: insensitive on balances.name, balances.external_id, accounts.identifier_prefix, accounts.identifier_value, accounts.note. */
  like: 'insensitive',
  /** Proven: smallest on balances.external_id, balances.archived_at, balances.rating, accounts.closed_at, accounts.note. */
  nullOrder: 'smallest',
} as const satisfies Dialect;
