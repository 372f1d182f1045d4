/**
 * The messages between the page of the inspector and its server. All bodies are JSON. A rejected request has
 * a body `{ "error": "message" }`: 400 for invalid input, 403 if the request may not come from the page, 404
 * if something does not exist (anymore).
 */
import type { FieldKind, JsonObject, JsonValue } from '../../../schema/field.js';
import type { Operation } from '../../../schema/resource.js';
import type { ApiKeyRecord } from '../../api-keys.js';

/** The header with the token; in the event stream it is the query parameter `token`. */
export const TOKEN_HEADER = 'X-Inspector-Token';

/** The name of the `<meta>` element of the page whose `content` is the token. */
export const TOKEN_META = 'inspector-token';

/** The id of the element that the page renders into. */
export const ROOT_ID = 'app';

/** The limits of the server. */
export const inspectorLimits = {
  /** The number of requests in the log. */
  requests: 10_000,
  /** The maximum number of requests on a page. */
  requestsPage: 200,
  /** The maximum number of rows on a page. */
  rowsPage: 200,
  /** The maximum number of bytes of a body in the log. */
  body: 64 * 1024,
  /** The maximum length of a path, and of the name and the text of a parameter, in a list of requests. */
  text: 500,
  /** The maximum number of parameters of a request in a list. */
  parameters: 20,
} as const;

/** `GET /inspector/requests?before=&limit=&resource=&status=`: newest first. */
export interface RequestsPage {
  readonly requests: readonly RequestSummary[];
  /** Whether older requests match. For the next page, set `before` to the id of the last request. */
  readonly hasMore: boolean;
}

/** A request to the mock, as the list shows it. */
export interface RequestSummary {
  /** Ascending from 1; not used again after a reset. */
  readonly id: number;
  /** When it arrived: ISO 8601, UTC, by the system clock. */
  readonly time: string;
  readonly method: string;
  /** Without the query: `/v1/balances`. */
  readonly path: string;
  /** The resource of the path; absent for API keys and for unknown paths. */
  readonly resource?: string;
  /** In the order of the URL. At most {@link inspectorLimits.parameters}, but all in {@link RequestDetail}. */
  readonly parameters: readonly QueryParameter[];
  /** Absent if no response was sent. */
  readonly status?: number;
  readonly milliseconds: number;
}

/** A decoded query parameter. */
export interface QueryParameter {
  readonly name: string;
  readonly text: string;
  /** Whether `text` is only the beginning. Never in {@link RequestDetail}. */
  readonly isCut?: true;
  /** The parsed value of `where` and `include`; only in {@link RequestDetail}, and only if it can be parsed. */
  readonly json?: JsonValue;
}

/** `GET /inspector/requests/<id>`. */
export interface RequestDetail extends RequestSummary {
  /** Without the `Authorization` header. */
  readonly requestHeaders: readonly HeaderLine[];
  readonly requestBody?: RecordedBody;
  readonly responseHeaders: readonly HeaderLine[];
  readonly responseBody?: RecordedBody;
  /** The messages of an error response. */
  readonly errors: readonly string[];
  /** A command with the key as `$PAYMENTS_API_KEY`; absent if the whole request was not kept. */
  readonly curl?: string;
  /** TypeScript, such as `await client.balances.list({ … });`; absent if the client cannot send the request. */
  readonly clientCall?: string;
}

/** The name and the value of a header. */
export type HeaderLine = readonly [name: string, value: string];

/** A body as text. */
export interface RecordedBody {
  readonly text: string;
  /** The size of the whole body. */
  readonly bytes: number;
  /** `cut`: `text` is its beginning. `dropped`: `text` is empty, to make room for the bodies of later requests. */
  readonly kept: 'whole' | 'cut' | 'dropped';
}

/** `GET /inspector/state`. */
export interface InspectorState extends ChangeEvent {
  /** The URL that clients use as `baseUrl`. */
  readonly url: string;
  /** Whether the mock needs no API key. */
  readonly isOpen: boolean;
  /** The time of the mock's clock, ISO 8601. */
  readonly now: string;
  readonly resources: readonly ResourceState[];
  /** The paths that a fault may have. `<id>` stands for any id. */
  readonly paths: readonly string[];
  readonly limits: typeof inspectorLimits;
}

/** A resource of the schema. */
export interface ResourceState {
  readonly name: string;
  /** Such as `/v1/balances`; absent if the resource is only available as a relation. */
  readonly path?: string;
  readonly operations: readonly Operation[];
  readonly fields: readonly FieldState[];
  readonly relations: readonly RelationState[];
}

/** A column of a resource. */
export interface FieldState {
  readonly name: string;
  readonly kind: FieldKind;
  readonly nullable: boolean;
  /** Cannot be edited, and is in a row only if `include` names it. */
  readonly computed: boolean;
  /** The known values; any other text is accepted too. */
  readonly values: readonly string[];
  /** The resource whose ids the column contains. */
  readonly foreignKeyOf?: string;
  /**
   * A foreign key that no response has, such as the `transaction_id` of a line. It is in the rows of a response
   * without `include`, and can be edited, but `where`, `include` and `orderBy` do not know it.
   */
  readonly isHidden?: true;
}

/** A relation of a resource. */
export interface RelationState {
  readonly name: string;
  readonly target: string;
  readonly cardinality: 'one' | 'many';
  /** A column of this resource for `one`, of the target for `many`. */
  readonly foreignKey: string;
}

/**
 * `GET /inspector/events?token=…&since=<request id>`: server-sent events.
 *
 * - `change`, data {@link ChangeEvent}: at the beginning, and when rows, keys, faults or the snapshot changed.
 * - `request`, data `RequestSummary[]`: new requests, oldest first, about every 100 milliseconds. The id of the
 *   event is that of the last one, so that a reconnecting page misses none.
 * - `overflow`, data `{}`: requests were left out, because there were too many. Load the list again.
 * - `reset`, data {@link ChangeEvent}: the mock was reset; its requests are gone.
 *
 * Without `since` and without `Last-Event-ID`, only requests from now on are sent. A comment every 15 seconds
 * keeps the connection open.
 */
export interface ChangeEvent {
  /** Grows with each write of a row or a key. */
  readonly revision: number;
  /** The rows of each resource. */
  readonly counts: { readonly [resource: string]: number };
  readonly faults: readonly FaultState[];
  readonly keys: readonly KeyState[];
  readonly snapshot: { readonly at: string } | null;
  /** The ids of the kept requests; `first` is greater than `last` if there are none. */
  readonly requests: { readonly first: number; readonly last: number };
}

/** A fault, and how many requests it matched. */
export interface FaultState {
  readonly id: number;
  /** Such as `GET /v1/balances: status 503, after 2 requests, 3 times`. */
  readonly description: string;
  /** How many requests matched it. A request that an earlier fault applied to is not counted. */
  readonly matched: number;
  /** How many requests it applied to. */
  readonly applied: number;
  /** How many more it will apply to; `null` for any number. 0 once it is used up. */
  readonly remaining: number | null;
}

/** An API key without its secret. */
export interface KeyState extends ApiKeyRecord {
  /** Whether it has expired, by the mock's clock. */
  readonly isExpired: boolean;
}

/** The body of `POST /inspector/rows`. */
export interface RowsQuery {
  readonly resource: string;
  /** Relaxed JSON, as in the query parameter. Blank text counts as absent. */
  readonly where?: string;
  /** Relaxed JSON. Without it: all properties, and the foreign keys that are hidden. */
  readonly include?: string;
  /** As the query parameter `order_by`: `name:asc,id:desc`. */
  readonly orderBy?: string;
  /** At most {@link inspectorLimits.rowsPage}. */
  readonly take: number;
  readonly skip: number;
  /** Only the rows of a to-many relation of one row. `resource` must be its target. */
  readonly relatedTo?: { readonly resource: string; readonly id: string; readonly relation: string };
}

/** The response to {@link RowsQuery}. */
export interface RowsPage {
  readonly rows: readonly JsonObject[];
  /** How many rows match, on all pages. */
  readonly total: number;
}

/** A row after it was inserted or updated, with its hidden foreign keys. */
export interface ChangedRow {
  readonly row: JsonObject;
}

// `GET /inspector/download` has the token in the header, too: fetch it and save the blob.

/** The body of `POST /inspector/faults/add`: a `Fault` of `mock.fail` as JSON. The response is `{ id }`. */
export interface FaultInput {
  readonly method?: string;
  /** A path such as `/v1/balances` or `/v1/api-keys/*`. */
  readonly path?: string;
  readonly status?: number;
  readonly error?: 'network' | 'timeout';
  /** Milliseconds, or a range. A fault with a latency only delays the response. */
  readonly latency?: number | readonly [minimum: number, maximum: number];
  readonly after?: number;
  readonly times?: number;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly loseResponse?: boolean;
}

/** The body of `POST /inspector/keys/create`. */
export interface KeyInput {
  readonly name?: string;
  readonly role?: string;
  /** ISO 8601 with a time zone; `null` for never. */
  readonly expiresAt?: string | null;
}

/** The response to {@link KeyInput}, and the only one with a secret. */
export interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

// All other actions:
// `POST /inspector/faults/remove` { id: number } -> {}
// `POST /inspector/keys/rename` { id, name } -> {}, `keys/revoke` { id } -> {}, `keys/delete` { id } -> {}
// `POST /inspector/reset`, `/inspector/snapshot`, `/inspector/restore` {} -> {}
