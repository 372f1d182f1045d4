import { ConfigurationError } from '../errors.js';
import { describe } from '../messages/describe.js';
import type { JsonObject } from '../schema/field.js';
import { notInSchema, type Resources, resourceOf } from '../schema/lookup.js';
import type { RelationName, ResourceName, Row, Target } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { RowsByResource, RowWriter } from './row-writer.js';
import type { Store, StoredRow } from './store.js';

/**
 * A row to insert. Every field may be left out and then gets a deterministic, valid value. A date
 * may be a `Date`. A related row is an id, a row, or the foreign key, even if the key is no field
 * (`transaction_id` of a transaction line).
 */
export type NewRow<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = {
  readonly [Key in keyof Row<Name, Schema>]?:
    | Row<Name, Schema>[Key]
    | (Key extends keyof Schema[Name]['fields']
        ? Schema[Name]['fields'][Key]['kind'] extends 'date'
          ? Date
          : never
        : never)
    | undefined;
} & Intersectable<{
  readonly [Key in RelationName<Name, Schema>]?:
    | (Schema[Name]['relations'][Key]['cardinality'] extends 'many'
        ? readonly NewRow<Target<Name, Key, Schema>, Schema>[]
        : NewRow<Target<Name, Key, Schema>, Schema> | string | null)
    | undefined;
}> &
  Intersectable<{
    readonly [Column in Exclude<ForeignKeyName<Name, Schema>, keyof Row<Name, Schema>>]?:
      | string
      | null
      | undefined;
  }>;

/**
 * `unknown` for no members: an intersection with `{}` would accept any value, such as an array for
 * a row.
 */
type Intersectable<Members> = keyof Members extends never ? unknown : Members;

/**
 * The foreign keys of a resource, declared by its own to-one relations or by to-many relations of
 * others.
 *
 * @example
 * ForeignKeyName<'transactionLines', PaymentsSchema> // => 'transaction_id'
 */
type ForeignKeyName<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> =
  | ForeignKeyOf<Schema[Name]['relations'], { readonly cardinality: 'one' }>
  | {
      [Owner in ResourceName<Schema>]: ForeignKeyOf<
        Schema[Owner]['relations'],
        { readonly cardinality: 'many'; readonly target: Name }
      >;
    }[ResourceName<Schema>];

type ForeignKeyOf<Relations, Kind> = {
  [Name in keyof Relations]: Relations[Name] extends Kind & {
    readonly foreignKey: infer Key extends string;
  }
    ? Key
    : never;
}[keyof Relations];

/** Initial rows by resource. */
export type MockData<Schema extends SchemaShape<Schema> = PaymentsSchema> = {
  readonly [Name in ResourceName<Schema>]?: readonly NewRow<Name, Schema>[] | undefined;
};

/** The rows of one resource. Returned rows are copies. */
export interface MockTable<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** In insertion order, with the fields that the service returns by default. */
  all(): Row<Name, Schema>[];
  /** A row by its id. */
  get(id: string): Row<Name, Schema> | undefined;
  /** Inserts all of the rows, or none if one of them is invalid. */
  insert(rows: readonly NewRow<Name, Schema>[]): Row<Name, Schema>[];
  /**
   * @throws ConfigurationError that names the field: for an invalid value, an id that exists, or a
   * foreign key of a row that does not exist.
   */
  insert(row: NewRow<Name, Schema>): Row<Name, Schema>;
  /**
   * Changes fields and to-one relations of a row.
   *
   * @throws ConfigurationError as `insert` does, and for an unknown id.
   */
  update(id: string, patch: NewRow<Name, Schema>): Row<Name, Schema>;
  /**
   * Deletes a row. Returns whether it existed.
   *
   * @throws ConfigurationError while other rows refer to it.
   */
  delete(id: string): boolean;
}

/** The tables of a mock, by resource. */
export type MockDatabase<Schema extends SchemaShape<Schema> = PaymentsSchema> = {
  readonly [Name in ResourceName<Schema>]: MockTable<Name, Schema>;
};

/** The tables of a mock, untyped: `createMock` adds the types of its schema. */
export const createDatabase = (
  store: Store,
  writer: RowWriter,
): { readonly [name: string]: object } =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(store.schema).map(([name, { fields }]) => {
        const copy = (row: StoredRow | undefined) => row && copyStoredRow(row, fields);
        const table = {
          all: () => store.all(name).map(copy),
          get: (id: string) => copy(store.get(name, id)),
          insert: (rows: unknown) => {
            const inserted = writer.insert(name, rows).map(copy);
            return Array.isArray(rows) ? inserted : inserted[0];
          },
          update: (id: string, patch: unknown) => copy(writer.update(name, id, patch)),
          delete: (id: string) => writer.delete(name, id),
        };
        return [name, Object.freeze(table)];
      }),
    ),
  );

/** A copy of what the service returns of a row by default (decision 14). */
const copyStoredRow = (row: StoredRow, fields: Resource['fields']): JsonObject =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { computed }]) => !computed)
      .map(([name]) => [name, structuredClone(row[name] ?? null)]),
  );

export const copyRows = (
  rows: readonly (readonly [resource: string, rows: readonly StoredRow[]])[],
  schema: Resources,
): { [resource: string]: JsonObject[] } =>
  Object.fromEntries(
    rows.map(([name, added]) => {
      const { fields } = resourceOf(schema, name);
      return [name, added.map((row) => copyStoredRow(row, fields))];
    }),
  );

/** @throws ConfigurationError for anything but arrays of rows by resource. */
export function parseRows(data: unknown, schema: Resources, source: string): RowsByResource {
  const invalid = (problem: string) => new ConfigurationError(problem, source);
  if (!isPlainObject(data))
    throw invalid(`expected an object with arrays of rows by resource, got ${describe(data)}.`);
  const present = Object.entries(data).filter(([, rows]) => rows !== undefined);
  for (const [name, rows] of present) {
    if (!own(schema, name)) throw invalid(notInSchema(name, schema));
    if (!Array.isArray(rows))
      throw invalid(`${name}: expected an array of rows, got ${describe(rows)}.`);
  }
  return Object.fromEntries(present) as RowsByResource; // arrays, as checked above
}
