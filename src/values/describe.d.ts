/** A short description of a value, for "expected X, got Y". Of long text, it has only the start. */
export declare function describe(value: unknown): string;
/**
 * A name or other text from outside for a message. Text of more than 100 characters is not cut
 * anywhere, but to a start that tells nobody an API key: a part of a key could not be recognized
 * any more, and so not be redacted.
 */
export declare const shorten: (text: string, write?: (text: string) => string) => string;
/**
 * Text that is redacted, cut to a number of characters. Use {@link shorten} for text that is not.
 */
export declare const cut: (text: string, most: number) => string;
export declare const counted: (count: number, noun: string) => string;
/**
 * The kind of a value, and nothing of its content, for messages about secrets and about data of the
 * service.
 */
export declare function kindOf(value: unknown): string;
/** The path of a property or an array item, such as `where.OR[1].balance`. A long key is cut. */
export declare function memberPath(path: string, key: string | number): string;
/**
 * Whether a key needs no quotes, in code and in relaxed JSON. ASCII only, so that every JSON5
 * parser accepts it.
 */
export declare const isIdentifier: (key: string) => boolean;
/** Whether text has no unpaired surrogate, which a URL cannot encode. */
export declare const isWellFormed: (text: string) => boolean;
/** Each code unit of a text as an escape sequence of JavaScript. */
export declare const escapeUnits: (text: string) => string;
/**
 * The message of a service in a body: `errors[]`, `error`, `error.message` or `message`. One line.
 */
export declare function responseMessage(body: unknown, depth?: number): string;
/**
 * Text from outside as one line of at most 500 characters, without control characters, which could
 * overwrite a terminal.
 */
export declare const oneLine: (text: string) => string;
