import type { Outcome } from './outcome';

/** Runs queries in a worker, one at a time: a new query stops the previous one. */
export class Runner {
  #worker = startWorker();
  #cancel: (() => void) | undefined;

  /** Runs a script; resolves to `undefined` if another script replaces it. */
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

  /** Stops the running script. */
  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

const startWorker = (): Worker =>
  new Worker(new URL('./run-worker.ts', import.meta.url), { type: 'module', name: 'run' });
