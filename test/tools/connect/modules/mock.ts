// Written by `payments-data-client connect`, which overwrites this file. Extend the schema in another file.
//   npx payments-data-client connect --base-url https://payments.test
//
//   createClient({ baseUrl: "https://payments.test", apiKey, schema, dialect });
//   createMock({ schema, dialect }); // both from "./payments.js"
//
// Workspace: 08daae9 ba20a4d dbbde5a 7572f26 b7740e4 0c8e0be 115f81a 3f07a15 98c2a18 7f8490c 0246328 aa05c01
// Proven: string eq neq in not_in gt lt gte lte like contains not_contains
// Proven: uuid eq neq in not_in gt lt gte lte like contains not_contains
// Proven: decimal eq neq in not_in gt lt gte lte like contains not_contains
// Proven: number eq neq in not_in gt lt gte lte
// Proven: date eq neq in not_in gt lt gte lte
// Proven: enumeration eq neq in not_in
// Proven: json eq neq contains not_contains exists not_exists
// Proven: relation accounts.balances transactions.lines
import {
  type Dialect,
  enumeration,
  extendSchema,
  paymentsSchema,
} from "payments-data-client";

// Not proven: what was asked or read, and what came.
// - transactionLines.account_id, transactionLines.amount: a filter by null: status 400
// - balances.account, balances.unit: a filter by its id: status 400 instead of the row

/** `paymentsSchema` with what the service returns. */
export const schema = extendSchema(paymentsSchema, {
  accounts: {
    fields: {
      /** Seen in all 30 rows. Proven: `like` is rejected, no other values. */
      status: enumeration("active", "blocked"),
    },
  },
});

/** How the service is spoken to. A member that is left out has its default. */
export const dialect = {
  /** Seen: where each list has its rows. */
  envelope: "data",
  /** Seen twice, while there were more rows. */
  pageSize: { default: 20, max: 50 },
  /** Proven: sql on balances.external_id, balances.archived_at, transactions.external_id, transactions.entity_id. */
  nulls: "sql",
  /** Proven: exact on balances.identifier, balances.name, balances.description, balances.type. */
  text: "exact",
  /** Proven: insensitive on balances.identifier, balances.name, balances.description, balances.type. */
  like: "insensitive",
  /** Proven: largest on balances.external_id, balances.archived_at, transactions.external_id, transactions.entity_id. */
  nullOrder: "largest",
} as const satisfies Dialect;
