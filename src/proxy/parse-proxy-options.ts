import type { ClientOptions } from '../client/client-options.js';
import type { Dialect, ResolvedDialect } from '../dialect/dialect.js';
import { resolveDialect } from '../dialect/resolve-dialect.js';
import { ConfigurationError } from '../errors/usage-errors.js';
import { paymentsSchema } from '../schema/payments-schema.js';
import type { Resource } from '../schema/resource.js';
import { isSchema, type Resources } from '../schema/resources.js';
import {
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
import type { RowPolicies } from './row-policies.js';

/** The options of a proxy with their defaults. */
export interface ParsedProxyOptions {
  readonly schema: Resources;
  readonly serviceSchema: Resources;
  readonly dialect: ResolvedDialect;
  readonly policies: RowPolicies;
  /** The options of `createClient` among them. */
  readonly transport: Pick<ClientOptions, (typeof transportOptions)[number]>;
}

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
  'logLevel',
] as const satisfies (keyof ClientOptions)[];

const schemaCheck: OptionCheck = [
  isSchema,
  'a schema that pickSchema(), defineSchema() or extendSchema() returned',
];

/**
 * Checks the options of a proxy and fills in their defaults.
 *
 * @throws ConfigurationError for an invalid option, and for options that contradict each other.
 */
export function parseProxyOptions(given: unknown): ParsedProxyOptions {
  checkOptions('createProxy', given, {
    ...Object.fromEntries(transportOptions.map((name) => [name, unchecked])), // by the request sender
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

/** What is wrong with options of the right types. */
function* problemsOf(
  schema: Resources | undefined,
  serviceSchema: Resources,
  policies: RowPolicies | undefined,
  { parameters, empty }: ResolvedDialect,
): Generator<string> {
  if (!schema) return yield '`schema` is required.';
  if (!policies) return yield '`policies` is required.';
  for (const name of ['where', 'include'] as const)
    if (parameters[name] === null)
      yield `\`dialect.parameters.${name}\` is null, but the proxy limits what a page reads with \`${name}\`.`;
  if (empty.quantifier !== 'counted')
    yield "`dialect.empty.quantifier` must be 'counted': the proxy asks with `some: {}` and `none: {}` whether there are visible rows.";
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

/** A browser page may only ask for what the service has, and must expect null for a hidden row of a to-one relation. */
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
