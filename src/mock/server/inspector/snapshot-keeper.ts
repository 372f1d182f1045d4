import type { Mock } from '../../create-mock.js';
import type { Snapshot } from '../../rows/journal.js';

/** The snapshot that the page takes and restores. */
export class SnapshotKeeper {
  #snapshot: Snapshot | undefined;
  #time: string | undefined;

  constructor(readonly mock: Pick<Mock, 'snapshot' | 'restore'>) {}

  /** When the snapshot was taken, by the system clock. */
  get time(): string | undefined {
    return this.#time;
  }

  take(): void {
    this.#snapshot = this.mock.snapshot();
    this.#time = new Date().toISOString();
  }

  /** @returns Whether there was a snapshot. */
  restore(): boolean {
    if (!this.#snapshot) return false;
    this.mock.restore(this.#snapshot);
    return true;
  }
}
