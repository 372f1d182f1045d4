/** Tells Monaco where its workers are: its own, and the compiler, which can do more here. */
export function startWorkers(): void {
  self.MonacoEnvironment = {
    getWorker: (_, label) =>
      label === 'typescript'
        ? new Worker(new URL('../compile/compile-worker.ts', import.meta.url), {
            type: 'module',
            name: label,
          })
        : new Worker(new URL('./editor-worker.ts', import.meta.url), { type: 'module', name: label }),
  };
}
