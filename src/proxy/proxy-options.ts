import type { ClientOptions } from '../client/client-options.js';
import { type Dialect, dialectCheck, type ResolvedDialect, resolveDialect } from '../dialect.js';
import { ConfigurationError } from '../errors.js';
import type { ResourceName } from '../schema/names.js';
import { type PaymentsSchema, paymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { isSchema, type Resources } from '../schema/resources.js';
import {
  checkEach,
  checkOptions,
  isFunction,
  nonNegativeInteger,
  type OptionCheck,
  positiveInteger,
  unchecked,
} from '../values/check-options.js';
import { describe } from '../values/describe.js';
import { didYouMean } from '../values/did-you-mean.js';
import { isPlainObject, own, withoutUndefined } from '../values/plain-object.js';
import type { PolicyResult, RowPolicies } from './row-policies.js';

/** What stands for a request without a session. */
export type NoSession = undefined | null | false | '' | 0;

const transportOptions = [
  'baseUrl',
  'apiKey',
  'allowApiKeyInBrowser',
  'fetch',
  'headers',
  'timeout',
  'retry',
  'dialect',
  'middleware',
  'logger',
] as const satisfies (keyof ClientOptions)[];

type TransportOptions = Pick<ClientOptions, (typeof transportOptions)[number]>;

/** The options of {@link createProxy}. */
export interface ProxyOptions<
  Session,
  Schema extends SchemaShape<Schema>,
  ServiceSchema extends SchemaShape<ServiceSchema> = PaymentsSchema,
> extends Omit<TransportOptions, 'timeout' | 'retry' | 'logger'> {
  /**
   * What a browser page may ask for, made with `pickSchema`. Names outside it do not exist for it.
   */
  readonly schema: Schema;
  /**
   * All resources of the service, on which the row policies are written. Default: `paymentsSchema`.
   */
  readonly serviceSchema?: ServiceSchema | undefined;
  /**
   * Finds out who sends a request. Return your session, an object of any type, or a falsy value to
   * respond with 401. If it throws, the response is a 500 without details. Without it, pass the
   * session: `proxy.fetch(request, { session })`.
   */
  readonly authenticate?:
    | ((request: Request) => Session | NoSession | Promise<Session | NoSession>)
    | undefined;
  /**
   * The row policy of each resource of `schema`: `true` for all rows, or a function of the session,
   * as in `{ balances: (session) => ({ account_id: session.accountId }), units: true }`.
   */
  readonly policies: {
    readonly [Name in ResourceName<Schema>]:
      | true
      | ((
          session: Session,
        ) => PolicyResultFor<
          NeverNull<Schema, Name>,
          Name & ResourceName<ServiceSchema>,
          ServiceSchema
        >);
  };
  /**
   * The most rows of a list; a greater `take` is a 400. Default 100, at most `pageSize.max` of the
   * dialect. For a smaller value, set `dialect.pageSize.max` in the client of the browser page.
   */
  readonly maxTake?: number | undefined;
  /** Receives a line for each rejected request, and those of a client. Default: nowhere. */
  readonly logger?: ClientOptions['logger'];
  /**
   * How many relations an include or a filter may nest. More is a 400. Default 3; 0 allows no
   * relation.
   */
  readonly maxRelationDepth?: number | undefined;
  /**
   * Milliseconds for a whole request of a browser page, with `authenticate` and policies. Default
   * 30,000.
   */
  readonly timeout?: number | undefined;
  /**
   * How often to retry a failed request to the service. Default 0, because the client in a browser
   * page retries by itself.
   */
  readonly retry?: ClientOptions['retry'];
  /**
   * Called with the error if a response has a status of 500 or more, or 429, without API keys: a
   * `ResponseError` if a row does not match its policy. Also called, once for each resource, if a
   * policy fills 80% of `dialect.maxUrlLength`. The response does not wait for it; its result and
   * what it throws are ignored. Default: one line on `console.error`, unless `logger` is set.
   */
  readonly onError?: ((error: unknown, request: Request) => unknown) | undefined;
}

/**
 * The to-one relations to a resource that are never null. A row that is hidden is null in them.
 *
 * @example
 * NeverNull<PaymentsSchema, 'units'> // => 'balances.unit'
 */
type NeverNull<Schema extends SchemaShape<Schema>, Target> = {
  [Name in ResourceName<Schema>]: {
    [Key in keyof Schema[Name]['relations'] & string]: Schema[Name]['relations'][Key] extends {
      readonly target: Target;
      readonly cardinality: 'one';
      readonly nullable: false;
    }
      ? `${Name}.${Key}`
      : never;
  }[keyof Schema[Name]['relations'] & string];
}[ResourceName<Schema>];

type PolicyResultFor<
  NeverNullRelation extends string,
  Name extends ResourceName<ServiceSchema>,
  ServiceSchema extends SchemaShape<ServiceSchema>,
> = [NeverNullRelation] extends [never]
  ? PolicyResult<Name, ServiceSchema>
  : `${NeverNullRelation} is never null, but this policy may hide its row: declare it with nullable: true`;

/**
 * What the compiler infers the session from: the result of `authenticate`, or without it the
 * annotations of the policies. Inference from the policies needs an index signature, and with that
 * each name would be accepted, so that those of no resource are listed separately.
 */
export interface InferredOptions<Session, Result, Name, Schema> {
  // The second type accepts it if a wrong policy ended the inference: only that policy should be an
  // error.
  readonly authenticate?:
    | ((request: Request) => Result)
    | ((request: Request) => unknown)
    | undefined;
  readonly policies: {
    readonly [Key in Name & string]: Key extends keyof Schema
      ? unknown
      : `\`${Key}\` is not a resource of \`schema\``;
  } & { readonly [name: string]: true | ((session: SessionOf<Result, Session>) => unknown) };
}

/**
 * The session that `authenticate` returns; without it, `Session`. `infer` keeps the policies from
 * being taken for the result of `authenticate`.
 *
 * @example
 * SessionOf<Promise<{ user: string } | undefined>, unknown> // => { user: string }
 * SessionOf<never, { user: string }> // => { user: string }
 */
export type SessionOf<Result, Session> = [Result] extends [never]
  ? Session
  : Result extends infer Found
    ? Exclude<Awaited<Found>, NoSession>
    : never;

export interface ParsedProxyOptions {
  readonly schema: Resources;
  readonly serviceSchema: Resources;
  readonly dialect: ResolvedDialect;
  readonly policies: RowPolicies;
  readonly transport: TransportOptions;
}

const schemaCheck: OptionCheck = [
  isSchema,
  'a schema that pickSchema(), defineSchema() or extendSchema() returned',
];

export function parseProxyOptions(given: unknown): ParsedProxyOptions {
  checkOptions('createProxy', given, {
    ...checkEach(transportOptions, unchecked), // by the client's options
    dialect: dialectCheck(),
    schema: schemaCheck,
    serviceSchema: schemaCheck,
    authenticate: [isFunction, 'a function of a request that returns a session'],
    policies: [isPlainObject, 'an object of row policies by resource'],
    maxTake: positiveInteger,
    maxRelationDepth: nonNegativeInteger,
    onError: [isFunction, 'a function'],
  });
  const options = given as Readonly<Record<string, unknown>>;
  const dialect = resolveDialect('createProxy', options.dialect as Dialect | undefined); // which checks it
  const { schema, policies } = options as { schema: Resources; policies: RowPolicies }; // checked above, or missing
  const serviceSchema = (options.serviceSchema ?? paymentsSchema) as Resources;
  for (const problem of problemsOf(schema, serviceSchema, policies, dialect))
    throw new ConfigurationError(problem, 'createProxy');
  const transport = Object.fromEntries(transportOptions.map((name) => [name, options[name]]));
  const { retry = {} } = transport;
  if (isPlainObject(retry)) transport.retry = { limit: 0, ...withoutUndefined(retry) };
  // The request sender checks the transport.
  return { schema, serviceSchema, dialect, policies, transport: transport as never };
}

function* problemsOf(
  schema: Resources | undefined,
  serviceSchema: Resources,
  policies: RowPolicies | undefined,
  { parameters }: ResolvedDialect,
): Generator<string> {
  if (!schema) return yield '`schema` is required.';
  if (!policies) return yield '`policies` is required.';
  for (const name of ['where', 'include'] as const)
    if (parameters[name] === null)
      yield `\`dialect.parameters.${name}\` is null, but the proxy limits what a browser page reads with \`${name}\`.`;
  const names = Object.keys(schema);
  for (const name of Object.keys(policies))
    if (!own(schema, name))
      yield `\`policies.${name}\` is not a resource of \`schema\`.${didYouMean(name, names)}`;
  for (const name of names) {
    const policy: unknown = own(policies, name);
    if (policy === undefined)
      yield `\`policies.${name}\` is missing. Pass \`true\` to show all ${name}, or a function of the session.`;
    else if (policy !== true && !isFunction(policy))
      yield `expected \`policies.${name}\` to be true or a function of the session, got ${describe(policy)}.`;
  }
  for (const [name, resource] of Object.entries(schema))
    yield* problemsOfResource(name, resource, own(serviceSchema, name), policies);
}

/**
 * A browser page may only ask for what the service has, and must expect null for a hidden row of a
 * to-one relation.
 */
function* problemsOfResource(
  name: string,
  { path, operations, fields, relations }: Resource,
  whole: Resource | undefined,
  policies: RowPolicies,
): Generator<string> {
  if (!whole) return yield `\`schema.${name}\` is not a resource of \`serviceSchema\`.`;
  if (path !== whole.path) yield `\`schema.${name}.path\` differs from that of \`serviceSchema\`.`;
  if (operations.length > 0 && !whole.operations.includes('list'))
    yield `\`schema.${name}\` must have the operation \`list\` in \`serviceSchema\`: single rows are read from a list too.`;
  for (const [key, { kind }] of Object.entries(fields))
    if (own(whole.fields, key)?.kind !== kind)
      yield `\`schema.${name}.fields.${key}\` is not a ${kind} field in \`serviceSchema\`.`;
  for (const [key, { target, cardinality, nullable, foreignKey }] of Object.entries(relations)) {
    const relation = own(whole.relations, key);
    if (relation?.target !== target || relation.cardinality !== cardinality)
      yield `\`schema.${name}.relations.${key}\` differs from that of \`serviceSchema\`.`;
    if (cardinality === 'one' && !nullable && policies[target] !== true)
      yield `\`policies.${target}\` may hide the row of ${name}.${key}, which is then null. Declare it nullable: pickSchema(extendSchema(paymentsSchema, { ${name}: { relations: { ${key}: one('${target}', { foreignKey: '${foreignKey}', nullable: true }) } } }), …).`;
  }
}
