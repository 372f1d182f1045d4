/** An own property of an object, so that `constructor` and other inherited names are not found. */
export function own<Value>(
  object: { readonly [key: string]: Value },
  key: string,
): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * A copy without the properties that are `undefined`: an option that is `undefined` counts as left
 * out.
 */
export const withoutUndefined = (object: object = {}): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** Sets a property, also one named `__proto__`: an assignment would replace the prototype. */
export function setMember<Value>(object: Record<string, Value>, key: string, value: Value): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else object[key] = value;
}

/**
 * Whether a value is an object as a literal or `JSON.parse` creates it, from any realm. Instances
 * of classes and objects that inherit properties are not, because the inherited properties would be
 * ignored silently.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  if (prototype === null) return true;
  // True if the prototype is an Object.prototype, also of another realm.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}

/** The value of JSON, or of text for another parser; `undefined` for other text. */
export function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a key needs no quotes, in code and in relaxed JSON. ASCII only, so that every JSON5
 * parser accepts it.
 */
export const isIdentifier = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

/** Whether text has no unpaired surrogate, which a URL cannot encode. Without ES2024. */
export const isWellFormed = (text: string): boolean => !/\p{Cs}/u.test(text);
