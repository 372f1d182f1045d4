/** A member of an object's own: `constructor` and the like are not members. */
export function own<Value>(object: { readonly [key: string]: Value }, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Adds a member, also one named `__proto__`, which an assignment would turn into the prototype. */
export function setMember<Value>(object: Record<string, Value>, key: string, value: Value): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/**
 * Whether a value is an object that a literal or a JSON reader makes, also in another realm; not an instance of some
 * class, nor an object that inherits members, which would be left out without a word.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  if (prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'); // an Object.prototype
}

/** Whether a value is a `Date`, also of another realm; not one in name alone. */
export function isDate(value: unknown): value is Date {
  if (typeof value !== 'object' || value === null || isPlainObject(value)) return false; // most are, and an exception is slow
  try {
    Reflect.apply(Date.prototype.getTime, value, []); // throws without the time that every Date holds
    return true;
  } catch {
    return false;
  }
}

const LONG = 10_000_000_000_000_000_000_000_000_000_000_000_000_000n;

/** A value in a few words, for messages. Long text is cut. */
export function describe(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (typeof value === 'bigint') return value > -LONG && value < LONG ? `${value}n` : 'a very large bigint';
  if (typeof value === 'string')
    return value.length > 40 ? `${JSON.stringify(value.slice(0, 40))}…` : JSON.stringify(value);
  if (Array.isArray(value)) return 'an array';
  if (isDate(value)) return 'a Date';
  if (isPlainObject(value)) return 'an object';
  if (value === undefined) return 'undefined';
  return typeof value === 'object' ? 'an instance of a class' : `a ${typeof value}`;
}
