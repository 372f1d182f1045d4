import type { Outcome } from './outcome';

/** Runs queries in a worker, one at a time: a new one ends the one before. */
export class Runner {
  #worker = startWorker();
  #cancel: (() => void) | undefined;

  /** Runs a script; resolves to nothing where another one came before it was done. */
  run(script: string): Promise<Outcome | undefined> {
    this.cancel();
    return new Promise((resolve) => {
      this.#cancel = () => {
        this.#worker.terminate();
        this.#worker = startWorker();
        resolve(undefined);
      };
      this.#worker.onmessage = ({ data }: MessageEvent<Outcome>) => {
        this.#cancel = undefined;
        resolve(data);
      };
      this.#worker.postMessage(script);
    });
  }

  /** Ends what runs. */
  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

const startWorker = (): Worker =>
  new Worker(new URL('./run-worker.ts', import.meta.url), { type: 'module', name: 'run' });
