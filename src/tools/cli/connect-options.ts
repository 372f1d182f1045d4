import { extendSchema } from '../../schema/define-schema.js';
import { uuid } from '../../schema/field.js';
import { paymentsSchema } from '../../schema/payments-schema.js';
import { isIdentifier } from '../../values/describe.js';
import { didYouMean } from '../../values/did-you-mean.js';
import { own } from '../../values/plain-object.js';
import { escapeUnsafe, shellWord } from '../../values/print-code.js';
import { normalizeBaseUrl } from '../../values/request-format.js';
import { isUsableName } from '../connect/sample/conventional-names.js';
import {
  type CommandContext,
  DEFAULT_KEY,
  invalidValue,
  type OptionTable,
  type OptionValues,
  UsageError,
  withUsageErrors,
} from './command.js';
import { schemaOption } from './load-schema.js';
import { integerOption } from './parse-options.js';

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

/** How many rows of each resource are read. Few are enough to see kinds, and to choose those that are compared. */
export const DEFAULT_ROWS = 200;

/** The options for access to a live service. */
export const serviceOptions = {
  'base-url': {
    placeholder: 'url',
    help: 'URL of the service, with or without /v1',
    required: true,
    parse: parseServiceUrl,
  },
  'key-env': {
    placeholder: 'name',
    help: `environment variable that contains the API key (default ${DEFAULT_KEY})`,
    mistaken: {
      names: ['key', 'api-key', 'apikey', 'apiKey', 'token'],
      hint: `The API key is read from the environment variable ${DEFAULT_KEY}, or from the one that --key-env names.`,
    },
    secretOf: (name: string, env: CommandContext['env']) => env[name],
  },
  'max-requests': integerOption(
    'stop after this many requests, including retries (default 1000)',
    1,
    1_000_000,
  ),
} as const;

export type AccessValues = OptionValues<typeof serviceOptions>;

/** The options that decide what is written. The written file names them, for people. */
const writingOptions = {
  ...serviceOptions,
  'rows-per-resource': integerOption(
    `read at most this many rows of each resource (default ${DEFAULT_ROWS})`,
    1,
    1_000_000,
  ),
  resource: {
    placeholder: 'name=/path',
    help: 'read another resource too, such as entities=/entities',
    multiple: true,
    parse: parseResource,
  },
  try: {
    placeholder: 'name',
    help: 'look for a relation or computed field, such as score or accounts.score',
    multiple: true,
    parse: parseTry,
  },
  'no-values': { help: 'leave out the values of enumerations' },
  rows: {
    placeholder: 'file',
    help: 'also write the rows that were read, for createMock() and `mock --data`',
  },
  out: { placeholder: 'file', help: 'file to write (default src/payments.ts)' },
} as const satisfies OptionTable;

/** The options of `connect`. */
export const connectOptions = {
  ...writingOptions,
  force: { help: 'overwrite files that this command did not write' },
  check: { help: 'write nothing; exit with status 1 if the service differs from the module' },
  schema: { ...schemaOption, help: 'with --check: another module with `schema` and `dialect`' },
  accept: {
    placeholder: 'name',
    help: 'with --check: do not report these settings and differences, such as nulls or like',
    multiple: true,
  },
  json: { help: 'with --check: print one JSON object' },
  verbose: { help: 'show every difference, also those that harm no client' },
  'show-values': { help: 'show ids and other values in requests' },
} as const satisfies OptionTable;

export type ConnectValues = OptionValues<typeof connectOptions>;

/** The command line that writes the same file again, without the name of the program. */
export function commandLine(values: ConnectValues): string {
  const words = Object.keys(writingOptions).flatMap((name) => {
    const value = own<unknown>(values, name);
    if (name === 'try')
      return values.try.flatMap(([resource, one]) => [
        '--try',
        resource === '*' ? one : `${resource}.${one}`,
      ]);
    if (name === 'resource') return values.resource.flatMap((pair) => ['--resource', pair.join('=')]);
    if (value === true) return [`--${name}`];
    return value === undefined || value === false ? [] : [`--${name}`, String(value)];
  });
  return escapeUnsafe(['connect', ...words.map(shellWord)].join(' ')); // it is a comment of the file
}

function parseServiceUrl(text: string, option: string): string {
  const url = normalizeBaseUrl(text);
  if (url !== undefined) return url;
  throw new UsageError(
    `\`${option}\` must be a URL such as https://api.example.com, without credentials, query and fragment.`,
  );
}
