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
  readonly #snapshots = new WeakMap<Snapshot, readonly Slots[]>();
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

  /** Rows are never changed, so copies of the arrays are enough. */
  snapshot(): Snapshot {
    return this.#save(this.#tables.map(({ rows }) => [...rows]));
  }

  /** A snapshot with the current rows of some tables, and with the rows of an earlier snapshot otherwise. */
  updateSnapshot(earlier: Snapshot, tables: readonly Table[]): Snapshot {
    const rows = this.#snapshots.get(earlier) ?? [];
    return this.#save(
      this.#tables.map((table, index) => (tables.includes(table) ? [...table.rows] : (rows[index] ?? []))),
    );
  }

  #save(rows: readonly Slots[]): Snapshot {
    const snapshot = Object.freeze({}) as Snapshot; // the member is a phantom
    this.#snapshots.set(snapshot, rows);
    return snapshot;
  }

  /** @throws ConfigurationError for a snapshot of another mock. */
  restore(snapshot: Snapshot): void {
    const rows = this.#snapshots.get(snapshot);
    if (!rows)
      throw new ConfigurationError('expected a snapshot that snapshot() of this mock returned.', 'restore');
    for (const [index, table] of this.#tables.entries()) table.restore(rows[index] ?? []);
  }
}
