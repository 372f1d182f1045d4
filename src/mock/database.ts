import { ConfigurationError } from '../errors/usage-errors.js';
import type { JsonObject, JsonValue } from '../schema/field.js';
import type { FieldName, RelationName, ResourceName, Row, Target } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { describe } from '../values/describe.js';
import { setMember } from '../values/plain-object.js';
import type { RowWriter } from './rows/row-writer.js';
import type { Store } from './rows/store.js';
import type { StoredRow, Table } from './rows/table.js';

/**
 * A row to insert. Everything may be left out: what is missing gets a deterministic, valid value. A link is given as an
 * id, as a row, or in the foreign key, even where that is not a property (`transaction_id` of a line).
 */
export type NewRow<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = GivenFields<Name, Schema> & GivenLinks<Name, Schema> & GivenKeys<Name, Schema>;

type GivenFields<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
  readonly [Key in keyof Row<Name, Schema>]?: Row<Name, Schema>[Key] | DateOf<Name, Key, Schema> | undefined;
};

/** A `Date` may stand for a date. */
type DateOf<Name extends ResourceName<Schema>, Key, Schema extends SchemaShape<Schema>> =
  Key extends FieldName<Name, Schema>
    ? Schema[Name]['fields'][Key]['kind'] extends 'date'
      ? Date
      : never
    : never;

type GivenLinks<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
  readonly [Key in RelationName<Name, Schema>]?:
    | (Key extends Schema[Name]['~types']['many']
        ? readonly NewRow<Target<Name, Key, Schema>, Schema>[]
        : NewRow<Target<Name, Key, Schema>, Schema> | string | null)
    | undefined;
};

/**
 * Foreign keys that are not properties.
 *
 * @example
 * GivenKeys<'transactionLines'> // => { transaction_id?: string | null }
 */
type GivenKeys<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
  readonly [Column in Exclude<ForeignKey<Name, Schema>, keyof Row<Name, Schema>>]?: string | null | undefined;
};

/** The columns by which a resource links to others, or others claim it for theirs. */
type ForeignKey<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> =
  | ViaOf<Schema[Name]['relations'], { readonly cardinality: 'one' }>
  | {
      [Owner in ResourceName<Schema>]: ViaOf<
        Schema[Owner]['relations'],
        { readonly cardinality: 'many'; readonly target: Name }
      >;
    }[ResourceName<Schema>];

/** The foreign keys of those relations that are of a kind. */
type ViaOf<Relations, Kind> = {
  [Name in keyof Relations]: Relations[Name] extends Kind & { readonly foreignKey: infer Via extends string }
    ? Via
    : never;
}[keyof Relations];

/** The rows that a mock starts with, by resource. */
export type MockData<Schema extends SchemaShape<Schema> = PaymentsSchema> = {
  readonly [Name in ResourceName<Schema>]?: readonly NewRow<Name, Schema>[] | undefined;
};

/** The rows of one resource. Those that it gives are copies: changing them changes nothing in the mock. */
export interface MockTable<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** All rows in the order of insertion, each with its default set, as the service answers them. */
  all(): Row<Name, Schema>[];
  /** The row of an id. */
  get(id: string): Row<Name, Schema> | undefined;
  /** Adds several rows, all of them or none. @throws ConfigurationError as for one. */
  insert(rows: readonly NewRow<Name, Schema>[]): Row<Name, Schema>[];
  /**
   * Adds a row.
   *
   * @throws ConfigurationError which names the property, for a value that it can't hold, an id that is there already, or
   * a link that leads nowhere.
   */
  insert(row: NewRow<Name, Schema>): Row<Name, Schema>;
  /** Changes properties and to-one links of a row. @throws ConfigurationError as `insert` does, and for an unknown id. */
  update(id: string, patch: NewRow<Name, Schema>): Row<Name, Schema>;
  /** Takes a row out; gives whether there was one. @throws ConfigurationError while other rows link to it. */
  delete(id: string): boolean;
}

/** What the mock holds, by resource. */
export type MockDatabase<Schema extends SchemaShape<Schema> = PaymentsSchema> = {
  readonly [Name in ResourceName<Schema>]: MockTable<Name, Schema>;
};

/** The tables as their user sees them, without types: `createMock` gives them the schema's. */
export function databaseOf(store: Store, writer: RowWriter): { readonly [resource: string]: object } {
  const database: Record<string, object> = {};
  for (const name of Object.keys(store.schema)) setMember(database, name, rowsOf(store.table(name), writer));
  return Object.freeze(database);
}

function rowsOf(table: Table, writer: RowWriter) {
  const copy = (row: StoredRow | undefined) => row && copyRow(table, row);
  return Object.freeze({
    all: () => table.all().map((row) => copyRow(table, row)),
    get: (id: string) => copy(table.get(id)),
    insert: (given: unknown) => {
      const rows = writer.insert(table.name, Array.isArray(given) ? given : [given]);
      return Array.isArray(given) ? rows.map(copy) : copy(rows[0]);
    },
    update: (id: string, patch: unknown) => copy(writer.update(table.name, id, patch)),
    delete: (id: string) => {
      if (typeof id !== 'string')
        throw new ConfigurationError(`${table.name}.delete: expected an id, not ${describe(id)}.`);
      return writer.delete(table.name, id);
    },
  });
}

/** A row's default set: declared properties, so neither computed ones nor foreign keys that are none (decision 14). */
function copyRow(table: Table, row: StoredRow): JsonObject {
  const copy: JsonObject = {};
  for (const [name, field] of Object.entries(table.fields))
    if (!field.computed) setMember(copy, name, copyValue(row[name] ?? null));
  return copy;
}

function copyValue(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) setMember(copy, key, copyValue(member));
  return copy;
}
