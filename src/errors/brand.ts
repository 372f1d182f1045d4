const brandOf = (name: string) => Symbol.for(`payments-data-client:${name}`);

/** Sets an error's `name` and marks it for {@link hasBrand}. */
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
export const isBranded = (error: unknown): error is Error =>
  error instanceof Error && 'toJSON' in error;

/** Whether `error` is an instance of the named class or a subclass. */
export const hasBrand = (error: unknown, name: string): boolean => brandOf(name) in Object(error);
