import type { Redact } from '../errors/caller-stack.js';
/** A secret with fewer characters may be an ordinary word, or a part of one. */
export declare const SHORT_SECRET = 8;
/**
 * Replaces secrets by `[redacted]` in text, even inside a word and in any letter case, also if they
 * are percent-encoded, or escaped for JSON or HTML, even more than once.
 *
 * @param isAlone - Whether a short secret, as tests like to use, is replaced at a place of the
 * folded text. Default: where it is a value by itself, so that the words of a message stay.
 * @param written - How each character is written, if the text is known to have a secret. It is
 * changed.
 */
export declare function redactText(text: string, secrets: Iterable<string>, isAlone?: typeof isValue, written?: string[]): string;
/**
 * Replaces secrets in text that is not a message, and in the keys and texts of a JSON value, see
 * {@link redactText}. A short secret is replaced where it is a whole word: `dev` is not redacted in
 * `device`.
 */
export declare function redact<Value>(value: Value, secrets: Iterable<string>): Value;
/**
 * Creates the function that redacts what an error has: its texts, and the value that it is about.
 * An object becomes a copy of its JSON: printing the object itself, such as a promise or headers,
 * could show a secret.
 */
export declare const createRedact: (secrets: Iterable<string>) => Redact;
/**
 * Whether a part of a folded text is a value by itself: the text as a whole, in quotes, a segment
 * of a path, a parameter, or the key in a header.
 */
declare const isValue: (text: string, start: number, end: number) => boolean;
export {};
