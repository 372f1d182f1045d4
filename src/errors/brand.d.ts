/** Sets an error's `name` and marks it for {@link hasBrand}. */
export declare function brand(error: Error, name: string): void;
/** Whether `error` is an error of this copy of the package. */
export declare const isBranded: (error: unknown) => error is Error;
/** Whether `error` is an instance of the named class or a subclass. */
export declare const hasBrand: (error: unknown, name: string) => boolean;
