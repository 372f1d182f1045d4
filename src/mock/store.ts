import type { ResolvedDialect } from '../dialect.js';
import { type Matcher, matcher, type RowSource } from '../match/matcher.js';
import { compareText, exactText, sortKeys, type ValueKeys } from '../match/values.js';
import type { FilterNode } from '../query/filter.js';
import type { Ordering } from '../query/query.js';
import { type Field, type JsonValue, nullable, uuid } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/lookup.js';
import type { Relation } from '../schema/relation.js';
import { own, setMember } from '../values/plain-object.js';
import { type ForeignKey, foreignKeysOf } from './foreign-keys.js';

/** A row is never changed, only replaced. It has every stored field and foreign key. */
export interface StoredRow {
  readonly id: string;
  readonly [column: string]: JsonValue;
}

/** The rows of a resource. */
interface StoredTable {
  /** Stored fields, and foreign keys that are not fields. */
  readonly columns: Map<string, Field>;
  readonly foreignKeys: Map<string, ForeignKey>;
  /** Has null in each column: its copies have one layout in memory, which is faster to fill. */
  readonly blank: Record<string, JsonValue>;
  /** By id, in insertion order. */
  rows: Map<string, StoredRow>;
  /** Whether a snapshot has the same map, which must be copied before the next write. */
  isShared: boolean;
  /** How many rows were ever inserted, for the values of new rows. */
  inserted: number;
  /** Orders, columns and maps of foreign keys, until the next write. */
  readonly derived: Map<unknown, unknown>;
}

/** Enough for the orders of a test, bounded for a long-lived server. */
const MAX_DERIVED = 32;

/** The rows of a mock: a map of rows by id for each resource, and a map for each foreign key. */
export class Store {
  readonly #tables = new Map<string, StoredTable>();
  /** What the writes of a call replaced. */
  #undo: [StoredTable, id: string, StoredRow | undefined, inserted: number][] | undefined;

  constructor(
    readonly schema: Resources,
    readonly dialect: ResolvedDialect,
  ) {
    for (const [name, { fields }] of Object.entries(schema))
      this.#tables.set(name, {
        columns: new Map(Object.entries(fields).filter(([, field]) => !field.computed)),
        foreignKeys: new Map(),
        blank: {},
        rows: new Map(),
        isShared: false,
        inserted: 0,
        derived: new Map(),
      });
    for (const [name, column, key] of foreignKeysOf(schema)) {
      const { columns, foreignKeys } = this.table(name);
      if (!foreignKeys.has(column)) foreignKeys.set(column, key);
      const id = this.idOf(key.target);
      if (!columns.has(column)) columns.set(column, key.nullable ? nullable(id) : id);
    }
    for (const { columns, blank } of this.#tables.values())
      for (const column of columns.keys()) setMember(blank, column, null);
  }

  table(resource: string): Readonly<StoredTable> {
    const table = this.#tables.get(resource);
    if (!table) throw new Error(`${resource} is not a resource of the schema.`); // checked earlier
    return table;
  }

  /** The field of a resource's ids, and so of the foreign keys that refer to it. */
  idOf(resource: string): Field {
    return resourceOf(this.schema, resource).fields.id ?? uuid(); // each schema has an `id`
  }

  get(resource: string, id: string): StoredRow | undefined {
    return this.table(resource).rows.get(id);
  }

  /** All rows in insertion order. */
  all(resource: string): readonly StoredRow[] {
    return this.#derive(resource, 'all', () => [...this.table(resource).rows.values()]);
  }

  /** The rows that match a filter, in an order. Rows that are equal in it are ordered by `id`. */
  list(
    resource: string,
    filter?: FilterNode,
    order: readonly Ordering[] = [],
  ): readonly StoredRow[] {
    const sorted = this.#derive(resource, JSON.stringify(order), () => this.#sort(resource, order));
    if (!filter) return sorted.rows;
    // Rows are tested in the order in which they are in memory: any other takes twice as long.
    const found = new Uint8Array(sorted.rows.length);
    const matches = matcher(filter, this.#columns(resource), this.dialect);
    for (let index = 0; index < found.length; index++)
      if (matches(index)) found[sorted.ranks[index] ?? 0] = 1;
    return sorted.rows.filter((_, rank) => found[rank] === 1);
  }

  /** All rows in an order, and the place of each of {@link all} in it. */
  #sort(resource: string, order: readonly Ordering[]) {
    const { columns } = this.table(resource);
    const { fields } = resourceOf(this.schema, resource);
    const orderings = order.map(({ field: name, direction }) => {
      const field = columns.get(name) ?? own(fields, name) ?? uuid(); // checked earlier
      const { keyOf, compare } = sortKeys(field, direction, this.dialect);
      return { keys: this.keys(resource, name, field, keyOf), compare };
    });
    type Columns = (typeof orderings)[number];
    const entries = [...this.all(resource).entries()].sort(([left, { id }], [right, row]) => {
      const compare = (columns: Columns) =>
        columns.compare(columns.keys[left] ?? null, columns.keys[right] ?? null);
      return firstDifference(orderings, compare) || compareText(id, row.id);
    });
    const ranks = new Uint32Array(entries.length);
    for (const [rank, [index]] of entries.entries()) ranks[index] = rank;
    return { rows: entries.map(([, row]) => row), ranks };
  }

  /** The rows with a foreign key, in the order of their ids. */
  children(resource: string, foreignKey: string, id: string): readonly StoredRow[] {
    const groups = this.#derive(resource, `of ${foreignKey}`, () =>
      groupRows(this.list(resource), foreignKey),
    );
    return groups.get(id) ?? [];
  }

  /** The rows of a relation; of a to-one relation, at most one. */
  related(row: StoredRow, { cardinality, target, foreignKey }: Relation): readonly StoredRow[] {
    if (cardinality === 'many') return this.children(target, foreignKey, row.id);
    const id = row[foreignKey];
    const found = typeof id === 'string' ? this.get(target, id) : undefined;
    return found ? [found] : [];
  }

  /** The rows that match, of all rows or of other rows of a resource, in the same order. */
  find(resource: string, filter: FilterNode, rows = this.all(resource)): readonly StoredRow[] {
    const matches = matcher(filter, this.#columns(resource, rows), this.dialect);
    return rows.filter((_, index) => matches(index));
  }

  /** Applies filters until one leaves no row: how many left some, and which. */
  narrow(resource: string, filters: readonly FilterNode[], rows: readonly StoredRow[]) {
    const columns = this.#columns(resource, rows);
    let [left, matched] = [[...rows.keys()], 0];
    for (const filter of filters) {
      const found = left.filter(matcher(filter, columns, this.dialect));
      if (found.length === 0) break;
      [left, matched] = [found, matched + 1];
    }
    const found = (index: number) => rows[index] as StoredRow; // an index of it
    return { matched, rows: matched > 0 ? left.map(found) : rows };
  }

  /** Tests rows of a resource. */
  matching(filter: FilterNode): Matcher<StoredRow> {
    const source = this.#source<StoredRow>(
      (name, field, keyOf) => (row) => keyOf(readValue(row, name, field)),
    );
    return matcher(filter, source, this.dialect);
  }

  /** The values of rows, by their indexes. */
  #columns(resource: string, rows = this.all(resource)): RowSource<number> {
    return this.#source<number>((name, field, keyOf) => {
      const keys = this.keys(resource, name, field, keyOf, rows);
      return (index) => keys[index] ?? null;
    });
  }

  /** Tests all rows of a relation once, instead of those of each row. */
  #source<Row>(reader: RowSource<Row>['reader']): RowSource<Row> {
    return {
      reader,
      some: ({ relation: { cardinality, target, foreignKey } }, match) => {
        const [own, related] = cardinality === 'many' ? ['id', foreignKey] : [foreignKey, 'id'];
        const read = reader(own, uuid(), exactText.keyOf);
        let keys: Set<JsonValue | undefined> | undefined;
        return (row) => {
          if (!keys) {
            const matches = match(this.#columns(target));
            const found = this.all(target).filter((_, index) => matches(index));
            keys = new Set(found.map((match) => match[related]));
          }
          return keys.has(read(row));
        };
      },
    };
  }

  /** The keys of a field. Those of all rows are the same in each query. */
  keys(
    resource: string,
    name: string,
    field: Field,
    keyOf: ValueKeys['keyOf'],
    rows = this.all(resource),
  ): readonly JsonValue[] {
    const read = () => rows.map((row) => keyOf(readValue(row, name, field)));
    if (rows !== this.all(resource)) return read();
    const columns = this.#derive(resource, keyOf, () => new Map<string, readonly JsonValue[]>());
    const keys = columns.get(name) ?? read();
    columns.set(name, keys);
    return keys;
  }

  #derive<Value>(resource: string, name: unknown, compute: () => Value): Value {
    const { derived } = this.table(resource);
    const earlier = derived.get(name);
    if (earlier !== undefined) return earlier as Value; // the name says what it is
    const value = compute();
    if (derived.size >= MAX_DERIVED) derived.clear();
    derived.set(name, value);
    return value;
  }

  /** Inserts or replaces a row, or deletes it. */
  write(resource: string, id: string, row: StoredRow | undefined): void {
    const table: StoredTable = this.table(resource);
    const { rows, inserted } = table;
    const before = rows.get(id);
    this.#undo?.push([table, id, before, inserted]);
    this.#put(table, id, row, before ? inserted : inserted + 1);
  }

  #put(table: StoredTable, id: string, row: StoredRow | undefined, inserted: number): void {
    if (table.isShared) table.rows = new Map(table.rows);
    if (row) table.rows.set(id, row);
    else table.rows.delete(id);
    Object.assign(table, { inserted, isShared: false });
    if (table.derived.size > 0) table.derived.clear();
  }

  /** Runs a call. If it throws, its writes are undone. */
  atomically<Result>(call: () => Result): Result {
    this.#undo = [];
    try {
      return call();
    } catch (error) {
      for (const replaced of this.#undo.reverse()) this.#put(...replaced);
      throw error;
    } finally {
      this.#undo = undefined;
    }
  }

  /** Returns the function that restores the rows as they are now. */
  snapshot(): () => void {
    const states = [...this.#tables.values()].map((table) => {
      table.isShared = true;
      const { rows, inserted } = table;
      return { table, rows, inserted };
    });
    return () => {
      for (const { table, rows, inserted } of states) {
        Object.assign(table, { rows, inserted, isShared: true });
        table.derived.clear();
      }
    };
  }
}

function groupRows(rows: readonly StoredRow[], column: string) {
  const groups = new Map<JsonValue | undefined, StoredRow[]>();
  for (const row of rows) {
    const group = groups.get(row[column]);
    if (group) group.push(row);
    else groups.set(row[column], [row]);
  }
  return groups;
}

/** The first result that is not zero, of the orderings of a list. */
export function firstDifference<Compared>(
  orderings: readonly Compared[],
  compare: (ordering: Compared, index: number) => number,
): number {
  let index = 0; // without entries(), because it is called for each two rows of a sort
  for (const ordering of orderings) {
    const result = compare(ordering, index++);
    if (result !== 0) return result;
  }
  return 0;
}

/** A value of a row, stored or computed. */
export const readValue = (row: StoredRow, name: string, { compute }: Field): JsonValue =>
  // A schema is trusted to compute values of the declared kind, but not to leave the row as it is.
  compute ? ((compute(Object.freeze(row)) ?? null) as JsonValue) : (row[name] ?? null);
