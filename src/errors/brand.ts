const brandOf = (name: string) => Symbol.for(`payments-data-client:${name}`);

/**
 * Sets an error's `name` and marks it for {@link hasBrand}. `JSON.stringify` of a branded error
 * contains its name and message. Called by the constructors, because anything at the top level of a
 * module would keep unused classes in a bundle.
 */
export function brand(error: Error, name: string): void {
  Object.defineProperties(error, {
    name: { value: name, configurable: true, writable: true },
    toJSON: { value: toJson },
    [brandOf(name)]: { value: true },
  });
}

function toJson(this: Error): object {
  return Object.assign({ name: this.name, message: this.message }, this);
}

/** Whether `error` is an error of this copy of the package. */
export const isBranded = (error: unknown): error is Error => Object(error).toJSON === toJson;

/**
 * Whether `error` is an instance of the named class or a subclass, from this or another copy of the
 * package.
 */
export const hasBrand = (error: unknown, name: string): boolean => brandOf(name) in Object(error);
