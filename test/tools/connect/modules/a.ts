// Written by `payments-data-client connect`, which overwrites this file. Extend the schema in another file.
//   npx payments-data-client connect --base-url https://payments.test
//
//   createClient({ baseUrl: "https://payments.test", apiKey, schema, dialect });
//   createMock({ schema, dialect }); // both from "./payments.js"
//
// Workspace: 920efb0 8ad9ef7 db12ed6 3dc8cc5 542d2e5 7d51de5 3b2e207 241b0e7 bcc3b3a 88476c5 4bbc13d 6305ff8 681926a 57107d8 c9e2959
// Proven: string eq neq in not_in gt lt gte lte like contains not_contains
// Proven: uuid eq neq in not_in gt lt gte lte like contains not_contains
// Proven: decimal eq neq in not_in gt lt gte lte like contains not_contains
// Proven: number eq neq in not_in gt lt gte lte
// Proven: integer eq neq in not_in gt lt gte lte
// Proven: date gt lt gte
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
// - date eq, date in, date lte: 0 rows instead of the row on balances.created_at, balances.updated_at
// - date neq, date not_in: the row instead of no row on balances.created_at, balances.updated_at

// Removed from the schema: the service does not return these.
// - balances.description, balances.type, balances.available_balance, balances.negative_balance, units.description, units.default_precision, units.default_mode, units.workspace_id, units.background_color, units.color, units.updated_at, transactions.route_id: not in the rows that were read
// - balances.amount: an include of it is rejected

/** `paymentsSchema` with what the service returns. */
export const schema = extendSchema(paymentsSchema, {
  balances: {
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
    path: "/units",
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
    operations: ["get", "list"],
    fields: {
      /** Seen in all 14 rows. */
      created_at: date(),
      /** Seen in all 14 rows. Proven: `like` is rejected, no other values. */
      status: enumeration("active", "closed", "pending"),
    },
  },
  transactions: {
    operations: ["get", "list"],
    fields: {
      /** Seen in all 30 rows. */
      created_at: date(),
      route_id: null,
      /** Seen in all 30 rows. Proven: `like` is rejected, no other values. */
      status: enumeration(
        "active",
        "cancelled",
        "closed",
        "completed",
        "declined",
        "failed",
        "pending",
        "prepared",
        "returned",
        "scheduled",
      ),
    },
  },
  transactionLines: {
    operations: ["get", "list"],
  },
});

// Not determined, because too few fields answer, or not all of them alike.
// - text: insensitive on balances.name; exact on balances.external_id, accounts.identifier_prefix

/** How the service is spoken to. A member that is left out has its default. */
export const dialect = {
  /** Seen: where each list has its rows. */
  envelope: { rows: "items", cursor: "next_cursor" },
  /** Proven: each name by its effect on rows that were known; null if no name had it. */
  parameters: {
    orderBy: "sort",
    take: "limit",
    skip: "offset",
    cursor: "cursor",
  },
  /** Seen twice, while there were more rows. */
  pageSize: { default: 20, max: 50 },
  /** Proven: value on balances.external_id, balances.rating, transactions.external_id. */
  nulls: "value",
  /** Proven: insensitive on balances.name, balances.external_id, accounts.identifier_prefix. */
  like: "insensitive",
  /** Proven: smallest on balances.external_id, balances.archived_at, balances.rating, transactions.external_id. */
  nullOrder: "smallest",
} as const satisfies Dialect;
