/**
 * The client: `createClient`, the payments schema and how to extend it, errors with their guards, and the types that one writes.
 *
 * @module payments-data-client
 */
export type { ApiKeys } from './client/api-keys.js';
export type { Client, ClientMembers, ResourceClient } from './client/client.js';
export type { ClientOptions } from './client/client-options.js';
export { createClient } from './client/create-client.js';
export type { FreeRequest, FreeRequestOptions } from './client/free-request.js';
export type { GetOperation, GetQuery } from './client/get.js';
export type { ListOperation } from './client/list.js';
export type { RequestOptions } from './client/request-options.js';
export type { ResponsePromise, WithResponse } from './client/response-promise.js';
export type { WalkOperations, WalkOptions, WalkQuery } from './client/walks.js';
export { ApiError, isApiError } from './errors/api-error.js';
export { AuthenticationError, isAuthenticationError } from './errors/authentication-error.js';
export { BadRequestError, isBadRequestError } from './errors/bad-request-error.js';
export type { FailedAnswer, FailedCall } from './errors/call-error.js';
export { ConfigurationError, isConfigurationError } from './errors/configuration-error.js';
export { ConflictError, isConflictError } from './errors/conflict-error.js';
export { ConnectionError, isConnectionError } from './errors/connection-error.js';
export { isNotFoundError, NotFoundError } from './errors/not-found-error.js';
export { isPermissionDeniedError, PermissionDeniedError } from './errors/permission-denied-error.js';
export { isQueryError, QueryError } from './errors/query-error.js';
export { isRateLimitError, RateLimitError } from './errors/rate-limit-error.js';
export { isResponseError, ResponseError, type ResponseIssue } from './errors/response-error.js';
export { isServerError, ServerError } from './errors/server-error.js';
export { isTimeoutError, TimeoutError } from './errors/timeout-error.js';
export {
  isUnprocessableEntityError,
  UnprocessableEntityError,
} from './errors/unprocessable-entity-error.js';
export type { ApiKey } from './http/api-key.js';
export type { Logger, LogLevel } from './http/log.js';
export type { Middleware } from './http/middleware.js';
export type { RetryOptions } from './http/request.js';
export type { Filter } from './query/filter.js';
export type { Include, SelectedRelation, Selection } from './query/include.js';
export type { ListParameters, ListQuery } from './query/list-query.js';
export type { Direction, OrderBy } from './query/order-by.js';
export type { Selected } from './query/selected.js';
export type { ValidInclude } from './query/valid-include.js';
export type { PromisedData, Validator } from './query/validator.js';
export type { Where } from './query/where.js';
export { defineSchema, type ExtendedSchema, extendSchema } from './schema/define-schema.js';
export {
  boolean,
  computed,
  date,
  decimal,
  enumeration,
  type Field,
  type FieldKind,
  integer,
  type JsonObject,
  type JsonValue,
  json,
  nullable,
  number,
  string,
  uuid,
} from './schema/field.js';
export type { DefinedSchema } from './schema/fill-schema.js';
export type { Properties, ResourceName, Row } from './schema/names.js';
export { type PaymentsSchema, paymentsSchema } from './schema/payments-schema.js';
export { many, one, type Relation } from './schema/relation.js';
export type { Operation, Resource, ResourceDefinition, SchemaShape } from './schema/resource.js';
export type { Resources } from './schema/resources.js';
export type { Account, Balance, Transaction, TransactionLine, Unit } from './schema/rows.js';
