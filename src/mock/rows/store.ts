import type { ResolvedDialect } from '../../dialect/dialect.js';
import { ConfigurationError } from '../../errors.js';
import { type Field, nullable, uuid } from '../../schema/field.js';
import { type Resources, resourceOf } from '../../schema/resources.js';
import { own } from '../../values/plain-object.js';
import { type Slots, type StoredRow, Table } from './table.js';

/** A column whose values are ids of another resource. */
export interface ForeignKey {
  readonly target: string;
  /** The to-one relation that declares it, if any. */
  readonly relation?: string;
  readonly nullable: boolean;
}

/** The data of a mock: one table for each resource, and the foreign keys between them. */
export class Store {
  readonly journal = new Journal();
  readonly #tables = new Map<string, Table>();
  readonly #keys = new Map<string, Map<string, ForeignKey>>();

  constructor(
    readonly schema: Resources,
    readonly dialect: ResolvedDialect,
  ) {
    for (const name of Object.keys(schema)) this.#keys.set(name, new Map());
    this.#collectForeignKeys();
    for (const [name, { fields }] of Object.entries(schema))
      this.#tables.set(
        name,
        this.journal.track(new Table(name, fields, this.#undeclaredKeys(name))),
      );
  }

  table(name: string): Table {
    const table = this.#tables.get(name);
    // Unreachable: names are checked earlier.
    if (!table) throw new Error(`${name} is not a resource of the schema.`);
    return table;
  }

  /** The field of a resource's ids, and so of the foreign keys that refer to it. */
  idOf(name: string): Field {
    return resourceOf(this.schema, name).fields.id ?? uuid(); // each schema has an `id`
  }

  foreignKeys(name: string): ReadonlyMap<string, ForeignKey> {
    return this.#keys.get(name) ?? new Map();
  }

  /** A column by which other rows refer to a row, and the number of these rows. */
  referenceTo(resource: string, id: string) {
    for (const [owner, keys] of this.#keys)
      for (const [column, { target }] of keys) {
        if (target !== resource) continue;
        const isOther = (row: StoredRow) => owner !== resource || row.id !== id;
        const rows = this.table(owner).all();
        const { length } = rows.filter((row) => row[column] === id && isOther(row));
        if (length > 0) return { resource: owner, column, rows: length };
      }
    return undefined;
  }

  /** Resources in an order in which the rows that others refer to come first. */
  inForeignKeyOrder(resources: readonly string[]): string[] {
    const ordered: string[] = [];
    let waiting = [...resources];
    while (waiting.length > 0) {
      const isReady = (resource: string) =>
        [...this.foreignKeys(resource).values()].every(
          ({ target }) => target === resource || !waiting.includes(target),
        );
      const next = waiting.find(isReady) ?? waiting[0] ?? ''; // in a circle any of them may be first
      ordered.push(next);
      waiting = waiting.filter((resource) => resource !== next);
    }
    return ordered;
  }

  /** Foreign keys that are not fields, as columns. */
  #undeclaredKeys(name: string): Record<string, Field> {
    const { fields } = resourceOf(this.schema, name);
    const undeclared = [...this.foreignKeys(name)].filter(
      ([column]) => !Object.hasOwn(fields, column),
    );
    return Object.fromEntries(
      undeclared.map(([column, key]) => {
        const id = this.idOf(key.target);
        return [column, key.nullable ? nullable(id) : id];
      }),
    );
  }

  /** To-one relations come first, because only they say whether a key is nullable. */
  #collectForeignKeys(): void {
    const relations = Object.entries(this.schema).flatMap(([owner, resource]) =>
      Object.entries(resource.relations).map(([name, relation]) => ({ owner, name, relation })),
    );
    for (const { owner, name, relation } of relations) {
      if (relation.cardinality !== 'one') continue;
      const nullable =
        relation.nullable || (this.schema[owner]?.fields[relation.foreignKey]?.nullable ?? false);
      this.#keys
        .get(owner)
        ?.set(relation.foreignKey, { target: relation.target, relation: name, nullable });
    }
    const addIfMissing = (resource: string, column: string, key: ForeignKey) => {
      const keys = this.#keys.get(resource);
      if (keys && !keys.has(column)) keys.set(column, key);
    };
    for (const { owner, relation } of relations)
      if (relation.cardinality === 'many')
        addIfMissing(relation.target, relation.foreignKey, { target: owner, nullable: true });
    for (const [owner, { fields }] of Object.entries(this.schema))
      for (const [column, { references: target, nullable }] of Object.entries(fields))
        if (target !== undefined && own(this.schema, target))
          addIfMissing(owner, column, { target, nullable });
  }
}

interface Write {
  readonly table: Table;
  readonly slot: number;
  readonly before: StoredRow | undefined;
}

/** A state of the mock, returned by `snapshot` and accepted by `restore`. */
export interface Snapshot {
  /** For the compiler only: a snapshot has no members for its holder. */
  readonly '~snapshot': true;
}

/** Writes to the tables of a mock: undoes the writes of a call that fails, and takes snapshots. */
export class Journal {
  readonly #tables: Table[] = [];
  readonly #snapshots = new WeakMap<Snapshot, ReadonlyMap<Table, Slots>>();
  #writes: Write[] | undefined;

  /** Grows with each change of a row, so that a reader notices it. */
  get revision(): number {
    return this.#tables.reduce((sum, { writes }) => sum + writes, 0);
  }

  track(table: Table): Table {
    this.#tables.push(table);
    return table;
  }

  write(table: Table, slot: number, row: StoredRow | undefined): void {
    this.#writes?.push({ table, slot, before: table.rows[slot] });
    table.write(slot, row);
  }

  /** Runs a call; if it throws, all of its writes are undone. */
  atomically<Result>(call: () => Result): Result {
    const writes: Write[] = [];
    this.#writes = writes;
    try {
      return call();
    } catch (error) {
      for (const { table, slot, before } of writes.reverse()) {
        if (before) table.write(slot, before);
        else table.removeLast(); // an insertion, and later ones are undone already
      }
      throw error;
    } finally {
      this.#writes = undefined;
    }
  }

  /** @param earlier - Has the rows of all other tables. */
  snapshot(tables: readonly Table[] = this.#tables, earlier?: Snapshot): Snapshot {
    const snapshot = Object.freeze({}) as Snapshot; // the member is a phantom
    // Rows are never changed, so copies of the arrays are enough.
    const rows = tables.map((table) => [table, [...table.rows]] as const);
    this.#snapshots.set(
      snapshot,
      new Map([...((earlier && this.#snapshots.get(earlier)) ?? []), ...rows]),
    );
    return snapshot;
  }

  restore(snapshot: Snapshot): void {
    const rows = this.#snapshots.get(snapshot);
    if (!rows)
      throw new ConfigurationError(
        'expected a snapshot that snapshot() of this mock returned.',
        'restore',
      );
    for (const [table, slots] of rows) table.restore(slots);
  }
}
