/**
 * The authentication scheme of the service, in the `Authorization` header and in
 * `WWW-Authenticate`.
 */
export declare const AUTHENTICATION_SCHEME = "APIKey";
export declare const writeAuthorization: (apiKey: string) => string;
/**
 * The API key in an `Authorization` header; `undefined` if it has another scheme. HTTP ignores the
 * case of a scheme.
 */
export declare const parseAuthorization: (header: string) => string | undefined;
/**
 * What was given as an API key, without the scheme and the white space that people copy with it.
 */
export declare const bareKey: (given: unknown) => string;
/** Whether a value can be sent in a header as an API key: visible ASCII without spaces. */
export declare const isApiKey: (value: unknown) => value is string;
/** Whether a header, by its lower-case name, can carry a secret, so that its value is not kept. */
export declare const isSecretHeader: (name: string) => boolean;
/** The header in which a proxy says how many rows a list has at most. */
export declare const MAX_TAKE_HEADER = "x-max-take";
