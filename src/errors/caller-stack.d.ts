/** Replaces what an error must not contain, in its text and in the value that it is about. */
export type Redact = <Value>(value: Value) => Value | string;
type Call = <Result>(run: () => Result) => Result;
/**
 * Begins a call of a public function, whose frame is the first that a stack leaves out. The error
 * of this package that its code throws, that its promise rejects with or that its iterator rejects
 * with, is redacted, and its stack begins at the line of the call: otherwise, ten frames of this
 * package could hide that line.
 */
export declare function beginCall(method: object, redact?: Redact): Call;
/**
 * Makes each of the methods {@link beginCall}. They keep their names, which `console.log(client)`
 * prints, and their lengths: Deno passes no request to a handler without parameters.
 */
export declare function wrapMethods<Methods extends object>(methods: Methods, redact: Redact): Methods;
export declare function redactError(error: Error, redact: Redact): void;
export {};
