import type { Resource } from './resource.js';
import type { Account, AccountProperties, Balance, BalanceProperties, Transaction, TransactionLine, TransactionLineProperties, TransactionProperties, Unit, UnitProperties } from './rows.js';
declare const definition: import("./define-schema.js").DefinedSchema<{
    readonly balances: {
        readonly path: "/balances";
        readonly operations: readonly ["get", "list"];
        readonly fields: {
            id: import("./field.js").Field<"uuid", string, false>;
            identifier: import("./field.js").Field<"string", string, false>;
            name: import("./field.js").Field<"string", string, false>;
            description: import("./field.js").Field<"string", string, false>;
            account_id: import("./field.js").Field<"uuid", string, false>;
            unit_id: import("./field.js").Field<"uuid", string, false>;
            type: import("./field.js").Field<"string", "children" | "custom" | "main" | (string & {}), false>;
            balance: import("./field.js").Field<"decimal", string, false>;
            available_balance: import("./field.js").Field<"decimal", string, false>;
            negative_balance: import("./field.js").Field<"decimal", string, false>;
            external_id: import("./field.js").Field<"string", string | null, false> & {
                readonly nullable: true;
            };
            variables: import("./field.js").Field<"json", import("./field.js").JsonObject | null, false> & {
                readonly nullable: true;
            };
            created_at: import("./field.js").Field<"date", string, false>;
            updated_at: import("./field.js").Field<"date", string, false>;
            archived_at: import("./field.js").Field<"date", string | null, false> & {
                readonly nullable: true;
            };
            amount: import("./field.js").Field<"decimal", string, boolean>;
        };
        readonly relations: {
            unit: import("./relation.js").Relation<"units", "one", false, "unit_id", boolean>;
            account: import("./relation.js").Relation<"accounts", "one", false, "account_id", boolean>;
        };
    };
    readonly units: {
        fields: {
            id: import("./field.js").Field<"uuid", string, false>;
            name: import("./field.js").Field<"string", string, false>;
            description: import("./field.js").Field<"string", string, false>;
            max_precision: import("./field.js").Field<"integer", number, false>;
            default_precision: import("./field.js").Field<"integer", number, false>;
            default_mode: import("./field.js").Field<"string", "floats" | "integers" | (string & {}), false>;
            workspace_id: import("./field.js").Field<"uuid", string, false>;
            background_color: import("./field.js").Field<"string", string, false>;
            color: import("./field.js").Field<"string", string, false>;
            symbol: import("./field.js").Field<"string", string, false>;
            created_at: import("./field.js").Field<"date", string, false>;
            updated_at: import("./field.js").Field<"date", string, false>;
            archived_at: import("./field.js").Field<"date", string | null, false> & {
                readonly nullable: true;
            };
        };
    };
    readonly accounts: {
        readonly path: "/accounts";
        readonly operations: readonly ["list"];
        readonly fields: {
            id: import("./field.js").Field<"uuid", string, false>;
            status: import("./field.js").Field<"enumeration", "active" | (string & {}), false>;
            identifier_prefix: import("./field.js").Field<"string", string, false>;
            identifier_value: import("./field.js").Field<"string", string, false>;
            identifier: import("./field.js").Field<"string", string, boolean>;
        };
        readonly relations: {
            balances: import("./relation.js").Relation<"balances", "many", false, "account_id", boolean>;
        };
        readonly incomplete: true;
    };
    readonly transactions: {
        readonly path: "/transactions";
        readonly operations: readonly ["list"];
        readonly fields: {
            id: import("./field.js").Field<"uuid", string, false>;
            status: import("./field.js").Field<"enumeration", "cancelled" | "completed" | "declined" | "failed" | "pending" | "prepared" | "returned" | "scheduled" | (string & {}), false>;
            external_id: import("./field.js").Field<"string", string | null, false> & {
                readonly nullable: true;
            };
            entity_id: import("./field.js").Field<"string", string | null, false> & {
                readonly nullable: true;
            };
            route_id: import("./field.js").Field<"string", string | null, false> & {
                readonly nullable: true;
            };
        };
        readonly relations: {
            lines: import("./relation.js").Relation<"transactionLines", "many", false, "transaction_id", boolean>;
        };
        readonly incomplete: true;
    };
    readonly transactionLines: {
        readonly path: "/transactions/lines";
        readonly operations: readonly ["list"];
        readonly fields: {
            id: import("./field.js").Field<"uuid", string, false>;
            account_id: import("./field.js").Field<"uuid", string, false>;
            amount: import("./field.js").Field<"number", number, false>;
        };
        readonly incomplete: true;
    };
}>;
type Definition = typeof definition;
/**
 * A resource whose rows have a named interface, which editors and messages show instead of every
 * field.
 */
interface ResourceWithNamedRows<Base extends Resource, Row extends object, Properties extends object> {
    readonly path: string | undefined;
    readonly operations: Base['operations'];
    readonly fields: Base['fields'];
    readonly relations: Base['relations'];
    readonly '~types': {
        readonly row: Row;
        readonly properties: Properties;
    };
}
/**
 * The type of {@link paymentsSchema}. An interface, so that hovers and compiler messages show only
 * its name.
 */
export interface PaymentsSchema {
    readonly balances: ResourceWithNamedRows<Definition['balances'], Balance, BalanceProperties>;
    readonly units: ResourceWithNamedRows<Definition['units'], Unit, UnitProperties>;
    readonly accounts: ResourceWithNamedRows<Definition['accounts'], Account, AccountProperties>;
    readonly transactions: ResourceWithNamedRows<Definition['transactions'], Transaction, TransactionProperties>;
    readonly transactionLines: ResourceWithNamedRows<Definition['transactionLines'], TransactionLine, TransactionLineProperties>;
}
/** Names each resource of the definition. Otherwise the compiler rejects it. */
type Complete<Schema extends Record<keyof Definition, Resource>> = Schema;
/** The schema of the service as far as it is specified. */
export declare const paymentsSchema: Complete<PaymentsSchema>;
export {};
