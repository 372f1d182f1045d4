// Written by `payments-data-client connect`, which overwrites this file. Extend the schema in another file.
//   npx payments-data-client connect --base-url https://payments.test
//
//   createClient({ baseUrl: "https://payments.test", apiKey, schema, dialect });
//   createMock({ schema, dialect }); // both from "./payments.js"
//
// Workspace: 9e9483f c4ab589 b1ec2b3 9369ab6 21730dd c1f85e6 509efa8 f05fa7e 2785c7a 88476c5 4bbc13d 6305ff8 b105f95 7ad5524 f9e1c22
// Proven: string eq neq in not_in gt lt gte lte like contains not_contains
// Proven: uuid eq neq in not_in gt lt gte lte like contains not_contains
// Proven: decimal eq neq in not_in gt lt gte lte like contains not_contains
// Proven: number eq neq in not_in gt lt gte lte
// Proven: integer eq neq in not_in gt lt gte lte
// Proven: date eq neq in not_in gt lt gte lte
// Proven: enumeration eq neq in not_in
// Proven: boolean eq neq
// Proven: json eq neq contains not_contains exists not_exists
// Proven: relation accounts.balances transactions.lines
import {
  boolean,
  type Dialect,
  date,
  enumeration,
  extendSchema,
  integer,
  nullable,
  number,
  paymentsSchema,
} from "payments-data-client";

// Not proven: what was asked or read, and what came.
// - balances.account, balances.unit: a filter by its id: status 400 instead of the row

// Removed from the schema: the service does not return these.
// - balances.description, balances.type, balances.available_balance, balances.negative_balance, units.description, units.default_precision, units.default_mode, units.workspace_id, units.background_color, units.color, units.updated_at, transactions.route_id: not in the rows that were read
// - balances.amount: an include of it is rejected

/** `paymentsSchema` with what the service returns. */
export const schema = extendSchema(paymentsSchema, {
  balances: {
    path: "/balances/",
    fields: {
      amount: null,
      available_balance: null,
      description: null,
      /** Seen in all 60 rows. */
      is_frozen: boolean(),
      negative_balance: null,
      /** Seen in all 60 rows. */
      opened_on: date(),
      /** Seen in all 60 rows. */
      priority: integer(),
      /** Seen in all 60 rows, null in 10. */
      rating: nullable(number()),
      /** Seen in all 60 rows. Proven: `like` is rejected, no other values. */
      status: enumeration("active", "closed", "pending"),
      type: null,
    },
  },
  units: {
    path: "/units/",
    operations: ["get", "list"],
    fields: {
      background_color: null,
      color: null,
      default_mode: null,
      default_precision: null,
      description: null,
      updated_at: null,
      workspace_id: null,
    },
  },
  accounts: {
    path: "/accounts/",
    operations: ["get", "list"],
    fields: {
      /** Seen in all 14 rows. */
      created_at: date(),
      /** Seen in all 14 rows. Proven: `like` is rejected, no other values. */
      status: enumeration("active", "closed", "pending"),
    },
  },
  transactions: {
    path: "/transactions/",
    operations: ["get", "list"],
    fields: {
      /** Seen in all 30 rows. */
      created_at: date(),
      route_id: null,
      /** Seen in all 30 rows. Proven: `like` is rejected, no other values. */
      status: enumeration("active", "closed", "pending"),
    },
  },
  transactionLines: {
    path: "/transactions/lines/",
    operations: ["get", "list"],
  },
});

/** How the service is spoken to. A member that is left out has its default. */
export const dialect = {
  /** Seen: where each list has its rows. */
  envelope: "results",
  /** Proven: each name by its effect on rows that were known; null if no name had it. */
  parameters: {
    orderBy: "ordering",
    take: "page_size",
    skip: null,
    page: "page",
  },
  /** Seen twice, while there were more rows. */
  pageSize: { default: 25, max: 40 },
  /** Proven: a longer URL was rejected. */
  maxUrlLength: 4000,
  /** Proven: sql on balances.external_id, balances.archived_at, balances.rating, transactions.external_id. */
  nulls: "sql",
  /** Proven: exact on balances.name, balances.external_id, accounts.identifier_prefix. */
  text: "exact",
  /** Proven: exact on balances.name, balances.external_id, accounts.identifier_prefix. */
  like: "exact",
  /** Proven: first on balances.external_id, balances.archived_at, balances.rating, transactions.external_id. */
  nullOrder: "first",
} as const satisfies Dialect;
