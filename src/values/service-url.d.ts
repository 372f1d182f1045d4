/** The version of the service, with which every path begins (decision 47). */
export declare const VERSION = "/v1";
export declare const isVersioned: (path: string) => boolean;
/** A path with the version, which may be left out. */
export declare const withVersion: (path: string) => string;
/** The length of an encoded query string in the URL that `fetch` sends: it writes `'` as `%27`. */
export declare const sentLength: (search: string) => number;
export declare function parseBaseUrl(source: string, given: unknown): string;
/**
 * A base URL as clients and mocks use it: absolute, without the version and without a trailing
 * slash. `undefined` if it is not an http or https URL, or has more than an origin and a path.
 */
export declare function normalizeBaseUrl(given: unknown): string | undefined;
