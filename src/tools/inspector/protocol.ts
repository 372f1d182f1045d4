/**
 * The messages between the browser page of the inspector and its server. All bodies are JSON. A rejected request has
 * a body `{ "error": "message" }`: 400 for invalid input, 403 if the request may not come from the browser page, 404
 * if something does not exist (anymore).
 */
import type { ApiKeyRecord } from '../../mock/api-keys.js';
import type { Fault } from '../../mock/faults.js';
import type { Field, JsonObject } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { FoundResource } from '../../schema/resources.js';

/** The header with the token. */
export const TOKEN_HEADER = 'X-Inspector-Token';

/** The name of the `<meta>` element of the browser page whose `content` is the token. */
export const TOKEN_META = 'inspector-token';

/** The id of the element that the browser page renders into. */
export const ROOT_ID = 'app';

export const inspectorLimits = {
  /** The number of requests that are kept. */
  requests: 10_000,
  /** The number of bytes of all requests that are kept. */
  bytes: 64 * 1024 * 1024,
  /** The maximum number of requests in a response. */
  requestsPage: 500,
  /** The maximum number of rows in a response. */
  rowsPage: 500,
  /** The number of bytes of a body that are shown. */
  body: 64 * 1024,
  /** The maximum length of a path, and of the name and the text of a parameter, in a list of requests. */
  text: 500,
  /** The maximum number of parameters of a request in a list. */
  parameters: 20,
} as const;

/** `GET /inspector/requests?after=<id>`: the requests after one, oldest first. */
export interface RequestsPage {
  readonly requests: readonly RequestSummary[];
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
  /** Absent for API keys and for unknown paths. */
  readonly resource: FoundResource | undefined;
  /** In the order of the URL. At most {@link inspectorLimits.parameters}, but all in {@link RequestDetail}. */
  readonly parameters: readonly QueryParameter[];
  /** Absent if no response was sent. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

/** A decoded query parameter. Its text is cut in a list of requests. */
export interface QueryParameter {
  readonly name: string;
  /** As it was sent; a filter or an include that could be parsed as code in a list, as indented JSON in the details. */
  readonly text: string;
  /** Whether the text is code or JSON. */
  readonly isCode: boolean;
}

/** `GET /inspector/requests/<id>`. */
export interface RequestDetail extends RequestSummary {
  /** Without the `Authorization` header. */
  readonly requestHeaders: readonly HeaderLine[];
  readonly requestBody: RecordedBody | undefined;
  readonly responseHeaders: readonly HeaderLine[];
  readonly responseBody: RecordedBody | undefined;
  /** The message of an error response. */
  readonly problem: string | undefined;
  /** What the response of a list contains of the rows that match; absent if its query was rejected. */
  readonly rows?: ShownRows | undefined;
  /** What is probably wrong with the query although it was accepted: sentences. */
  readonly hints: readonly string[];
  /** The same rows in the view "Data". */
  readonly dataQuery?: DataQuery | undefined;
  /** A command with the key as `$PAYMENTS_API_KEY`; absent if the whole request was not kept. */
  readonly curl?: string | undefined;
  /** TypeScript, such as `await client.balances.list({ … });`; absent if the client cannot send the request. */
  readonly clientCall?: string | undefined;
}

/** How many rows a response contains, and how many match on all pages now. */
export interface ShownRows {
  readonly shown: number;
  readonly total: number;
}

/** A query in the default dialect: relaxed JSON, and an order such as `name:asc,id:desc`. Empty for none. */
export interface DataQuery {
  readonly where: string;
  readonly include: string;
  readonly orderBy: string;
}

export type HeaderLine = readonly [name: string, value: string];

export interface RecordedBody {
  /** At most the first {@link inspectorLimits.body} bytes. */
  readonly text: string;
  /** The same, indented, if the body is JSON. */
  readonly json?: string | undefined;
  /** The size of the whole body. */
  readonly bytes: number;
  readonly isCut: boolean;
}

/** `GET /inspector/state`. The browser page asks for it again and again, and loads what changed. */
export interface InspectorState {
  /** The URL that clients use as `baseUrl`. */
  readonly url: string;
  /** Whether requests need an API key. */
  readonly needsKey: boolean;
  /** The settings of the dialect that differ from the default. */
  readonly dialect: readonly SettingState[];
  readonly resources: readonly ResourceState[];
  /** The paths that a fault may have. `<id>` stands for any id. */
  readonly paths: readonly string[];
  /** Grows with each write of a row or a key. */
  readonly revision: number;
  /** The time of the mock's clock, in seconds: ISO 8601, UTC. */
  readonly now: string;
  /** The number of rows of each resource. */
  readonly counts: { readonly [resource: string]: number };
  readonly faults: readonly FaultState[];
  readonly keys: readonly KeyState[];
  /** When the snapshot was taken, by the system clock; `null` if there is none. */
  readonly snapshot: string | null;
  /** The ids of the kept requests; `first` is greater than `last` if there are none. */
  readonly requests: { readonly first: number; readonly last: number };
}

/** A setting of the dialect: `{ name: 'pageSize.max', value: '50' }`. */
export interface SettingState {
  readonly name: string;
  /** As code. */
  readonly value: string;
}

export interface ResourceState {
  readonly name: string;
  /** Such as `/v1/balances`; absent if the resource is only available as a relation. */
  readonly path?: string;
  readonly fields: readonly FieldState[];
  readonly relations: readonly RelationState[];
}

/**
 * A field of a resource, or a foreign key that no response has, such as the `transaction_id` of a line. A computed
 * field cannot be edited, and is in a row only if `include` names it.
 */
export interface FieldState extends Pick<Field, 'kind' | 'nullable' | 'computed' | 'values'> {
  readonly name: string;
  /** The resource whose ids the field contains. */
  readonly foreignKeyOf: string | undefined;
}

export interface RelationState extends Pick<Relation, 'target' | 'cardinality' | 'foreignKey'> {
  readonly name: string;
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

export interface KeyState extends ApiKeyRecord {
  /** Whether it has expired, by the mock's clock. */
  readonly isExpired: boolean;
}

/** The body of `POST /inspector/rows`. */
export interface RowsQuery {
  readonly resource: string;
  /** Relaxed JSON, as in the query parameter. Blank text counts as absent. */
  readonly where?: string;
  /** Relaxed JSON. Without it: all fields that are not computed. */
  readonly include?: string;
  /** As the query parameter `order_by`: `name:asc,id:desc`. */
  readonly orderBy?: string;
  /** At most {@link inspectorLimits.rowsPage}. */
  readonly take: number;
  readonly skip: number;
}

/** The response to {@link RowsQuery}. */
export interface RowsPage {
  /** Why perhaps no row matches: sentences. */
  readonly hints: readonly string[];
  readonly rows: readonly JsonObject[];
  /** How many rows match, on all pages. */
  readonly total: number;
}

/** The response to `POST /inspector/insert` { resource, row }. */
export interface InsertedRow {
  readonly id: string;
  /** How many rows of the resource are before it. */
  readonly position: number;
}

/** The body of `POST /inspector/faults/add`: a fault of `mock.fail` as JSON. The response is `{ id }`. */
export type FaultInput = Omit<Fault, 'path' | 'latency' | 'retryAfter'> & {
  readonly path?: string;
  /** Milliseconds: a number, or a range such as `50-200`. */
  readonly latency?: number | string;
  /** Seconds. */
  readonly retryAfter?: number;
};

/** The response to `POST /inspector/keys/create` `{ name?, role?, expiresAt? }`, and the only one with a secret. */
export interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

// `GET /inspector/download`: all rows, as the option `data` of `createMock` and `--data` accept them.
// All other actions are POST requests with the response `{}`: `update` { resource, id, patch }, `delete`
// { resource, id }, `faults/remove` { id }, `keys/rename` { id, name }, `keys/revoke` { id }, `keys/delete` { id },
// `reset`, `snapshot`, `restore` {}.
