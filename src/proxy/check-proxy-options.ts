import type { ClientOptions } from '../client/client-options.js';
import type { Dialect, ResolvedDialect } from '../dialect/dialect.js';
import { resolveDialect } from '../dialect/resolve-dialect.js';
import { ConfigurationError } from '../errors/usage-errors.js';
import { isSchema, type Resources, resourceOf } from '../schema/resources.js';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionCheck,
  positiveInteger,
  unchecked,
} from '../values/check-options.js';
import { describe } from '../values/describe.js';
import { didYouMean } from '../values/did-you-mean.js';
import { isPlainObject, own } from '../values/plain-object.js';
import type { AnyRowPolicy } from './row-policies.js';

/** The options of a proxy, checked. */
export interface CheckedProxyOptions {
  readonly schema: Resources;
  readonly serviceSchema: Resources;
  readonly dialect: ResolvedDialect;
  readonly policies: { readonly [resource: string]: AnyRowPolicy };
  /** The options of `createClient` among them. */
  readonly transport: Pick<ClientOptions, (typeof transportOptions)[number]>;
}

const transportOptions = [
  'baseUrl',
  'apiKey',
  'fetch',
  'headers',
  'timeout',
  'retry',
  'dialect',
  'middleware',
  'logger',
  'logLevel',
] as const satisfies (keyof ClientOptions)[];

const isFunction = (value: unknown) => typeof value === 'function';
const schemaCheck: OptionCheck = [
  isSchema,
  'a schema that pickSchema(), defineSchema() or extendSchema() returned',
];

const fail = (problem: string) => new ConfigurationError(problem, 'createProxy');

/**
 * @throws ConfigurationError for an invalid option, and for schemas and policies that do not fit together.
 */
export function checkProxyOptions(given: unknown, defaultServiceSchema: object): CheckedProxyOptions {
  const options = checkOptions('createProxy', given, {
    ...Object.fromEntries(transportOptions.map((name) => [name, unchecked])), // by the request sender
    schema: schemaCheck,
    serviceSchema: schemaCheck,
    authenticate: [isFunction, 'a function of a request that returns a session'],
    policies: [isPlainObject, 'an object of row policies by resource'],
    maxTake: positiveInteger,
    maxRelationDepth: nonNegativeInteger,
    onError: [isFunction, 'a function'],
  });
  for (const name of ['schema', 'policies'])
    if (options[name] === undefined) throw fail(`\`${name}\` is required.`);
  const schema = options.schema as Resources;
  const serviceSchema = (options.serviceSchema ?? defaultServiceSchema) as Resources;
  const dialect = resolveDialect('createProxy', options.dialect as Dialect | undefined); // which checks it
  assertDialect(dialect);
  const policies = options.policies as { readonly [resource: string]: AnyRowPolicy };
  assertPolicies(schema, policies);
  for (const name of Object.keys(schema)) {
    assertSubset(name, schema, serviceSchema);
    assertNullable(name, schema, policies);
  }
  const transport: Record<string, unknown> = Object.fromEntries(
    transportOptions.map((name) => [name, options[name]]),
  );
  const { retry = {} } = transport;
  if (isPlainObject(retry)) transport.retry = { limit: 0, ...retry };
  return {
    schema,
    serviceSchema,
    dialect,
    policies,
    transport: transport as unknown as CheckedProxyOptions['transport'],
  }; // by the request sender
}

/** Rejects a dialect with which a service cannot be asked for the visible rows only. */
function assertDialect({ parameters, empty }: ResolvedDialect): void {
  for (const name of ['where', 'include'] as const)
    if (parameters[name] === null)
      throw fail(
        `\`dialect.parameters.${name}\` is null, but the proxy limits what a page reads with \`${name}\`.`,
      );
  if (empty.quantifier !== 'counted')
    throw fail(
      "`dialect.empty.quantifier` must be 'counted': the proxy asks with `some: {}` and `none: {}` whether there are visible rows.",
    );
}

function assertPolicies(schema: Resources, policies: { readonly [resource: string]: unknown }): void {
  const names = Object.keys(schema);
  for (const name of Object.keys(policies))
    if (!own(schema, name))
      throw fail(`\`policies.${name}\` is not a resource of \`schema\`.${didYouMean(name, names)}`);
  for (const name of names) {
    const policy = own(policies, name);
    if (policy === undefined)
      throw fail(
        `\`policies.${name}\` is missing. Pass \`true\` to show all ${name}, or a function of the session.`,
      );
    if (policy !== true && !isFunction(policy))
      throw fail(
        `expected \`policies.${name}\` to be true or a function of the session, got ${describe(policy)}.`,
      );
  }
}

/** Pages may only ask for what the service has. */
function assertSubset(name: string, schema: Resources, serviceSchema: Resources): void {
  const { path, operations, fields, relations } = resourceOf(schema, name);
  const whole = own(serviceSchema, name);
  if (!whole) throw fail(`\`schema.${name}\` is not a resource of \`serviceSchema\`.`);
  if (path !== whole.path) throw fail(`\`schema.${name}.path\` differs from that of \`serviceSchema\`.`);
  if (operations.length > 0 && !whole.operations.includes('list'))
    throw fail(
      `\`schema.${name}\` must have the operation \`list\` in \`serviceSchema\`: single rows are read from a list too.`,
    );
  for (const [key, { kind }] of Object.entries(fields))
    if (own(whole.fields, key)?.kind !== kind)
      throw fail(`\`schema.${name}.fields.${key}\` is not a ${kind} property in \`serviceSchema\`.`);
  for (const [key, { target, cardinality }] of Object.entries(relations)) {
    const relation = own(whole.relations, key);
    if (relation?.target !== target || relation.cardinality !== cardinality)
      throw fail(`\`schema.${name}.relations.${key}\` differs from that of \`serviceSchema\`.`);
  }
}

/** A hidden row is `null` in a to-one relation, so the schema must say that the relation may be null. */
function assertNullable(
  name: string,
  schema: Resources,
  policies: { readonly [resource: string]: AnyRowPolicy },
): void {
  for (const [key, { target, cardinality, nullable, foreignKey }] of Object.entries(
    resourceOf(schema, name).relations,
  ))
    if (cardinality === 'one' && !nullable && policies[target] !== true)
      throw fail(
        `\`policies.${target}\` may hide the row of ${name}.${key}, which is then null. Declare it nullable: pickSchema(extendSchema(paymentsSchema, { ${name}: { relations: { ${key}: one('${target}', { foreignKey: '${foreignKey}', nullable: true }) } } }), …).`,
      );
}
