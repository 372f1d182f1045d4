import { ConfigurationError } from '../../errors/usage-errors.js';
import type { Slots, StoredRow, Table } from './table.js';

/** One write to a table, and the row that was in the slot before. */
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
  /** The writes of the call in progress. */
  #writes: Write[] | undefined;

  /** Grows with each change of a row, so that a reader notices it. */
  get revision(): number {
    return this.#tables.reduce((sum, { writes }) => sum + writes, 0);
  }

  /** Includes a table in the snapshots. */
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
    this.#snapshots.set(snapshot, new Map([...((earlier && this.#snapshots.get(earlier)) ?? []), ...rows]));
    return snapshot;
  }

  /** @throws ConfigurationError for a snapshot of another mock. */
  restore(snapshot: Snapshot): void {
    const rows = this.#snapshots.get(snapshot);
    if (!rows)
      throw new ConfigurationError('expected a snapshot that snapshot() of this mock returned.', 'restore');
    for (const [table, slots] of rows) table.restore(slots);
  }
}
