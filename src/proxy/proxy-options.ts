import type { ClientOptions } from '../client/client-options.js';
import type { ResourceName } from '../schema/names.js';
import type { PaymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { RowPolicy } from './row-policies.js';

/** What `authenticate` returns for a request without a session. */
type Falsy = undefined | null | false | '' | 0;

/** The options of {@link createProxy}. */
export interface ProxyOptions<
  Session,
  Schema extends SchemaShape<Schema>,
  Upstream extends SchemaShape<Upstream> = PaymentsSchema,
> extends Pick<
    ClientOptions,
    'baseUrl' | 'apiKey' | 'fetch' | 'headers' | 'dialect' | 'middleware' | 'logger' | 'logLevel'
  > {
  /** What a page may ask for, made with `pickSchema`. Names outside it do not exist for the page. */
  readonly schema: Schema;
  /** All resources of the service, on which the row policies are written. Default: `paymentsSchema`. */
  readonly upstream?: Upstream | undefined;
  /**
   * Finds out who sends a request. Return your session, an object of any type, or `undefined` to respond with
   * 401; so do `null`, `false` and other falsy values. If it throws, the response is a 500 without details.
   * It is called before anything else of the request is read.
   */
  readonly authenticate: (request: Request) => Session | undefined | Promise<Session | undefined>;
  /**
   * Which rows a session may see, for each resource of `schema`: `true` for all rows, or a function
   * of the session that returns a filter on the resource, `true` or `false`. There is no default.
   * For example `{ balances: (session) => ({ account_id: session.accountId }), units: true }`.
   */
  readonly rows: {
    readonly [Name in ResourceName<Schema>]: RowPolicy<
      Exclude<Session, Falsy>,
      Name & ResourceName<Upstream>,
      Upstream
    >;
  };
  /**
   * The most rows of a list. A list without `take` is limited to it; a greater `take` is a 400. Default 100.
   */
  readonly maxTake?: number | undefined;
  /** How many relations an include or a filter may nest. More is a 400. Default 3; 0 allows no relation. */
  readonly maxRelationDepth?: number | undefined;
  /**
   * Milliseconds for a whole request of a page: `authenticate`, the row policies and the service. A later
   * response is a 504. Default 30,000.
   */
  readonly timeout?: number | undefined;
  /**
   * How often to retry a failed request to the service: a number, or `{ limit, maxDelay }`. Default 0,
   * because the client of a page retries by itself: with two retries on both sides, the service would receive
   * nine requests instead of three. Set it if your pages do not retry.
   */
  readonly retry?: ClientOptions['retry'];
  /**
   * Called with the error if a response has a status of 500 or more, or 429: what `authenticate` or a policy
   * threw, or an error of the service, which is a `ResponseError` if a row does not match its policy. The
   * error contains no API key. The response does not wait for it, and what it throws is ignored.
   */
  readonly onError?: ((error: unknown, request: Request) => void | Promise<void>) | undefined;
}
