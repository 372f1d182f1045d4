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
  readonly columns: Map<string, Field>;
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

/** The rows of a mock: a map of rows by id for each resource, and a map for each foreign key. */
export class Store {
  readonly #tables = new Map<string, Table>();
  readonly #dialect: Pick<ResolvedDialect, 'text' | 'nullOrder'>;
  #undo: (() => void)[] | undefined;

  constructor(
    readonly schema: Resources,
    dialect: Pick<ResolvedDialect, 'text' | 'nullOrder'>,
  ) {
    this.#dialect = dialect;
    for (const [name, { fields }] of Object.entries(schema))
      this.#tables.set(name, {
        columns: new Map(Object.entries(fields).filter(([, field]) => !field.computed)),
        ...{ foreignKeys: new Map(), rows: new Map(), inserted: 0, derived: new Map() },
      });
    for (const [name, column, key] of foreignKeysOf(schema)) {
      const { columns, foreignKeys } = this.#table(name);
      if (!foreignKeys.has(column)) foreignKeys.set(column, key);
      const id = this.idOf(key.target);
      if (!columns.has(column)) columns.set(column, key.nullable ? nullable(id) : id);
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

  /** How many rows were ever inserted. */
  inserted(resource: string): number {
    return this.#table(resource).inserted;
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
          ...sortKeys(field, direction, this.#dialect),
        };
      });
      return sortRows(this.sorted(resource), keys);
    });
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

  /**
   * Where a matcher finds values and related rows. It tests all rows of a relation once.
   *
   * @param resource - If all its rows are tested in an order, with their index.
   */
  source(resource?: string, order: readonly Ordering[] = []): RowSource<StoredRow> {
    return {
      valueOf: valueIn,
      related: (row, { relation }) => this.related(row, relation),
      join: ({ relation: { cardinality, target, foreignKey } }, matches) => {
        const [own, related] = cardinality === 'many' ? ['id', foreignKey] : [foreignKey, 'id'];
        let keys: Set<JsonValue | undefined> | undefined;
        return (row) => {
          keys ??= new Set(
            this.sorted(target)
              .filter(matches(this.source(target)))
              .map((found) => found[related]),
          );
          return keys.has(row[own]);
        };
      },
      ...(resource !== undefined && {
        // A field has the same keys in each query.
        keys: (name, field, keyOf) =>
          this.#derive(resource, `keys ${name} ${JSON.stringify(order)}`, () =>
            this.sorted(resource, order).map((row) => keyOf(valueIn(row, name, field))),
          ),
      }),
    };
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

  /** Inserts or replaces a row, or deletes it. */
  write(resource: string, id: string, row: StoredRow | undefined): void {
    const table = this.#table(resource);
    const { rows, inserted } = table;
    const before = rows.get(id);
    const put = (value: StoredRow | undefined, count: number) => {
      if (value) rows.set(id, value);
      else rows.delete(id);
      table.inserted = count;
      table.derived.clear();
    };
    this.#undo?.push(() => put(before, inserted));
    put(row, before ? inserted : inserted + 1);
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

  /** Copies the maps of all rows. Returns the function that restores them. */
  snapshot(): () => void {
    const copies = [...this.#tables.values()].map((table) => {
      const { rows, inserted } = table;
      return { table, rows: new Map(rows), inserted };
    });
    return () => {
      for (const { table, rows, inserted } of copies) {
        Object.assign(table, { rows: new Map(rows), inserted });
        table.derived.clear();
      }
    };
  }
}

/** A value of a row, stored or computed. */
export const valueIn = (row: StoredRow, name: string, { compute }: Field): JsonValue =>
  // A schema is trusted to compute values of the declared kind, but not to leave the row as it is.
  compute ? ((compute(Object.freeze(row)) ?? null) as JsonValue) : (row[name] ?? null);

/**
 * The foreign keys of the resources: of their to-one relations, which say whether a key is
 * nullable, of the to-many relations of other resources, and of fields with `references`.
 */
function* foreignKeysOf(
  schema: Resources,
): Generator<readonly [resource: string, column: string, key: ForeignKey]> {
  const resources = Object.entries(schema);
  for (const [owner, { fields, relations }] of resources)
    for (const [relation, { cardinality, target, foreignKey, ...more }] of Object.entries(
      relations,
    ))
      if (cardinality === 'one') {
        const nullable = more.nullable || own(fields, foreignKey)?.nullable === true;
        yield [owner, foreignKey, { target, relation, nullable }];
      }
  for (const [target, { relations }] of resources)
    for (const relation of Object.values(relations))
      if (relation.cardinality === 'many')
        yield [relation.target, relation.foreignKey, { target, nullable: true }];
  for (const [owner, { fields }] of resources)
    for (const [column, { references: target, nullable }] of Object.entries(fields))
      if (target !== undefined && own(schema, target)) yield [owner, column, { target, nullable }];
}
