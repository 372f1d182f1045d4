const symbolOf = (name: string) => Symbol.for(`payments-data-client:${name}`);

/**
 * Names an error and marks it, so that {@link hasBrand} knows it across copies of this package. As JSON it has its name and
 * message too, for logs; other errors lose them. Called in the constructor of each class, which leaves the classes free of
 * side effects for a bundler.
 */
export function brand(error: Error, name: string): void {
  Object.defineProperties(error, {
    name: { value: name, configurable: true, writable: true },
    toJSON: { value: toJson },
    [symbolOf(name)]: { value: true },
  });
}

function toJson(this: Error): object {
  return Object.assign({ name: this.name, message: this.message }, this);
}

/** Whether `error` is of the class of that name, or of one under it, in this copy of the package or in another. */
export function hasBrand(error: unknown, name: string): boolean {
  return typeof error === 'object' && error !== null && symbolOf(name) in error;
}
