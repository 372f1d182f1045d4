import { ConfigurationError } from '../errors.js';
import type { JsonObject } from '../schema/field.js';
import type { FieldName, RelationName, ResourceName, Row, Target } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { notInSchema, type Resources, resourceOf } from '../schema/resources.js';
import { describe } from '../values/describe.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { RowsByResource, RowWriter } from './row-writer.js';
import type { Store, StoredRow } from './store.js';

/**
 * A row to insert. Every field may be left out and then gets a deterministic, valid value. A
 * related row is given as an id, as a row, or by the foreign key, even if the key is not a field
 * (`transaction_id` of a transaction line).
 */
export type NewRow<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> = GivenFields<Name, Schema> &
  Given<GivenRelations<Name, Schema>> &
  Given<GivenKeys<Name, Schema>>;

/**
 * `unknown` for no members: an intersection with `{}` would accept any value, such as an array for
 * a row.
 */
type Given<Members> = keyof Members extends never ? unknown : Members;

type GivenFields<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
  readonly [Key in keyof Row<Name, Schema>]?:
    | Row<Name, Schema>[Key]
    | DateOf<Name, Key, Schema>
    | undefined;
};

/** A date may be given as a `Date`. */
type DateOf<Name extends ResourceName<Schema>, Key, Schema extends SchemaShape<Schema>> =
  Key extends FieldName<Name, Schema>
    ? Schema[Name]['fields'][Key]['kind'] extends 'date'
      ? Date
      : never
    : never;

type GivenRelations<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
  readonly [Key in RelationName<Name, Schema>]?:
    | (Schema[Name]['relations'][Key]['cardinality'] extends 'many'
        ? readonly NewRow<Target<Name, Key, Schema>, Schema>[]
        : NewRow<Target<Name, Key, Schema>, Schema> | string | null)
    | undefined;
};

/**
 * Foreign keys that are not fields.
 *
 * @example
 * GivenKeys<'transactionLines', PaymentsSchema> // => { transaction_id?: string | null | undefined }
 */
type GivenKeys<Name extends ResourceName<Schema>, Schema extends SchemaShape<Schema>> = {
  readonly [Column in Exclude<ForeignKeyName<Name, Schema>, keyof Row<Name, Schema>>]?:
    | string
    | null
    | undefined;
};

/**
 * The foreign keys of a resource, declared by its own to-one relations or by to-many relations of
 * others.
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

/** The initial rows of a mock, by resource. */
export type MockData<Schema extends SchemaShape<Schema> = PaymentsSchema> = {
  readonly [Name in ResourceName<Schema>]?: readonly NewRow<Name, Schema>[] | undefined;
};

/**
 * Reads and writes the rows of one resource. Returned rows are copies: changing them does not
 * change the mock.
 */
export interface MockTable<
  Name extends ResourceName<Schema>,
  Schema extends SchemaShape<Schema> = PaymentsSchema,
> {
  /** Returns all rows in insertion order, with the fields that the service returns by default. */
  all(): Row<Name, Schema>[];
  /** Returns the row with this id. */
  get(id: string): Row<Name, Schema> | undefined;
  /**
   * Inserts several rows, or none if one is rejected.
   *
   * @throws ConfigurationError that names the row and the field.
   */
  insert(rows: readonly NewRow<Name, Schema>[]): Row<Name, Schema>[];
  /**
   * Inserts a row.
   *
   * @throws ConfigurationError that names the field, for an invalid value, an id that exists, or a
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
      Object.keys(store.schema).map((name) => [
        name,
        Object.freeze(createTable(name, store, writer)),
      ]),
    ),
  );

function createTable(name: string, store: Store, writer: RowWriter) {
  const { fields } = resourceOf(store.schema, name);
  const copy = (row: StoredRow | undefined) => row && copyRow(row, fields);
  return {
    all: () => [...store.rows(name).values()].map(copy),
    get: (id: string) => copy(store.get(name, id)),
    insert: (rows: unknown) => {
      const inserted = writer.insert(name, rows).map(copy);
      return Array.isArray(rows) ? inserted : inserted[0];
    },
    update: (id: string, patch: unknown) => copy(writer.update(name, id, patch)),
    delete: (id: string) => writer.delete(name, id),
  };
}

/** A copy of what the service returns of a row by default (decision 14). */
export const copyRow = (row: StoredRow, fields: Resource['fields']): JsonObject =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { computed }]) => !computed)
      .map(([name]) => [name, structuredClone(row[name] ?? null)]),
  );

/** @throws ConfigurationError for anything but arrays of rows by resource. */
export function parseRows(data: unknown, schema: Resources, source: string): RowsByResource {
  if (!isPlainObject(data))
    throw new ConfigurationError(
      `expected an object with arrays of rows by resource, got ${describe(data)}.`,
      source,
    );
  const present = Object.entries(data).filter(([, rows]) => rows !== undefined);
  for (const [name, rows] of Object.entries(data)) {
    if (!own(schema, name)) throw new ConfigurationError(notInSchema(name, schema), source);
    if (rows !== undefined && !Array.isArray(rows))
      throw new ConfigurationError(
        `${name}: expected an array of rows, got ${describe(rows)}.`,
        source,
      );
  }
  return Object.fromEntries(present) as RowsByResource; // arrays, as checked above
}
