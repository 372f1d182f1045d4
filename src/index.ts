/**
 * The client: `createClient`, the schema of the service and how to extend it, errors, and the types
 * to annotate your code.
 *
 * @module payments-data-client
 */

// Client

export type { ClientOptions } from './client/client-options.js';
export { type Client, createClient, type Gets, type Lists } from './client/create-client.js';
export type { GetMethod, ListMethod, PaginationMethods } from './client/methods.js';
// What your exported values are declared with: `export const { balances } = client`.
export type { GetResource, ListResource } from './client/overloads.js';

// Reading rows

export type { ResponsePromise, WithResponse } from './client/endpoint.js';
export type { AllOptions, PaginationOptions } from './client/pages.js';
export type { RequestOptions } from './http/call.js';

// Rows

export type { ResourceName, Row } from './schema/names.js';
export type { Account, Balance, Transaction, TransactionLine, Unit } from './schema/rows.js';

// Queries

export type { Include } from './query/include.js';
export type { ListParameters, ListQuery, OrderBy } from './query/query.js';
export type { AsJson } from './query/types/comparison.js';
export type { Selected } from './query/types/selected.js';
export type { ValidInclude } from './query/types/valid-include.js';
export type { Where } from './query/where.js';

// Errors: each class has a guard that also recognizes errors of another copy of the package

export {
  ApiError,
  ConfigurationError,
  ConnectionError,
  isApiError,
  isConfigurationError,
  isConnectionError,
  isQueryError,
  isResponseError,
  isTimeoutError,
  QueryError,
  ResponseError,
  type ResponseIssue,
  TimeoutError,
} from './errors.js';

// Validating user input

export { isUuid } from './schema/kinds.js';
export { isDate } from './values/date.js';
export { isDecimal } from './values/decimal.js';

// API keys and raw requests

export type { ApiKeysResource } from './client/api-keys.js';
export type { RawRequest, RawRequestOptions } from './client/raw-request.js';

// Options of the client

export type { ApiKey } from './http/api-key.js';
export type { Fetch, Logger, Middleware } from './http/call.js';

// How a service differs

export type { Dialect } from './dialect.js';

// Schema

export {
  type DefinedSchema,
  defineSchema,
  type ExtendedSchema,
  extendSchema,
} from './schema/define-schema.js';
export {
  boolean,
  computed,
  date,
  decimal,
  enumeration,
  type Field,
  integer,
  type JsonObject,
  type JsonValue,
  json,
  nullable,
  number,
  string,
  uuid,
} from './schema/field.js';
export type { Resources } from './schema/lookup.js';
export { type PaymentsSchema, paymentsSchema } from './schema/payments-schema.js';
export { type PickedSchema, pickSchema } from './schema/pick-schema.js';
export { many, one, type Relation } from './schema/relation.js';
export type {
  Resource,
  SchemaShape,
} from './schema/resource.js';

// Writing a validator

export type { Validator } from './query/include.js';
