/** Tells Monaco how to start its workers: its own, and the extended compiler of the playground. */
export function startWorkers(): void {
  self.MonacoEnvironment = {
    getWorker: (_, label) =>
      label === 'typescript'
        ? new Worker(new URL('../compile/compile-worker.ts', import.meta.url), {
            type: 'module',
            name: label,
          })
        : new Worker(new URL('./editor-worker.ts', import.meta.url), {
            type: 'module',
            name: label,
          }),
  };
}
