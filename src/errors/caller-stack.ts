/** The public function that is running, until its first `await`. */
let running: ((...input: never[]) => unknown) | undefined;

/**
 * Runs the body of a public function. If it creates a usage error before its first `await`, the stack of that error begins
 * at the line that called the function. Otherwise ten frames of this package could hide that line.
 *
 * The function is a module variable while it runs, because an async body turns what it throws into a rejected promise
 * before any code around it could change the stack.
 */
export function atCaller<Result>(method: (...input: never[]) => unknown, body: () => Result): Result {
  const outer = running;
  running = method;
  try {
    return body();
  } finally {
    running = outer;
  }
}

/** Makes each of the methods run {@link atCaller}. */
export function withCallerStack<Methods extends object>(methods: Methods): Methods {
  const wrapped = Object.entries(methods).map(([name, method]) => {
    const run = (...input: never[]): unknown => atCaller(run, () => method(...input));
    return [name, run];
  });
  return Object.fromEntries(wrapped);
}

/** Removes the frames of this package from the stack of a new error, if the engine can. */
export function trimStack(error: Error): void {
  const { captureStackTrace } = Error as Engine; // Node's types know it, those of browsers do not
  if (running) captureStackTrace?.(error, running);
}

interface Engine {
  readonly prototype: Error;
  captureStackTrace?(error: Error, below: unknown): void;
}
