import type { ResolvedDialect } from '../dialect.js';
import type { RowSource } from '../match/matcher.js';
import { compareText, sortKeys, sortRows } from '../match/values.js';
import type { Ordering } from '../query/query.js';
import { type Field, type JsonValue, nullable, uuid } from '../schema/field.js';
import type { Relation } from '../schema/relation.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { own } from '../values/plain-object.js';

/** A row is never changed, only replaced. It has every stored field and foreign key. */
export interface StoredRow {
  readonly id: string;
  readonly [column: string]: JsonValue;
}

/** A column whose values are ids of another resource. */
export interface ForeignKey {
  readonly target: string;
  /** The to-one relation that declares it, if any. */
  readonly relation?: string;
  readonly nullable: boolean;
}

/** The rows of a resource. */
interface Table {
  /** Stored fields, and foreign keys that are not fields. */
  readonly columns: ReadonlyMap<string, Field>;
  readonly foreignKeys: Map<string, ForeignKey>;
  /** By id, in insertion order. */
  rows: Map<string, StoredRow>;
  /** How many rows were ever inserted, for the values of new rows. */
  inserted: number;
  /** Orders and maps of foreign keys, until the next write. */
  readonly derived: Map<string, unknown>;
}

/** Enough for the orders of a test, bounded for a long-lived server. */
const MAX_DERIVED = 32;

type Tables = ReadonlyMap<string, Pick<Table, 'rows' | 'inserted'>>;

/** The rows of a mock: a map of rows by id for each resource, and a map for each foreign key. */
export class Store {
  readonly #tables = new Map<string, Table>();
  readonly #orderDialect: Pick<ResolvedDialect, 'text' | 'nullOrder'>;
  #undo: (() => void)[] | undefined;

  constructor(
    readonly schema: Resources,
    dialect: Pick<ResolvedDialect, 'text' | 'nullOrder'>,
  ) {
    this.#orderDialect = dialect;
    const keys = foreignKeysOf(schema);
    for (const [name, { fields }] of Object.entries(schema)) {
      const foreignKeys = keys.get(name) ?? new Map<string, ForeignKey>();
      const columns = new Map(Object.entries(fields).filter(([, field]) => !field.computed));
      for (const [column, key] of foreignKeys)
        if (!columns.has(column)) {
          const id = this.idOf(key.target);
          columns.set(column, key.nullable ? nullable(id) : id);
        }
      this.#tables.set(name, {
        columns,
        foreignKeys,
        rows: new Map(),
        inserted: 0,
        derived: new Map(),
      });
    }
  }

  #table(resource: string): Table {
    const table = this.#tables.get(resource);
    if (!table) throw new Error(`${resource} is not a resource of the schema.`); // checked earlier
    return table;
  }

  /** The field of a resource's ids, and so of the foreign keys that refer to it. */
  idOf(resource: string): Field {
    return resourceOf(this.schema, resource).fields.id ?? uuid(); // each schema has an `id`
  }

  columns(resource: string): ReadonlyMap<string, Field> {
    return this.#table(resource).columns;
  }

  foreignKeys(resource: string): ReadonlyMap<string, ForeignKey> {
    return this.#table(resource).foreignKeys;
  }

  get(resource: string, id: string): StoredRow | undefined {
    return this.#table(resource).rows.get(id);
  }

  /** All rows by id, in insertion order. */
  rows(resource: string): ReadonlyMap<string, StoredRow> {
    return this.#table(resource).rows;
  }

  /** All rows in an order. Rows that are equal in it are ordered by `id`. */
  sorted(resource: string, order: readonly Ordering[] = []): readonly StoredRow[] {
    const { rows, columns } = this.#table(resource);
    if (order.length === 0)
      return this.#derive(resource, 'by id', () =>
        [...rows.values()].sort((left, right) => compareText(left.id, right.id)),
      );
    return this.#derive(resource, `by ${JSON.stringify(order)}`, () => {
      const { fields } = resourceOf(this.schema, resource);
      const keys = order.map(({ field: name, direction }) => {
        const field = columns.get(name) ?? own(fields, name) ?? uuid(); // checked earlier
        return {
          valueOf: (row: StoredRow) => valueIn(row, name, field),
          ...sortKeys(field, direction, this.#orderDialect),
        };
      });
      return sortRows(this.sorted(resource), keys);
    });
  }

  /** The keys by which rows in an order are compared. A field has the same ones in each query. */
  keys(
    resource: string,
    order: readonly Ordering[] | undefined,
    field: string,
    keyOf: (row: StoredRow) => JsonValue,
  ): readonly JsonValue[] {
    const name = `keys ${field} ${JSON.stringify(order ?? [])}`;
    return this.#derive(resource, name, () => this.sorted(resource, order).map(keyOf));
  }

  /** The rows with a foreign key, in the order of their ids. */
  children(resource: string, foreignKey: string, id: string): readonly StoredRow[] {
    const rows = this.#derive(resource, `of ${foreignKey}`, () => {
      const groups = new Map<JsonValue | undefined, StoredRow[]>();
      for (const row of this.sorted(resource)) {
        const group = groups.get(row[foreignKey]);
        if (group) group.push(row);
        else groups.set(row[foreignKey], [row]);
      }
      return groups;
    });
    return rows.get(id) ?? [];
  }

  /** The rows of a relation; of a to-one relation, at most one. */
  related(row: StoredRow, { cardinality, target, foreignKey }: Relation): readonly StoredRow[] {
    if (cardinality === 'many') return this.children(target, foreignKey, row.id);
    const id = row[foreignKey];
    const found = typeof id === 'string' ? this.get(target, id) : undefined;
    return found ? [found] : [];
  }

  #derive<Value>(resource: string, name: string, compute: () => Value): Value {
    const { derived } = this.#table(resource);
    const earlier = derived.get(name);
    if (earlier !== undefined) return earlier as Value; // the name says what it is
    const value = compute();
    if (derived.size >= MAX_DERIVED) derived.clear();
    derived.set(name, value);
    return value;
  }

  /** How many rows were ever inserted. */
  inserted(resource: string): number {
    return this.#table(resource).inserted;
  }

  insert(resource: string, row: StoredRow): void {
    this.#write(resource, row.id, row, 1);
  }

  replace(resource: string, row: StoredRow): void {
    this.#write(resource, row.id, row);
  }

  delete(resource: string, id: string): void {
    this.#write(resource, id, undefined);
  }

  #write(resource: string, id: string, row: StoredRow | undefined, inserted = 0): void {
    const table = this.#table(resource);
    const before = table.rows.get(id);
    const put = (value: StoredRow | undefined, count: number) => {
      if (value) table.rows.set(id, value);
      else table.rows.delete(id);
      table.inserted += count;
      table.derived.clear();
    };
    this.#undo?.push(() => put(before, -inserted));
    put(row, inserted);
  }

  /** Runs a call. If it throws, its writes are undone. */
  atomically<Result>(call: () => Result): Result {
    this.#undo = [];
    try {
      return call();
    } catch (error) {
      for (const undo of this.#undo.reverse()) undo();
      throw error;
    } finally {
      this.#undo = undefined;
    }
  }

  /** Copies the maps of all rows. */
  snapshot(): Tables {
    const copies = [...this.#tables].map(
      ([name, { rows, inserted }]) => [name, { rows: new Map(rows), inserted }] as const,
    );
    return new Map(copies);
  }

  restore(snapshot: Tables): void {
    for (const [name, table] of this.#tables) {
      const { rows, inserted = 0 } = snapshot.get(name) ?? {};
      Object.assign(table, { rows: new Map(rows), inserted });
      table.derived.clear();
    }
  }
}

/** A value of a row, stored or computed. */
export const valueIn = (row: StoredRow, name: string, { compute }: Field): JsonValue =>
  // A schema is trusted to compute values of the declared kind, but not to leave the row as it is.
  compute ? ((compute(Object.freeze(row)) ?? null) as JsonValue) : (row[name] ?? null);

/** Where the matcher finds values and related rows. All rows of a relation are tested once. */
export const rowSource = (store: Store): RowSource<StoredRow> => ({
  valueOf: valueIn,
  related: (row, { relation }) => store.related(row, relation),
  join({ relation: { cardinality, target, foreignKey } }, matches) {
    const isMany = cardinality === 'many';
    let keys: Set<JsonValue | undefined> | undefined;
    return (row) => {
      if (!keys) {
        const found = store.sorted(target).filter(matches(sortedSource(store, target)));
        keys = new Set(found.map((related) => (isMany ? related[foreignKey] : related.id)));
      }
      return keys.has(isMany ? row.id : row[foreignKey]);
    };
  },
});

/** The same for all rows of a resource in an order, which are tested with their index. */
export const sortedSource = (
  store: Store,
  resource: string,
  order?: readonly Ordering[],
): RowSource<StoredRow> => ({
  ...rowSource(store),
  keys: (name, field, keyOf) =>
    store.keys(resource, order, name, (row) => keyOf(valueIn(row, name, field))),
});

/**
 * The foreign keys of each resource: of its to-one relations, which say whether a key is nullable,
 * of the to-many relations of other resources, and of fields with `references`.
 */
function foreignKeysOf(schema: Resources): ReadonlyMap<string, Map<string, ForeignKey>> {
  const keys = new Map(Object.keys(schema).map((name) => [name, new Map<string, ForeignKey>()]));
  const add = (resource: string, column: string, key: ForeignKey) => {
    const columns = keys.get(resource);
    if (columns && !columns.has(column)) columns.set(column, key);
  };
  const resources = Object.entries(schema);
  for (const [owner, { fields, relations }] of resources)
    for (const [relation, { cardinality, target, foreignKey, nullable }] of Object.entries(
      relations,
    ))
      if (cardinality === 'one')
        add(owner, foreignKey, {
          target,
          relation,
          nullable: nullable || (own(fields, foreignKey)?.nullable ?? false),
        });
  for (const [owner, { relations }] of resources)
    for (const { cardinality, target, foreignKey } of Object.values(relations))
      if (cardinality === 'many') add(target, foreignKey, { target: owner, nullable: true });
  for (const [owner, { fields }] of resources)
    for (const [column, { references: target, nullable }] of Object.entries(fields))
      if (target !== undefined && own(schema, target)) add(owner, column, { target, nullable });
  return keys;
}
