import { isBranded } from './brand.js';

/** Replaces what an error must not contain. */
export type Redact = (text: string) => string;

/** Runs the code of a public function. */
export type Call = <Result>(run: () => Result) => Result;

/** Called in the `catch` of `below`. Nothing is captured for a call that succeeds. */
type Fail = (error: unknown, below: object) => never;

/** The public function whose code runs, until its first `await`. */
let running: object | undefined;

/** Errors whose stack begins at a call, so that the calls around it leave it as it is. */
const located = new WeakSet<Error>();

/**
 * Begins a call of a public function. The error of this package that its code throws, that its promise rejects with
 * or that its iterator rejects with, is redacted, and its stack begins at the line that called or awaits: otherwise,
 * ten frames of this package could hide that line. Other errors stay as they are.
 *
 * Call it in a statement of its own: some engines leave a function out of the stack if its last statement is a call.
 *
 * @param method - The public function.
 */
export function beginCall(method: object, redact: Redact = (text) => text): Call {
  const fail: Fail = (error, below) => {
    if (isBranded(error)) {
      const { message, stack } = error;
      redactError(error, redact);
      // In a stack, only the message: a key may be a part of the path of a file.
      set(
        error,
        'stack',
        stack?.replace(message, () => error.message),
      );
      if (!located.has(error)) beginBelow(error, below);
    }
    throw error;
  };
  return (run) => {
    const outer = running;
    running = method;
    try {
      return wrapResult(run(), fail);
    } catch (error) {
      return fail(error, method);
    } finally {
      running = outer;
    }
  };
}

/**
 * Begins the stack of a new usage error at the line that called the public function. An async function turns it into a
 * rejected promise, and only its constructor runs while that line is on the stack.
 */
export function beginAtCaller(error: Error): void {
  if (running) beginBelow(error, running);
}

/** Begins the stack of an error below a function that runs, unless all frames there are of the engine. */
function beginBelow(error: Error, below: object): void {
  const { name, message } = error;
  const site: Partial<Error> = { name, message }; // the first line of its stack
  const engine = Error as Engine; // Node's types have these members, those of browsers do not
  engine.captureStackTrace?.(site, below);
  if (site.stack && !site.stack.replace(message, '').includes('\n')) {
    const { stackTraceLimit } = engine;
    engine.stackTraceLimit = 100; // JavaScriptCore counts the removed frames too
    engine.captureStackTrace?.(site, below);
    engine.stackTraceLimit = stackTraceLimit;
  }
  const stack = `${site.stack}`
    .replace(/^Error(?=\n)/, () => `${name}: ${message}`) // of JavaScriptCore
    .replace(/\n.*\((node|ext):.*/g, '');
  if (!/\n +at |@/.test(stack.replace(message, ''))) return;
  located.add(error);
  set(error, 'stack', stack);
}

/** Makes each of the methods {@link beginCall}. They keep their names, which `console.log(client)` prints. */
export function wrapMethods<Methods extends object>(methods: Methods, redact: Redact): Methods {
  const wrapped = Object.entries(methods).map(([name, method]) => {
    const run = (...input: unknown[]): unknown => {
      const call = beginCall(run, redact);
      const result = [call(() => method(...input))]; // not the last statement, see beginCall
      return result[0];
    };
    return [name, Object.defineProperty(run, 'name', { value: name })];
  });
  return Object.fromEntries(wrapped);
}

/** A result whose errors are passed through `fail`. */
function wrapResult<Result>(result: Result, fail: Fail): Result;
function wrapResult(result: Partial<LaterResult>, fail: Fail): unknown {
  const { withResponse } = result;
  if (result instanceof Promise) {
    const promise = wrapPromise(result, fail);
    if (!withResponse) return promise;
    return Object.assign(promise, {
      withResponse: () => {
        promise.catch(() => {}); // the caller receives the error from the promise below
        return wrapPromise(withResponse(), fail);
      },
    });
  }
  if (!result[Symbol.asyncIterator]) return result;
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = (result as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      return {
        next: () => wrapPromise(iterator.next(), fail),
        return: () => iterator.return?.() as Promise<IteratorResult<unknown>>, // of a generator
      };
    },
  };
}

/** Awaits a promise in a function of its own: below it, engines know the line that awaits the result. */
function wrapPromise<Result>(promise: Promise<Result>, fail: Fail): Promise<Result> {
  const wait = async () => {
    try {
      return await promise;
    } catch (error) {
      return fail(error, wait);
    }
  };
  return wait();
}

interface LaterResult extends AsyncIterable<unknown> {
  withResponse(): Promise<unknown>;
}

/** Redacts an error that quotes what the caller passed. Errors about a request are created redacted. */
function redactError(error: Error, redact: Redact): void {
  if ('attempts' in error) return;
  for (const name of ['message', 'path', 'problem', 'value']) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') set(error, name, redact(value));
    else if (containsSecret(value, redact)) set(error, name, '[redacted]');
  }
}

/** Whether a text anywhere in a value would be redacted, also in its keys. */
function containsSecret(value: unknown, redact: Redact): boolean {
  const visited = new Set([value]);
  for (const item of visited) {
    if (typeof item === 'string' && redact(item) !== item) return true;
    if (typeof item !== 'object' || item === null) continue;
    for (const key of Reflect.ownKeys(item))
      visited.add(typeof key === 'string' ? key : key.description).add(Reflect.get(item, key));
    if (item instanceof Map || item instanceof Set) for (const entry of item) visited.add(entry);
  }
  return false;
}

interface Engine {
  stackTraceLimit?: number | undefined;
  captureStackTrace?(target: object, below: object): void;
}

const set = (error: Error, name: string, value: unknown) => Object.defineProperty(error, name, { value });
