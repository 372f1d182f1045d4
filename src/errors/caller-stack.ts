/** The public function that is running, until its first `await`. */
let running: object | undefined;

/**
 * Begins the stack of each usage error below a public function, at the line that called it. Otherwise ten
 * frames of this package could hide that line. The returned function ends it.
 *
 * The function is a module variable while it runs, because an async function turns what it throws into a
 * rejected promise before any code around it could change the stack. Callers use `try` and `finally`: some
 * engines leave a function out of the stack if its last statement is a call.
 */
export function enter(method: object): () => void {
  const outer = running;
  running = method;
  return () => {
    running = outer;
  };
}

/** Makes each of the methods {@link enter}. They keep their names, which `console.log(client)` prints. */
export function withCallerStack<Methods extends object>(methods: Methods): Methods {
  const wrapped = Object.entries(methods).map(([name, method]) => {
    const run = (...input: unknown[]): unknown => {
      const leave = enter(run);
      try {
        return method(...input);
      } finally {
        leave();
      }
    };
    return [name, Object.defineProperty(run, 'name', { value: name })];
  });
  return Object.fromEntries(wrapped);
}

/** Removes the frames of this package from the stack of a new error, if the engine can. */
export function trimStack(error: Error): void {
  const engine = Error as Engine; // Node's types have these members, those of browsers do not
  if (!running || !engine.captureStackTrace) return;
  engine.captureStackTrace(error, running);
  if (error.stack?.includes('\n')) return;
  const { stackTraceLimit } = engine;
  engine.stackTraceLimit = 100; // JavaScriptCore counts the removed frames too
  engine.captureStackTrace(error, running);
  engine.stackTraceLimit = stackTraceLimit;
}

interface Engine {
  readonly prototype: Error;
  stackTraceLimit?: number | undefined;
  captureStackTrace?(error: Error, below: object): void;
}
