/** An own property of an object, so that `constructor` and other inherited names are not found. */
export declare function own<Value>(object: {
    readonly [key: string]: Value;
}, key: string): Value | undefined;
/**
 * A copy without the properties that are `undefined`: an option that is `undefined` counts as left
 * out.
 */
export declare const withoutUndefined: (object?: object) => object;
/** Sets a property, also one named `__proto__`: an assignment would replace the prototype. */
export declare function setMember<Value>(object: Record<string, Value>, key: string, value: Value): void;
/**
 * Whether a value is an object as a literal or `JSON.parse` creates it, from any realm. Instances
 * of classes and objects that inherit properties are not, because the inherited properties would be
 * ignored silently.
 */
export declare function isPlainObject(value: unknown): value is Record<string, unknown>;
/** The value of JSON, or of text for another parser; `undefined` for other text. */
export declare function parseJson(text: string, parser?: Pick<JSON, 'parse'>): unknown;
