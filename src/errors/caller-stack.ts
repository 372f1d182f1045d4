import { isBranded } from './brand.js';

/** Replaces what a message must not contain. */
export type Redact = (text: string) => string;

/** A call of a public function, until its first `await`. */
interface Call {
  readonly method: object;
  readonly redact: Redact;
}

let running: Call | undefined;

/** The errors that were created in such a call. */
const trimmed = new WeakSet<Error>();

/**
 * Begins the stack of each usage error below a public function, at the line that called it. Otherwise ten
 * frames of this package could hide that line. The returned function ends it.
 *
 * The call is a module variable while it runs, because an async function turns what it throws into a
 * rejected promise before any code around it could change the stack. Callers use `try` and `finally`: some
 * engines leave a function out of the stack if its last statement is a call.
 */
export function enter(method: object, redact: Redact = (text) => text): () => void {
  const outer = running;
  running = { method, redact };
  return () => {
    running = outer;
  };
}

/**
 * Makes each of the methods {@link enter}. They keep their names, which `console.log(client)` prints. What they
 * throw and reject with is redacted, and its stack begins at the line that called.
 */
export function withCallerStack<Methods extends object>(methods: Methods, redact: Redact): Methods {
  const wrapped = Object.entries(methods).map(([name, method]) => {
    const run = (...input: unknown[]): unknown => {
      const leave = enter(run, redact);
      try {
        const result = method(...input);
        return Symbol.asyncIterator in result ? locateEach(result, redact) : result;
      } catch (error) {
        throw redactError(error, redact);
      } finally {
        leave();
      }
    };
    return [name, Object.defineProperty(run, 'name', { value: name })];
  });
  return Object.fromEntries(wrapped);
}

/**
 * Awaits something for the public function that is running. The stack of its error begins at the line that awaits
 * the result: engines know that line, so nothing is captured for a call that succeeds.
 */
export const locate =
  <Result>(of: () => Promise<Result>, redact = running?.redact) =>
  async (): Promise<Result> => {
    try {
      return await of();
    } catch (error) {
      if (isBranded(error) && !trimmed.has(error)) beginBelow(error, new Error().stack);
      throw redactError(error, redact);
    }
  };

/** Replaces the frames of an error with those below the first of a stack, unless these are all of the engine. */
function beginBelow(error: Error, stack = ''): void {
  const [header = '', , ...below] = stack.split('\n');
  const frames = below.filter((frame) => !/\((node|ext):/.test(frame));
  if (/^Error/.test(header) && frames[0])
    setText(error, 'stack', [`${error.name}: ${error.message}`, ...frames].join('\n'));
}

/** An iterable with {@link locate} for each item. */
const locateEach = (items: AsyncIterable<unknown>, redact: Redact): AsyncIterable<unknown> => ({
  [Symbol.asyncIterator]() {
    const iterator = items[Symbol.asyncIterator]();
    return {
      next: locate(() => iterator.next(), redact),
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    };
  },
});

/** Removes the frames of this package from the stack of a new error, if the engine can. */
export function trimStack(error: Error): void {
  const engine = Error as Engine; // Node's types have these members, those of browsers do not
  if (!running || !engine.captureStackTrace) return;
  trimmed.add(error);
  engine.captureStackTrace(error, running.method);
  if (error.stack?.includes('\n')) return;
  const { stackTraceLimit } = engine;
  engine.stackTraceLimit = 100; // JavaScriptCore counts the removed frames too
  engine.captureStackTrace(error, running.method);
  engine.stackTraceLimit = stackTraceLimit;
}

/** Redacts the texts of an error that quotes what the caller passed. Other errors are created redacted. */
function redactError(error: unknown, redact: Redact | undefined): unknown {
  if (!redact || !isBranded(error) || 'attempts' in error) return error;
  const { message } = error;
  for (const name of ['stack', 'message', 'path', 'problem', 'value']) {
    const text: unknown = Reflect.get(error, name);
    // In a stack, only the message: a key may be a part of the path of a file.
    if (typeof text === 'string')
      setText(error, name, name === 'stack' ? text.replace(message, () => redact(message)) : redact(text));
  }
  return error;
}

const setText = (error: Error, name: string, value: string) => Object.defineProperty(error, name, { value });

interface Engine {
  readonly prototype: Error;
  stackTraceLimit?: number | undefined;
  captureStackTrace?(error: Error, below: object): void;
}
