import type { ResolvedDialect } from '../../dialect/dialect.js';
import { asIs, type KeyFunction } from '../../query/match/match-text.js';
import type { Field, JsonValue } from '../../schema/field.js';
import type { Resource } from '../../schema/resource.js';
import { own } from '../../values/plain-object.js';

/**
 * A row as the mock keeps it: never changed, only replaced. Every stored field and undeclared
 * foreign key is present.
 */
export interface StoredRow {
  readonly id: string;
  readonly [column: string]: JsonValue;
}

/** A row by slot; `undefined` if it was deleted. */
export type Slots = readonly (StoredRow | undefined)[];

/** Enough for the columns and orders of a test, bounded for a long-lived server. */
const MAX_DERIVED = 128;

/** The digits of a stored date that are not shown (decision 51). */
const HIDDEN_DIGITS = /(?<=\.\d{3})\d+Z$/;

/**
 * The rows of one resource in insertion order. A row keeps its slot, its index in `rows`, until it
 * is deleted.
 */
export class Table {
  readonly #rows: (StoredRow | undefined)[] = [];
  readonly #slots = new Map<string, number>();
  readonly #derived = new Map<unknown, unknown>();
  /** How often a row was written, also to undo or restore something. */
  writes = 0;

  /** The stored fields, and the foreign keys that are not fields. */
  readonly columns: ReadonlyMap<string, Field>;
  /** All columns, so that a row is created with its members instead of growing. */
  readonly emptyRow: Readonly<Record<string, null>>;

  constructor(
    readonly name: string,
    readonly fields: Resource['fields'],
    keys: Resource['fields'] = {},
  ) {
    const stored = Object.entries(fields).filter(([, field]) => !field.computed);
    this.columns = new Map([...stored, ...Object.entries(keys)]);
    this.emptyRow = Object.fromEntries([...this.columns.keys()].map((name) => [name, null]));
  }

  get rows(): Slots {
    return this.#rows;
  }

  get size(): number {
    return this.#slots.size;
  }

  get first(): StoredRow | undefined {
    return this.#rows.find((row) => row !== undefined);
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  get(id: string): StoredRow | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : this.#rows[slot];
  }

  all(): StoredRow[] {
    return this.#rows.filter((row): row is StoredRow => row !== undefined);
  }

  /** Puts a row into a slot, or clears the slot. The slot behind the last one adds a row. */
  write(slot: number, row: StoredRow | undefined): void {
    const before = this.#rows[slot];
    if (before && this.#slots.get(before.id) === slot) this.#slots.delete(before.id);
    if (row) this.#slots.set(row.id, slot);
    this.#rows[slot] = row;
    if (this.#derived.size > 0) this.#derived.clear(); // which allocates, even if there is nothing to clear
    this.writes++;
  }

  /** Removes the last slot, as if its row had never been inserted. */
  removeLast(): void {
    this.write(this.#rows.length - 1, undefined);
    this.#rows.pop();
  }

  restore(rows: Slots): void {
    while (this.#rows.length > rows.length) this.removeLast();
    for (const [slot, row] of rows.entries()) if (this.#rows[slot] !== row) this.write(slot, row);
  }

  valueOf(row: StoredRow, column: string): JsonValue {
    const compute = this.columns.has(column) ? undefined : own(this.fields, column)?.compute;
    // A schema is trusted to compute values of the declared kind, but not to leave the row as it
    // is.
    if (compute) return (compute(Object.freeze(row)) ?? null) as JsonValue;
    return row[column] ?? null;
  }

  /** A field of a row as a response shows it: without the digits that the service hides. */
  shownValue(row: StoredRow, column: string, dates: ResolvedDialect['dates']): JsonValue {
    const value = this.valueOf(row, column);
    if (dates !== 'microseconds') return value;
    const { kind, format } = own(this.fields, column) ?? {};
    return kind === 'date' && !format && typeof value === 'string'
      ? value.replace(HIDDEN_DIGITS, 'Z')
      : value;
  }

  /**
   * A value derived from the rows, kept until the next write. The key names it, or is the array of
   * keys that it indexes.
   */
  derive<Value>(key: string | readonly JsonValue[], compute: () => Value): Value {
    if (this.#derived.has(key)) return this.#derived.get(key) as Value; // the key names one kind of value
    const value = compute();
    if (this.#derived.size >= MAX_DERIVED) this.#derived.clear();
    this.#derived.set(key, value);
    return value;
  }

  /** The values of a column by slot; null for deleted rows. */
  values(column: string): readonly JsonValue[] {
    return this.derive(`values ${column}`, () =>
      this.#rows.map((row) => (row ? this.valueOf(row, column) : null)),
    );
  }

  /**
   * The keys of a column's values by slot, see {@link KeyFunction}; `values` itself if each is its
   * own key.
   */
  keys(column: string, keyOf: KeyFunction): readonly JsonValue[] {
    const byFunction = this.derive(
      `keys ${column}`,
      () => new Map<KeyFunction, readonly JsonValue[]>(),
    );
    const known = byFunction.get(keyOf);
    if (known) return known;
    const values = this.values(column);
    const keys = values.map(keyOf);
    const kept = keys.some((key, slot) => key !== values[slot]) ? keys : values;
    byFunction.set(keyOf, kept);
    return kept;
  }

  /**
   * The slots of the rows by the key of their value of a column, ascending. Default: by the value.
   */
  slotsBy(column: string, keyOf: KeyFunction = asIs): ReadonlyMap<JsonValue, readonly number[]> {
    const keys = this.keys(column, keyOf);
    return this.derive(keys, () => {
      const slotsBy = new Map<JsonValue, number[]>();
      for (const [slot, row] of this.#rows.entries()) {
        if (!row) continue;
        const key = keys[slot] ?? null;
        const slots = slotsBy.get(key);
        if (slots) slots.push(slot);
        else slotsBy.set(key, [slot]);
      }
      return slotsBy;
    });
  }
}
