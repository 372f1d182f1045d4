import { ConfigurationError } from '../errors/usage-errors.js';
import type { Field } from '../schema/field.js';
import { type PaymentsSchema, paymentsSchema } from '../schema/payments-schema.js';
import type { SchemaShape } from '../schema/resource.js';
import type { Resources } from '../schema/resources.js';
import { checkOptions, type OptionCheck, unchecked } from '../values/check-options.js';
import { describe } from '../values/describe.js';
import { didYouMean } from '../values/did-you-mean.js';
import { isPlainObject } from '../values/plain-object.js';
import type { NewApiKey } from './api-keys.js';
import { type Clock, DEFAULT_NOW, readClock } from './clock.js';
import type { MockData } from './database.js';
import { type Latency, readLatency } from './latency.js';
import { sampleData } from './sample-data.js';

/** How a mock is made; everything may be left out. */
export interface MockOptions<Schema extends SchemaShape<Schema> = PaymentsSchema> {
  /** What the service holds; `paymentsSchema` by default. */
  readonly schema?: Schema | undefined;
  /** Where the service is, without `/v1`; `https://payments.test` by default. Nothing is asked there. */
  readonly baseUrl?: string | undefined;
  /**
   * The rows to start with; by default `sampleData()`, or nothing where the schema is neither that of payments nor an extension
   * of it. A resource that is left out gets a row with defaults for each id by which the others link to it (decision 33).
   */
  readonly data?: MockData<NoInfer<Schema>> | undefined;
  /** The API keys to start with; one by default. The first is that of `clientOptions`. */
  readonly apiKeys?: readonly NewApiKey[] | undefined;
  /** The clock, for keys that expire and for the dates of new rows; stands at 2026-01-01T00:00:00.000Z by default. */
  readonly now?: Clock | undefined;
  /** How many milliseconds an answer takes: a number, or a range, of which each run takes the same; 0 by default. */
  readonly latency?: Latency | undefined;
  /** How a body is wrapped: bare, or as `{ "result": … }` (decision 1); bare by default. */
  readonly envelope?: 'bare' | 'result' | undefined;
}

/** Options that mean something. */
interface CheckedOptions {
  readonly schema: Resources;
  readonly baseUrl: string;
  readonly data: { readonly [resource: string]: readonly unknown[] };
  /** Whether rows are made of a resource to which those of `data` link. */
  readonly isOpen: (resource: string) => boolean;
  readonly apiKeys: readonly NewApiKey[];
  readonly now: () => number;
  readonly latency: () => number;
  readonly wrap: (result: unknown) => unknown;
}

const checks: Readonly<Record<keyof MockOptions, OptionCheck>> = {
  schema: unchecked,
  baseUrl: unchecked,
  data: unchecked,
  apiKeys: unchecked,
  now: unchecked,
  latency: unchecked,
  envelope: unchecked,
};

/** @throws ConfigurationError which names the wrong option. */
export function readOptions(given: unknown): CheckedOptions {
  const options = checkOptions('createMock', given, checks);
  const { baseUrl = 'https://payments.test', apiKeys = [{ name: 'Test key' }], envelope = 'bare' } = options;
  if (!Array.isArray(apiKeys) || apiKeys.length === 0)
    throw new ConfigurationError('createMock: `apiKeys` must be an array of one key or more.');
  if (envelope !== 'bare' && envelope !== 'result')
    throw new ConfigurationError(
      `createMock: \`envelope\` must be 'bare' or 'result', not ${describe(envelope)}.`,
    );
  const schema = options.schema ?? paymentsSchema;
  if (!isSchema(schema))
    throw new ConfigurationError('createMock: `schema` must be what defineSchema or extendSchema gives.');
  for (const [name, { fields }] of Object.entries(schema)) {
    if (fields.id?.kind !== 'uuid' && fields.id?.kind !== 'string')
      throw new ConfigurationError(
        `createMock: a mock finds rows by text. Declare \`${name}.id\` as uuid() or string().`,
      );
  }
  const data = readData(options.data ?? (isOfPayments(schema) ? sampleData() : {}), schema);
  return {
    schema,
    baseUrl: readBaseUrl(baseUrl),
    data,
    isOpen: (resource) => options.data === undefined || !Object.hasOwn(data, resource),
    apiKeys,
    now: readClock(options.now ?? DEFAULT_NOW),
    latency: readLatency(options.latency ?? 0),
    wrap: envelope === 'result' ? (result) => ({ result }) : (result) => result,
  };
}

/** Whether something is a schema, and not only what one is made of: `relations` and `operations` may be left out there. */
const isSchema = (given: unknown): given is Resources =>
  isPlainObject(given) &&
  Object.values(given).every(
    (resource) =>
      isPlainObject(resource) &&
      isPlainObject(resource.fields) &&
      isPlainObject(resource.relations) &&
      Array.isArray(resource.operations),
  );

/** Without the slash at its end, and without the `/v1` that a client accepts, too. */
function readBaseUrl(given: unknown): string {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new ConfigurationError(
      `createMock: \`baseUrl\` must be an http or https URL without a query, not ${describe(given)}.`,
    );
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/+v1$/, '');
}

function readData(data: unknown, schema: Resources): CheckedOptions['data'] {
  if (!isPlainObject(data))
    throw new ConfigurationError(`createMock: \`data\` must be rows by resource, not ${describe(data)}.`);
  const read: Record<string, readonly unknown[]> = {};
  for (const [name, rows] of Object.entries(data)) {
    if (!Object.hasOwn(schema, name))
      throw new ConfigurationError(
        `data: \`${name}\` is not a resource of the schema.${didYouMean(name, Object.keys(schema))}`,
      );
    if (rows === undefined) continue;
    if (!Array.isArray(rows))
      throw new ConfigurationError(`data.${name}: expected an array of rows, not ${describe(rows)}.`);
    read[name] = rows;
  }
  return read;
}

/**
 * Whether a schema is that of payments, or an extension of it, so that the sample fits. By the words of its fields: in
 * CommonJS each entry holds its own copy of the payments schema.
 */
const isOfPayments = (schema: Resources): boolean =>
  Object.entries(paymentsSchema).every(([name, { fields }]) =>
    Object.entries<Field>(fields).every(([field, { kind, nullable }]) => {
      const given = schema[name]?.fields[field];
      return given?.kind === kind && given.nullable === nullable;
    }),
  );
