import { isBranded } from './brand.js';

/** Replaces what an error must not contain, in its text and in the value that it is about. */
export type Redact = <Value>(value: Value) => Value | string;

type Call = <Result>(run: () => Result) => Result;

/** Throws what was thrown, after changing an error of this package. */
type Fail = (error: unknown) => never;

/** Errors whose stack begins at a call, so that the calls around it leave it as it is. */
const located = new WeakSet<Error>();

/**
 * Begins a call of a public function, whose frame is the first that a stack leaves out. The error
 * of this package that its code throws, that its promise rejects with or that its iterator rejects
 * with, is redacted, and its stack begins at the line of the call: otherwise, ten frames of this
 * package could hide that line.
 */
export function beginCall(method: object, redact: Redact = (value) => value): Call {
  const site: { stack?: string } = {};
  (Error as Engine).captureStackTrace?.(site, method); // formatted only if it is read
  const fail: Fail = (error) => {
    if (isBranded(error)) {
      redactError(error, redact);
      beginAt(site, error);
    }
    throw error;
  };
  return (run) => {
    try {
      return wrapResult(run(), fail);
    } catch (error) {
      return fail(error);
    }
  };
}

/**
 * Begins the stack of an error at the site of a call, unless only frames of the engine are there.
 */
function beginAt({ stack }: { stack?: string }, error: Error): void {
  if (located.has(error)) return;
  const frames = `${stack}`.split('\n').filter((line) => /^ +at (?!.*\b(node|ext):)|@/.test(line));
  if (!frames[0]) return;
  located.add(error);
  set(error, 'stack', [`${error.name}: ${error.message}`, ...frames].join('\n'));
}

/**
 * Makes each of the methods {@link beginCall}. They keep their names, which `console.log(client)`
 * prints, and their lengths: Deno passes no request to a handler without parameters.
 */
export function wrapMethods<Methods extends object>(methods: Methods, redact: Redact): Methods {
  const wrapped = Object.entries(methods).map(([name, method]) => {
    const run = (...input: unknown[]): unknown => beginCall(run, redact)(() => method(...input));
    const { length } = method;
    return [
      name,
      Object.defineProperties(run, { name: { value: name }, length: { value: length } }),
    ];
  });
  return Object.fromEntries(wrapped);
}

function wrapResult<Result>(result: Result, fail: Fail): Result;
function wrapResult(result: Partial<LaterResult>, fail: Fail): unknown {
  if (result instanceof Promise) {
    const promise = result.catch(fail);
    const { withResponse } = result as Partial<LaterResult>;
    if (!withResponse) return promise;
    return Object.assign(promise, {
      withResponse: () => {
        promise.catch(() => {}); // the caller receives the error from the promise below
        return withResponse().catch(fail);
      },
    });
  }
  if (!result?.[Symbol.asyncIterator]) return result;
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* result as AsyncIterable<unknown>;
      } catch (error) {
        fail(error);
      }
    },
  };
}

interface LaterResult extends AsyncIterable<unknown> {
  withResponse(): Promise<unknown>;
}

export function redactError(error: Error, redact: Redact): void {
  const { message, stack } = error;
  for (const name of ['message', 'path', 'problem', 'value'])
    if (name in error) set(error, name, redact(Reflect.get(error, name)));
  // In a stack, only the message: a key may be a part of the path of a file.
  const redacted = `${stack}`.replace(message, () => error.message);
  set(error, 'stack', redacted);
}

/** Of V8, JavaScriptCore and SpiderMonkey. Node's types have it, those of browsers do not. */
interface Engine {
  captureStackTrace?(target: object, below: object): void;
}

const set = (error: Error, name: string, value: unknown) =>
  Object.defineProperty(error, name, { value });
