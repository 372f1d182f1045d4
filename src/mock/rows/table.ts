import type { Field, JsonValue } from '../../schema/field.js';
import type { Resource } from '../../schema/resource.js';
import { own } from '../../values/plain-object.js';

/** A row as it is kept: never changed, only replaced; every declared property is there. */
export interface StoredRow {
  readonly id: string;
  readonly [column: string]: JsonValue;
}

/** Something kept up to date with a table. */
type Follower = (slot: number, before: StoredRow | undefined, after: StoredRow | undefined) => void;

/**
 * The rows of one resource, in the order of their insertion: each has a slot, which it keeps until it is deleted.
 * Columns and links are built when they are first asked for, and follow every write from then on.
 */
export class Table {
  /** By slot; `undefined` where a row was deleted. */
  readonly rows: (StoredRow | undefined)[] = [];
  readonly #slots = new Map<string, number>();
  readonly #columns = new Map<string, JsonValue[]>();
  readonly #numbers = new Map<string, number[]>();
  readonly #links = new Map<string, Map<JsonValue, number[]>>();
  readonly #followers: Follower[] = [];
  #writes = 0;

  /** What is stored of a row: every property that is not computed, and the foreign keys that are no properties. */
  readonly columns: ReadonlyMap<string, Field>;

  constructor(
    readonly name: string,
    readonly fields: Resource['fields'],
    keys: Resource['fields'] = {},
  ) {
    const stored = Object.entries(fields).filter(([, field]) => !field.computed);
    this.columns = new Map([...stored, ...Object.entries(keys)]);
  }

  /** How often the table was written to: what was derived at another count is out of date. */
  get writes(): number {
    return this.#writes;
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  get(id: string): StoredRow | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : this.rows[slot];
  }

  /** All rows in the order of insertion. */
  all(): StoredRow[] {
    return this.rows.filter((row): row is StoredRow => row !== undefined);
  }

  /** The slots of all rows, ascending. */
  slots(): number[] {
    return [...this.rows.keys()].filter((slot) => this.rows[slot] !== undefined);
  }

  /** Puts a row into a slot, or takes it out. */
  write(slot: number, after: StoredRow | undefined): void {
    const before = this.rows[slot];
    if (before) this.#slots.delete(before.id);
    if (after) this.#slots.set(after.id, slot);
    this.rows[slot] = after;
    this.#writes++;
    for (const follow of this.#followers) follow(slot, before, after);
  }

  /** Takes the last slot away, as if its row had never been inserted. */
  removeLast(): void {
    this.write(this.rows.length - 1, undefined);
    this.rows.pop();
  }

  /** A property of a row, computed ones among them. */
  valueOf(row: StoredRow, column: string): JsonValue {
    const compute = this.columns.has(column) ? undefined : own(this.fields, column)?.compute;
    if (compute) return (compute(row) ?? null) as JsonValue; // what a schema computes is of the kind that it declares
    return row[column] ?? null;
  }

  /** The values of a column by slot. */
  values(column: string): readonly JsonValue[] {
    return this.#follow(this.#columns, column, (row) => this.valueOf(row, column));
  }

  /**
   * A column by slot as floats that can be compared: numbers, instants in milliseconds, and decimals rounded to the
   * nearest float, which keeps their order but for ties. NaN for null, which compares with nothing.
   */
  numbers(column: string): readonly number[] {
    const read = own(this.fields, column)?.kind === 'date' ? Date.parse : Number;
    return this.#follow(this.#numbers, column, (row) => {
      const value = this.valueOf(row, column);
      return value === null ? Number.NaN : read(String(value));
    });
  }

  /** The slots of the rows by the value of a column, each list in the order of insertion. */
  links(column: string): ReadonlyMap<JsonValue, readonly number[]> {
    const known = this.#links.get(column);
    if (known) return known;
    const links = new Map<JsonValue, number[]>();
    this.#links.set(column, links);
    this.#start((slot, before, after) => {
      const [old, value] = [before?.[column], after?.[column]];
      if (old === value) return;
      if (old !== undefined) unlink(links, old, slot);
      if (value !== undefined) link(links, value, slot);
    });
    return links;
  }

  #follow<Value>(columns: Map<string, Value[]>, column: string, read: (row: StoredRow) => Value): Value[] {
    const known = columns.get(column);
    if (known) return known;
    const values: Value[] = [];
    columns.set(column, values);
    this.#start((slot, _, after) => {
      if (after) values[slot] = read(after);
    });
    return values;
  }

  #start(follow: Follower): void {
    for (const slot of this.rows.keys()) follow(slot, undefined, this.rows[slot]);
    this.#followers.push(follow);
  }
}

function link(links: Map<JsonValue, number[]>, value: JsonValue, slot: number): void {
  const slots = links.get(value);
  if (!slots) links.set(value, [slot]);
  else if (slot > (slots.at(-1) ?? -1)) slots.push(slot);
  else slots.splice(lowerBound(slots, slot), 0, slot);
}

function unlink(links: Map<JsonValue, number[]>, value: JsonValue, slot: number): void {
  const slots = links.get(value);
  slots?.splice(lowerBound(slots, slot), 1);
  if (slots?.length === 0) links.delete(value);
}

/** Where in an ascending list a number stands or would stand. */
function lowerBound(ascending: readonly number[], wanted: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
