import { type Dialect } from '../dialect.js';
import type { Middleware } from '../http/middleware.js';
import type { Fetch, Logger, RequestOptions } from '../http/options.js';
import type { ApiKey } from '../http/secret.js';
import type { Validator } from '../query/include.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { type OptionChecks } from '../values/check-options.js';
/** The options of `createClient`. */
export interface ClientOptions<Schema extends SchemaShape<Schema> = PaymentsSchema> extends Omit<RequestOptions, 'signal'> {
    /**
     * The address of the service, with or without `/v1`: `https://api.example.com`. With `apiKey:
     * null` it may be relative to the browser page: `/api`. A server can then create the client, but
     * not send requests.
     */
    readonly baseUrl: string;
    /**
     * The secret of an API key, or a function that returns it, called before each attempt and once
     * more after a 401; an error that it throws rejects the call. `null` sends no key, for browser
     * pages behind your own backend.
     */
    readonly apiKey: ApiKey;
    /**
     * Accepts an `apiKey` in a browser page, where every visitor can read it. Default: a
     * ConfigurationError, also in jsdom.
     */
    readonly allowApiKeyInBrowser?: boolean | undefined;
    /** The resources of the service. Default: `paymentsSchema`. */
    readonly schema?: Schema | undefined;
    /** How the service differs where the API specification is silent. Default: no difference. */
    readonly dialect?: Dialect | undefined;
    /** Replaces the global `fetch`. It is called with a URL and an object of text. */
    readonly fetch?: Fetch | undefined;
    /** Headers to send with each request. `Authorization` is only accepted with `apiKey: null`. */
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /**
     * Milliseconds for a call: every attempt, the delays between them, and the body; in `all`,
     * `iterate` and `pages`, for each request. Default 30,000; `Infinity` turns it off.
     */
    readonly timeout?: number | undefined;
    /**
     * How often to retry a failed request. Default 2; 0 turns retries off. GET, HEAD and PUT are
     * retried after a lost connection and after 408, 429, 500, 502, 503 and 504; DELETE after 429 and
     * 503; POST and PATCH only if `retry` of the call says so.
     */
    readonly retry?: number | undefined;
    /**
     * Checks each response against its query, such as `zodValidator()`. Default: only ids, and that
     * decimals are strings.
     */
    readonly validator?: Validator | undefined;
    /** Wraps each attempt; the first of several is the outermost. It never sees the API key. */
    readonly middleware?: Middleware | readonly Middleware[] | undefined;
    /** Receives a line for each attempt (`debug`) and each retry (`warn`). Default: none. */
    readonly logger?: Logger | undefined;
}
/** Checks the options of a client, or those of them that change. */
export declare function checkClientOptions(options: unknown, source: string): void;
/** Checks the options of a call. */
export declare function checkRequestOptions(options: RequestOptions | undefined, source?: string, more?: OptionChecks): void;
