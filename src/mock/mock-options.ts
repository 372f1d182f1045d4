import { type Dialect, dialectCheck, resolveDialect } from '../dialect.js';
import { ConfigurationError } from '../errors.js';
import { parseBaseUrl } from '../http/service-url.js';
import {
  checkOptions,
  isNonEmptyString,
  type OptionCheck,
  unchecked,
} from '../messages/check-options.js';
import { describe, kindOf } from '../messages/describe.js';
import { isSchema, type Resources } from '../schema/lookup.js';
import { type PaymentsSchema, paymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import type { NewApiKey } from './api-keys.js';
import { type Clock, createClock, createLatency, type Latency } from './clock.js';
import { type MockData, parseRows } from './database.js';
import { sampleData } from './sample-data.js';

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
   * How the service behaves where the API specification is silent. With `envelope.pagination`, a
   * list has its number of rows there: `{ total }`.
   */
  readonly dialect?: Dialect | undefined;
  /** Default: `https://payments.test`. In a browser, or in jsdom, it may be a path. */
  readonly baseUrl?: string | undefined;
  /**
   * The initial rows by resource. Default: `sampleData()` for the payments schema and its
   * extensions, otherwise none. A resource that is left out gets a row for each id that the other
   * rows refer to.
   */
  readonly data?: MockData<NoInfer<Schema>> | undefined;
  /** The initial API keys. Default: one. `false` turns authentication off. */
  readonly apiKeys?: ApiKeys | undefined;
  /** The clock, for keys that expire and dates of new rows. Default: 2026-01-01T00:00:00.000Z. */
  readonly now?: Clock | undefined;
  /** The delay of each response in milliseconds, or a range of delays. Default 0. */
  readonly latency?: Latency | undefined;
  /**
   * Names of query parameters that a gateway adds, such as `['trace']`. Default: none. All other
   * parameters that the service does not have are rejected.
   */
  readonly ignoreParameters?: readonly string[] | undefined;
}

const checks: Readonly<Record<keyof MockOptions, OptionCheck>> = {
  schema: [isSchema, 'a schema that defineSchema() or extendSchema() returned'],
  dialect: dialectCheck(),
  baseUrl: [(value) => typeof value !== 'symbol', 'a URL such as https://api.example.com'],
  data: unchecked, // by `parseRows`
  apiKeys: unchecked, // a message could contain the key
  now: unchecked, // by `createClock`
  latency: unchecked, // by `createLatency`
  ignoreParameters: [Array.isArray, "an array of names such as ['trace']"],
};

export function parseMockOptions(input: object) {
  const source = 'createMock';
  checkOptions(source, input, checks);
  const options = input as Omit<MockOptions, 'schema'> & { readonly schema?: Resources }; // checked
  const { ignoreParameters = [] } = options;
  const { apiKeys = [{ name: 'Test key' }], schema = { ...paymentsSchema } as Resources } = options;
  if (apiKeys !== false && !(Array.isArray(apiKeys) && apiKeys.length > 0))
    throw new ConfigurationError(
      `expected \`apiKeys\` to be an array of at least one key, or false, got ${kindOf(apiKeys)}.`,
      source,
    );
  for (const [name, { fields }] of Object.entries(schema))
    if (fields.id?.kind !== 'uuid' && fields.id?.kind !== 'string')
      throw new ConfigurationError(
        `the ids of a mock are text. Declare \`${name}.id\` as uuid() or string().`,
        source,
      );
  const isSample = options.data === undefined;
  const sample = isSample && isPaymentsSchema(schema) ? sampleData() : {};
  const data = parseRows(options.data ?? sample, schema, `${source}: data`);
  const dialect = resolveDialect(source, options.dialect);
  for (const [index, name] of ignoreParameters.entries())
    if (!isNonEmptyString(name) || Object.values(dialect.parameters).includes(name))
      throw new ConfigurationError(
        `expected \`ignoreParameters[${index}]\` to be the name of a parameter that the service ` +
          `does not have, got ${describe(name)}.`,
        source,
      );
  return {
    schema,
    data,
    apiKeys,
    isSample,
    dialect,
    ignoreParameters,
    baseUrl: parseBaseUrl(source, options.baseUrl ?? 'https://payments.test'),
    /** Whether the mock creates rows of a resource that `data` refers to but does not contain. */
    mayCreate: (resource: string) => isSample || !Object.hasOwn(data, resource),
    now: createClock(options.now ?? '2026-01-01T00:00:00.000Z'), // fixed (decision 31)
    latency: options.latency === undefined ? undefined : createLatency(source, options.latency),
  };
}

/**
 * Whether a schema is the payments schema or an extension of it. Compares names: in CommonJS each
 * entry point has its own copy of the payments schema, and an extension may replace a field.
 */
const isPaymentsSchema = (schema: Resources): boolean =>
  Object.entries<Resource>({ ...paymentsSchema }).every(([name, { fields }]) =>
    Object.keys(fields).every((field) => schema[name] && Object.hasOwn(schema[name].fields, field)),
  );
