import { type ClientOptions, checkClientOptions } from '../client/client-options.js';
import { type Dialect, type ResolvedDialect, resolveDialect } from '../dialect.js';
import { ConfigurationError } from '../errors.js';
import { parseBaseUrl } from '../http/service-url.js';
import {
  isFunction,
  nonNegativeInteger,
  type OptionCheck,
  positiveInteger,
} from '../messages/check-options.js';
import { describe } from '../messages/describe.js';
import { didYouMean } from '../messages/did-you-mean.js';
import type { Where } from '../query/where.js';
import { isSchema, type Resources } from '../schema/lookup.js';
import type { ResourceName } from '../schema/names.js';
import { type PaymentsSchema, paymentsSchema } from '../schema/payments-schema.js';
import type { Resource, SchemaShape } from '../schema/resource.js';
import { isPlainObject, own } from '../values/plain-object.js';

/** The result of `authenticate` for a request without a session. */
export type NoSession = undefined | null | false | '' | 0;

/** The options of {@link createProxy}. */
export interface ProxyOptions<
  Session,
  Schema extends SchemaShape<Schema>,
  ServiceSchema extends SchemaShape<ServiceSchema> = PaymentsSchema,
> extends Omit<ClientOptions, 'schema' | 'validator' | 'timeout' | 'retry' | 'logger'> {
  /** What a browser may ask for, made with `pickSchema`. Other names do not exist for it. */
  readonly schema: Schema;
  /** All resources of the service, which policies are written for. Default: `paymentsSchema`. */
  readonly serviceSchema?: ServiceSchema | undefined;
  /**
   * Finds out who sends a request. Return your session, an object of any type, or a falsy value to
   * respond with 401. Without it, pass the session: `proxy.fetch(request, { session })`.
   */
  readonly authenticate?: ((request: Request) => Later<Session | NoSession>) | undefined;
  /**
   * Which rows of each resource of `schema` a session sees: `true` for all, or a function of the
   * session that returns a filter, `true` (all), `false` (none), or a promise. `undefined` in a
   * filter, and a filter without comparisons, are errors. Related rows are compared by ids, as in
   * `{ lines: { some: { account_id: session.accountId } } }`. Text and JSON are compared on the row
   * itself only, and only if the dialect says `text: 'exact'`.
   */
  readonly policies: {
    readonly [Name in ResourceName<Schema>]:
      | true
      | ((
          session: Session,
        ) => Later<boolean | Where<Name & ResourceName<ServiceSchema>, ServiceSchema>>);
  };
  /**
   * The most rows of a list; a greater `take` is rejected with 400. Default 100, at most
   * `pageSize.max` of the dialect. If it is less than 100, set `dialect.pageSize.max` of the client
   * in the browser.
   */
  readonly maxTake?: number | undefined;
  /** How many relations an include or a filter may nest. More are rejected with 400. Default 3. */
  readonly maxRelationDepth?: number | undefined;
  /** Milliseconds for a whole request, with `authenticate` and policies. Default 30,000. */
  readonly timeout?: number | undefined;
  /** How often to retry a failed request. Default 0: the client in the browser retries. */
  readonly retry?: number | undefined;
  /**
   * Receives the lines of a client, a line for each rejected request, and for each list a line
   * (`debug`) with the filters of browser and policies. Default: nowhere.
   */
  readonly logger?: ClientOptions['logger'];
  /**
   * Called with the error of each response with the status 429, or 500 and above: a `ResponseError`
   * if a row does not match its policy, also for the 404 of a single row. Also called, once for
   * each resource, if the URL of a request with a long policy is near `dialect.maxUrlLength`. The
   * response does not wait for it. Default: one line on `console.error`, unless `logger` is set.
   */
  readonly onError?: ((error: unknown, request: Request) => unknown) | undefined;
}

type Later<Value> = Value | Promise<Value>;

/**
 * What the compiler infers the session from: the result of `authenticate`, or the annotations of
 * the policies. That needs an index signature, with which each name would be accepted, so that
 * those of no resource are listed separately.
 */
export interface InferredOptions<Session, Result, Name, Schema, Option> {
  // The second type accepts it if a wrong policy ended the inference: only the policy is an error.
  readonly authenticate?:
    | ((request: Request) => Result)
    | ((request: Request) => unknown)
    | undefined;
  readonly policies: {
    readonly [Key in Name & string]: Key extends keyof Schema
      ? unknown
      : `\`policies.${Key}\` is not a resource of \`schema\`.`;
  } & {
    readonly [name: string]: true | ((session: SessionOf<Result, Session, Option>) => unknown);
  };
}

/**
 * The names of the options, which the compiler infers even if another option is invalid. With them,
 * any name would be accepted, so that a name that is not an option has a message as its type.
 */
export type OptionNames<Option extends string> = {
  readonly [Name in Option]?: Name extends keyof ProxyOptions<never, PaymentsSchema>
    ? unknown
    : string extends Name
      ? unknown
      : `\`${Name}\` is not an option of createProxy().`;
};

/**
 * The session that `authenticate` returns; without it, `Session`. `infer` keeps the policies from
 * being taken for the result of `authenticate`. After an error elsewhere, the compiler does not
 * infer that result: `any` keeps the error from being repeated at each use of the session.
 *
 * @example
 * SessionOf<Promise<{ user: string } | undefined>, unknown, string> // => { user: string }
 * SessionOf<never, { user: string }, 'policies'> // => { user: string }
 * SessionOf<never, unknown, 'policies' | 'authenticate'> // => any
 */
export type SessionOf<Result, Session, Option> = [Result] extends [never]
  ? 'authenticate' extends Option
    ? // biome-ignore lint/suspicious/noExplicitAny: also if `authenticate` never returns
      any
    : Session
  : Result extends infer Found
    ? Exclude<Awaited<Found>, NoSession>
    : never;

type Policies = { readonly [resource: string]: true | ((session: unknown) => unknown) };

/** The options that decide about rows, with their defaults. */
export interface ParsedProxyOptions {
  readonly schema: Resources;
  readonly serviceSchema: Resources;
  readonly policies: Policies;
  readonly dialect: ResolvedDialect;
  readonly baseUrl: string;
  readonly maxTake: number;
  readonly maxRelationDepth: number;
}

export function parseProxyOptions(options: unknown): ParsedProxyOptions {
  const source = 'createProxy';
  const schemaCheck: OptionCheck = [
    isSchema,
    'a schema that pickSchema(), defineSchema() or extendSchema() returned',
  ];
  checkClientOptions(options, source, {
    schema: schemaCheck,
    serviceSchema: schemaCheck,
    validator: [() => false, 'left out, because the proxy checks each row itself'],
    authenticate: [isFunction, 'a function of a request that returns a session'],
    policies: [isPlainObject, 'an object of row policies by resource'],
    maxTake: positiveInteger,
    maxRelationDepth: nonNegativeInteger,
    onError: [isFunction, 'a function'],
  });
  const checked = options as Record<string, unknown>; // but for what is missing
  const dialect = resolveDialect(source, checked.dialect as Dialect | undefined);
  const parsed = {
    schema: checked.schema,
    serviceSchema: checked.serviceSchema ?? paymentsSchema,
    policies: checked.policies,
    dialect,
    maxTake: Math.min(Number(checked.maxTake ?? 100), dialect.pageSize.max),
    maxRelationDepth: checked.maxRelationDepth ?? 3,
    baseUrl: parseBaseUrl(source, checked.baseUrl),
  } as ParsedProxyOptions;
  for (const problem of problemsOf(parsed)) throw new ConfigurationError(problem, source);
  return parsed;
}

function* problemsOf({
  schema,
  serviceSchema,
  policies,
  dialect,
}: ParsedProxyOptions): Generator<string> {
  if (!schema || !policies) return yield `\`${schema ? 'policies' : 'schema'}\` is required.`;
  for (const name of ['where', 'include'] as const)
    if (dialect.parameters[name] === null)
      yield `\`dialect.parameters.${name}\` is null, ` +
        `but the proxy limits what the browser reads with \`${name}\`.`;
  for (const name of Object.keys(policies))
    if (!own(schema, name))
      yield `\`policies.${name}\` is not a resource of \`schema\`.` +
        didYouMean(name, Object.keys(schema));
  for (const [name, resource] of Object.entries(schema)) {
    const policy: unknown = own(policies, name);
    if (policy === undefined)
      yield `\`${name}\` has no policy. Add \`${name}: true\` to \`policies\` to show every row, ` +
        'or a function of the session.';
    if (policy !== true && !isFunction(policy))
      yield `expected \`policies.${name}\` to be true or a function of the session, ` +
        `got ${describe(policy)}.`;
    const service = own(serviceSchema, name);
    if (!service) return yield `\`schema.${name}\` is not a resource of \`serviceSchema\`.`;
    const expected = new Map(sharedParts(service));
    for (const [part, kind] of sharedParts(resource))
      if (expected.get(part) !== kind)
        yield `\`schema.${name}.${part}\` differs from that of \`serviceSchema\`.`;
    if (resource.operations.length > 0 && !service.operations.includes('list'))
      yield `\`schema.${name}\` must have the operation \`list\` in \`serviceSchema\`: ` +
        'single rows are read from a list too.';
    for (const [key, relation] of Object.entries(resource.relations)) {
      const { target, cardinality, nullable, foreignKey } = relation;
      if (cardinality === 'one' && !nullable && policies[target] !== true)
        yield `\`policies.${target}\` may hide the row of ${name}.${key}, which is then null. ` +
          'Declare it nullable: pickSchema(extendSchema(paymentsSchema, ' +
          `{ ${name}: { relations: { ${key}: one('${target}', ` +
          `{ foreignKey: '${foreignKey}', nullable: true }) } } }), …).`;
    }
  }
}

/** The parts of a resource that browser and service must have in common. */
const sharedParts = ({ path, fields, relations }: Resource): [part: string, kind: unknown][] => [
  ['path', path],
  ...Object.entries(fields).map(([key, { kind }]) => [`fields.${key}`, kind] as [string, unknown]),
  ...Object.entries(relations).map(
    ([key, { target, cardinality }]) =>
      [`relations.${key}`, `${cardinality} ${target}`] as [string, unknown],
  ),
];
