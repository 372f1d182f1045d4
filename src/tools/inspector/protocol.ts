/**
 * The messages between the browser page of the inspector and its server. All bodies are JSON. A
 * rejected request has a body `{ "error": "message" }`: 400 for invalid input, 403 if the request
 * may not come from the browser page, 404 if something does not exist (anymore).
 *
 * - `GET state`: an {@link InspectorState}. The browser page asks for it again and again, and loads
 *   what changed.
 * - `GET requests?after=<id>`: a {@link RequestsPage}. `GET requests/<id>`: a {@link
 *   RequestDetail}.
 * - `GET download`: all rows, as the option `data` of `createMock` and `--data` accept them.
 * - `POST rows` {@link RowsQuery}: a {@link RowsPage}.
 * - `POST insert` `{ resource, row }`: an {@link Inserted}. `POST update` `{ resource, id, before,
 *   row }`: an {@link Updated}. Rows are relaxed JSON; `before` is the row that was shown, and only
 *   what differs from it is written.
 * - `POST faults/add` `{ fault }`, the text of `--fail`: `{ id }`.
 * - `POST keys/create` `{ name?, role?, expiresAt? }`: a {@link CreatedKey}, the only response with
 *   a secret.
 * - The others respond with `{}`: `POST delete` `{ resource, id }`, `faults/remove` `{ id }`,
 *   `keys/rename` `{ id, name }`, `keys/revoke` `{ id }`, `keys/delete` `{ id }`, `reset`,
 *   `snapshot`, `restore`.
 */
import type { ApiKeyRecord } from '../../mock/api-keys.js';
import type { AddedFault } from '../../mock/faults.js';
import type { Field, JsonObject } from '../../schema/field.js';
import type { Relation } from '../../schema/relation.js';
import type { FoundResource } from '../../schema/resources.js';

export const TOKEN_HEADER = 'X-Inspector-Token';

/** The name of the `<meta>` element of the browser page whose `content` is the token. */
export const TOKEN_META = 'inspector-token';

export const ROOT_ID = 'app';

export const inspectorLimits = {
  requests: 10_000, // that are kept
  bytes: 64 * 1024 * 1024, // of all requests that are kept
  requestsPage: 500,
  rowsPage: 500,
  body: 64 * 1024, // the bytes that are shown
  text: 500, // the characters of a path, and of the name and the text of a parameter, in a list
  parameters: 20, // of a request in a list
} as const;

/** Oldest first. */
export interface RequestsPage {
  readonly requests: readonly RequestSummary[];
}

export interface RequestSummary {
  /** Ascending from 1; not used again after a reset. */
  readonly id: number;
  /** When it arrived: ISO 8601, UTC, by the system clock. */
  readonly time: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Absent for API keys and for unknown paths. */
  readonly resource: FoundResource | undefined;
  readonly parameters: readonly QueryParameter[];
  /** Absent if no response was sent. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

export interface QueryParameter {
  readonly name: string;
  /**
   * Decoded; a filter or an include that could be parsed as code in a list, as indented JSON in the
   * details.
   */
  readonly text: string;
  /** Whether the text is code or JSON. */
  readonly isCode: boolean;
}

/** All that the log contains about a request. Nothing is cut but long bodies. */
export interface RequestDetail extends RequestSummary {
  /** Without the `Authorization` header. */
  readonly requestHeaders: readonly HeaderLine[];
  readonly requestBody: RecordedBody | undefined;
  readonly responseHeaders: readonly HeaderLine[];
  readonly responseBody: RecordedBody | undefined;
  readonly problem: string | undefined;
  /** How many rows the response of a list contains, and how many match on all pages now. */
  readonly rows?: { readonly shown: number; readonly total: number };
  /** What is probably wrong with the query although it was accepted: sentences. */
  readonly hints: readonly string[];
  readonly dataQuery?: DataQuery;
  /**
   * TypeScript, such as `await client.balances.list({ … });`; absent if the client cannot send the
   * request, or not all of it was kept.
   */
  readonly clientCall?: string | undefined;
}

/**
 * A query in the default dialect: relaxed JSON, and an order such as `name:asc,id:desc`. Empty for
 * none.
 */
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
  readonly bytes: number;
  readonly isCut: boolean;
}

export interface InspectorState {
  readonly url: string;
  readonly needsKey: boolean;
  /**
   * The settings of the dialect that differ from the default: `{ name: 'pageSize.max', value: '50'
   * }`.
   */
  readonly dialect: readonly { readonly name: string; readonly value: string }[];
  readonly resources: readonly ResourceState[];
  /** Grows with each write of a row or a key. */
  readonly revision: number;
  /** The time of the mock's clock, in seconds: ISO 8601, UTC. */
  readonly now: string;
  readonly counts: { readonly [resource: string]: number };
  readonly faults: readonly FaultState[];
  readonly keys: readonly KeyState[];
  /** When the snapshot was taken, by the system clock; `null` if there is none. */
  readonly snapshot: string | null;
  /** The ids of the kept requests; `first` is greater than `last` if there are none. */
  readonly requests: { readonly first: number; readonly last: number };
}

export interface ResourceState {
  readonly name: string;
  /** Such as `/v1/balances`; absent if the resource is only available as a relation. */
  readonly path?: string;
  readonly fields: readonly FieldState[];
  readonly relations: readonly (Relation & { readonly name: string })[];
}

/**
 * A field of a resource, or a foreign key that no response has, such as the `transaction_id` of a
 * line. A computed field cannot be edited, and is in a row only if `include` names it.
 */
export interface FieldState extends Pick<Field, 'kind' | 'nullable' | 'computed' | 'values'> {
  readonly name: string;
  /** The resource whose ids the field contains. */
  readonly foreignKeyOf: string | undefined;
}

export interface FaultState extends Pick<AddedFault, 'id' | 'matched' | 'applied'> {
  /** Such as `GET /v1/balances: status 503, after 2 requests, 3 times`. */
  readonly description: string;
  /** How many more requests it will apply to; `null` for any number. 0 once it is used up. */
  readonly remaining: number | null;
}

export interface KeyState extends ApiKeyRecord {
  /** Whether it has expired, by the mock's clock. */
  readonly isExpired: boolean;
}

/** The texts are those of query parameters. Blank text counts as absent. */
export interface RowsQuery extends Partial<DataQuery> {
  readonly resource: string;
  /** At most {@link inspectorLimits.rowsPage}. */
  readonly take: number;
  readonly skip: number;
}

export interface RowsPage {
  /** Why perhaps no row matches: sentences. */
  readonly hints: readonly string[];
  readonly rows: readonly JsonObject[];
  /** How many rows match, on all pages. */
  readonly total: number;
}

export interface Inserted {
  readonly id: string;
}

export interface Updated {
  /** Whether a field was edited. */
  readonly isChanged: boolean;
}

export interface CreatedKey extends Inserted {
  readonly key: string;
}
