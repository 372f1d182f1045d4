import { extendSchema } from '../../schema/define-schema.js';
import { uuid } from '../../schema/field.js';
import { paymentsSchema } from '../../schema/payments-schema.js';
import { didYouMean } from '../../values/did-you-mean.js';
import { isIdentifier } from '../../values/member-path.js';
import { isUsableName } from '../connect/sample/conventional-names.js';
import { invalidValue, UsageError, withUsageErrors } from './command.js';

/** Members of every client. A resource cannot have these names. */
const CLIENT_MEMBERS = ['apiKeys', 'request', 'with'];

/** Parses `--resource entities=/entities`. */
export function parseResource(text: string, option: string): readonly [name: string, path: string] {
  const [, name = '', path = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  if (!isIdentifier(name) || !path.startsWith('/'))
    throw invalidValue(option, 'a name and a path such as entities=/entities', text);
  if (CLIENT_MEMBERS.includes(name))
    throw new UsageError(`\`${option}\`: \`${name}\` is a member of every client. Choose another name.`);
  return [name, path];
}

/**
 * The paths of all resources of `--resource` by name.
 *
 * @throws UsageError for a name or a path that occurs twice, and for a path with other characters than letters,
 * digits and `-._~`.
 */
export function resourcePaths(given: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const paths = new Map(given);
  if (paths.size < given.length)
    throw new UsageError('`--resource`: a name is given twice. Name each resource once.');
  const added = given.map(([name, path]) => [
    name,
    { path, operations: ['list' as const], fields: { id: uuid() } },
  ]);
  withUsageErrors(
    () => extendSchema(paymentsSchema, Object.fromEntries(added)),
    ({ message }) => message.replace(/^extendSchema/, '`--resource`'),
  );
  return paths;
}

/** Parses `--try score` and `--try accounts.score`. */
export function parseTry(text: string, option: string): readonly [resource: string, name: string] {
  const [, resource = '*', name = ''] = /^(?:([^.]+)\.)?(.+)$/s.exec(text) ?? [];
  if (!isUsableName(name))
    throw invalidValue(option, 'the name of a field, such as score or accounts.score', text);
  return [resource, name];
}

/**
 * The names of `--try` by resource; `*` has those of every resource.
 *
 * @throws UsageError for an unknown resource.
 */
export function triesByResource(
  given: readonly (readonly [resource: string, name: string])[],
  paths: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const readable = Object.entries(paymentsSchema).flatMap(([name, { path }]) => (path ? [name] : []));
  const resources = [...new Set([...readable, ...paths.keys()])];
  const tries = new Map<string, string[]>();
  for (const [resource, name] of given) {
    if (resource !== '*' && !resources.includes(resource))
      throw new UsageError(
        `\`--try\`: \`${resource}\` is not a resource with a path.${didYouMean(resource, resources) || ` Name one of ${resources.join(', ')}.`}`,
      );
    tries.set(resource, [...(tries.get(resource) ?? []), name]);
  }
  return tries;
}
