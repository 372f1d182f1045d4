import type { Dialect } from '../dialect/dialect.js';
import { resolveDialect } from '../dialect/resolve-dialect.js';
import { ConfigurationError } from '../errors.js';
import { type PaymentsSchema, paymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import { isSchema, notInSchema, type Resources } from '../schema/resources.js';
import { checkOptions, type OptionCheck, unchecked } from '../values/check-options.js';
import { describe } from '../values/describe.js';
import { isPlainObject } from '../values/plain-object.js';
import { parseBaseUrl } from '../values/service-url.js';
import type { NewApiKey } from './api-keys.js';
import { type Clock, createClock, createLatency, DEFAULT_NOW, type Latency } from './clock.js';
import type { MockData } from './database.js';
import { type MockRoutes, parseRoutes } from './http/routes.js';
import { sampleData, sampleDates } from './sample-data.js';

/** The initial API keys of a mock; `false` turns authentication off. */
export type InitialApiKeys = readonly NewApiKey[] | false;

/** The options of `createMock`. */
export interface MockOptions<
  Schema extends SchemaShape<Schema> = PaymentsSchema,
  ApiKeys extends InitialApiKeys = InitialApiKeys,
> {
  /** The resources of the service. Default: `paymentsSchema`. */
  readonly schema?: Schema | undefined;
  /**
   * The base URL that the mock responds to, without `/v1`. Default: `https://payments.test`. In a
   * browser page, or in jsdom, it may be a path such as `/api`.
   */
  readonly baseUrl?: string | undefined;
  /**
   * The initial rows by resource. Default: `sampleData()` for the payments schema and its
   * extensions, otherwise none. A resource that is left out gets a row for each id that the given
   * rows refer to.
   */
  readonly data?: MockData<NoInfer<Schema>> | undefined;
  /**
   * The initial API keys. Default: one, which `clientOptions` has. `false` turns authentication
   * off; `clientOptions.apiKey` is then `null`.
   */
  readonly apiKeys?: ApiKeys | undefined;
  /**
   * The clock, for keys that expire and dates of new rows; `'system'` is the current time. Default:
   * 2026-01-01T00:00:00.000Z.
   */
  readonly now?: Clock | undefined;
  /**
   * The delay of each response in milliseconds: a number, or a range with the same delays in each
   * run. Default 0.
   */
  readonly latency?: Latency | undefined;
  /**
   * How the service behaves where the API specification is silent. Rows have no envelope by
   * default. A list has `{ total }`, the number of all rows, in the member that
   * `envelope.pagination` names.
   */
  readonly dialect?: Dialect | undefined;
  /**
   * Further query parameters, such as `trace`, that the mock ignores. It rejects other unknown
   * parameters.
   */
  readonly allowParameters?: readonly string[] | undefined;
  /**
   * Endpoints besides those of the schema, by method and path. They take precedence. A segment such
   * as `:id` stands for any text. A route needs an API key, as the others do; `/v1` may be omitted.
   * A function that throws is a response with status 500.
   *
   * @example
   * createMock({ routes: { 'POST /v1/payments': async (request) => Response.json(await request.json()) } })
   */
  readonly routes?: MockRoutes<NoInfer<Schema>> | undefined;
}

const checks: Readonly<Record<keyof MockOptions, OptionCheck>> = {
  schema: [(value) => isSchema(value), 'a schema that defineSchema() or extendSchema() returned'],
  baseUrl: unchecked, // by `parseBaseUrl`
  data: [isPlainObject, 'an object with arrays of rows by resource'],
  apiKeys: [
    (value) => value === false || (Array.isArray(value) && value.length > 0),
    'an array of at least one key, or false',
  ],
  now: unchecked,
  latency: unchecked,
  dialect: unchecked, // by `resolveDialect`
  allowParameters: [
    (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
    'an array of names',
  ],
  routes: [isPlainObject, "an object of functions by method and path, such as 'POST /v1/payments'"],
};

export function parseMockOptions(given: object, db: () => object) {
  checkOptions('createMock', given, checks);
  const {
    schema: givenSchema,
    baseUrl = 'https://payments.test',
    apiKeys = [{ name: 'Test key' }],
    dialect: givenDialect,
    allowParameters = [],
    now = DEFAULT_NOW,
    latency = 0,
    data: givenData,
    routes = {},
  } = given as Omit<MockOptions, 'schema'> & { readonly schema?: Resources }; // checked above
  const schema: Resources = givenSchema ?? { ...paymentsSchema };
  for (const [name, { fields }] of Object.entries(schema)) {
    if (fields.id?.kind !== 'uuid' && fields.id?.kind !== 'string')
      throw new ConfigurationError(
        `the ids of a mock are text. Declare \`${name}.id\` as uuid() or string().`,
        'createMock',
      );
  }
  const dialect = resolveDialect('createMock', givenDialect);
  const data = parseData(givenData ?? (isPaymentsSchema(schema) ? sampleData() : {}), schema);
  return {
    schema,
    baseUrl: parseBaseUrl('createMock', baseUrl),
    data,
    /** Whether `data` is the sample data, because the caller passed none. */
    isSample: givenData === undefined,
    /** Whether the mock creates rows of a resource that `data` refers to but does not contain. */
    mayCreate: (resource: string) => givenData === undefined || !Object.hasOwn(data, resource),
    /** The dates that rows of `data` leave out. By default those of new rows. */
    dateOf: sampleDates(data),
    apiKeys,
    now: createClock(now),
    latency: createLatency('createMock', latency),
    allowParameters,
    routes: parseRoutes(routes, db),
    dialect,
  };
}

/** @returns The rows by resource, before they are checked. */
function parseData(
  data: object,
  schema: Resources,
): { readonly [resource: string]: readonly unknown[] } {
  const source = 'createMock: data';
  const parsed: Record<string, readonly unknown[]> = {};
  for (const [name, rows] of Object.entries(data)) {
    if (!Object.hasOwn(schema, name))
      throw new ConfigurationError(notInSchema(name, schema), source);
    if (rows === undefined) continue;
    if (!Array.isArray(rows))
      throw new ConfigurationError(
        `${name}: expected an array of rows, got ${describe(rows)}.`,
        source,
      );
    parsed[name] = rows;
  }
  return parsed;
}

/**
 * Whether a schema is the payments schema or an extension of it, so that the sample data is valid.
 * Compares names: in CommonJS each entry point has its own copy of the payments schema, and an
 * extension may replace a field.
 */
const isPaymentsSchema = (schema: Resources): boolean =>
  Object.entries(paymentsSchema).every(([name, { fields }]) =>
    Object.keys(fields).every((field) => schema[name] && Object.hasOwn(schema[name].fields, field)),
  );
