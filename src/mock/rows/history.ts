import { ConfigurationError } from '../../errors/usage-errors.js';
import type { StoredRow, Table } from './table.js';

/** One write to a table: what stood in the slot, and what stands there now. */
interface Change {
  readonly table: Table;
  readonly slot: number;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
}

/** A state of all tables: the change that made it, and the state before. */
class Version {
  constructor(
    readonly history: History,
    readonly parent: Version | undefined,
    readonly change: Change | undefined,
    readonly depth: number,
  ) {}
}

/** A state of the mock to which one can return. Made by `snapshot`, taken by `restore`. */
export interface Snapshot {
  /** For the compiler only: nothing of a snapshot is for its holder. */
  readonly '~snapshot': true;
}

const versions = new WeakMap<Snapshot, Version>();

/**
 * The states that the tables went through, as a tree: going from one to another undoes and redoes the changes between
 * them, so that the cost is that of what changed, whatever the size of the tables. States that no snapshot leads to
 * are forgotten.
 */
export class History {
  #first = new Version(this, undefined, undefined, 0);
  #current = this.#first;
  #recording = true;

  /** Writes to a table, in a way that can be undone. A slot that is the table's next one is a new row. */
  write(table: Table, slot: number, after: StoredRow | undefined): void {
    const before = table.rows[slot];
    table.write(slot, after);
    if (!this.#recording) return;
    const change = { table, slot, before, after };
    this.#current = new Version(this, this.#current, change, this.#current.depth + 1);
  }

  /** Does something whole or not at all. */
  atomically<Result>(act: () => Result): Result {
    const before = this.#current;
    try {
      return act();
    } catch (error) {
      this.#goTo(before);
      throw error;
    }
  }

  /** Does something that is the start: it can't be undone, and costs no memory. */
  begin<Result>(load: () => Result): Result {
    this.#recording = false;
    const result = load();
    this.#recording = true;
    return result;
  }

  snapshot(): Snapshot {
    const snapshot = Object.freeze({}) as Snapshot; // the member is a phantom
    versions.set(snapshot, this.#current);
    return snapshot;
  }

  /** @throws ConfigurationError for what is not a snapshot of this mock. */
  restore(snapshot: Snapshot): void {
    const version = versions.get(snapshot);
    if (version?.history !== this)
      throw new ConfigurationError('restore: expected what `snapshot()` of this mock gave.');
    this.#goTo(version);
  }

  reset(): void {
    this.#goTo(this.#first);
  }

  #goTo(target: Version): void {
    const ahead: Version[] = [];
    let meeting = target;
    while (meeting !== this.#current) {
      if (meeting.depth >= this.#current.depth && meeting.parent) {
        ahead.push(meeting);
        meeting = meeting.parent;
      } else {
        undo(this.#current.change);
        this.#current = this.#current.parent ?? this.#first;
      }
    }
    for (const { change } of ahead.reverse()) change?.table.write(change.slot, change.after);
    this.#current = target;
  }
}

function undo(change: Change | undefined): void {
  if (!change) return;
  if (change.before) change.table.write(change.slot, change.before);
  else change.table.removeLast(); // an insertion: all later ones are undone already
}
