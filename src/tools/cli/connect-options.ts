import { assertDefinitions, assertSchema } from '../../schema/assert-schema.js';
import { buildSchema } from '../../schema/define-schema.js';
import { uuid } from '../../schema/field.js';
import { paymentsSchema } from '../../schema/payments-schema.js';
import { isIdentifier } from '../../values/describe.js';
import { own } from '../../values/plain-object.js';
import { normalizeBaseUrl } from '../../values/service-url.js';
import { escapeUnsafe, shellWord } from '../print-code.js';
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

/**
 * The paths of the resources of `--resource` by name.
 *
 * @param given - Each such as `entities=/entities`.
 * @throws UsageError for a name that occurs twice or that a client has, and for a path with other
 * characters than letters, digits and `-._~`, or of another resource.
 */
export function resourcePaths(given: readonly string[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const text of given) {
    const [, name = '', path = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    if (!isIdentifier(name) || !path.startsWith('/'))
      throw invalidValue('--resource', 'a name and a path such as entities=/entities', text);
    if (CLIENT_MEMBERS.includes(name))
      throw new UsageError(
        `\`--resource\`: \`${name}\` is a member of every client. Choose another name.`,
      );
    if (paths.has(name))
      throw new UsageError('`--resource`: a name is given twice. Name each resource once.');
    paths.set(name, path);
  }
  const added = Object.fromEntries(
    [...paths].map(([name, path]) => [
      name,
      { path, operations: ['list' as const], fields: { id: uuid() } },
    ]),
  );
  withUsageErrors(() => {
    assertDefinitions('`--resource`', added);
    assertSchema('`--resource`', { ...paymentsSchema, ...buildSchema(added) });
  });
  return paths;
}

/**
 * How many rows of each resource are read. Few are enough to see kinds, and to choose those that
 * are compared.
 */
export const DEFAULT_ROWS = 200;

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

/** The options that decide what the module contains. It names them, for people. */
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
  },
  'no-values': { help: 'leave out the values of enumerations' },
  out: { placeholder: 'file', help: 'file to write (default src/payments.ts)' },
} as const satisfies OptionTable;

export const connectOptions = {
  ...writingOptions,
  rows: {
    placeholder: 'file',
    help: 'also write the rows that were read, for createMock() and `mock --data`',
  },
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

/** The command line that writes the same module again, without the name of the program. */
export function commandLine(values: ConnectValues): string {
  const words = Object.keys(writingOptions).flatMap((name) => {
    const given = [own<unknown>(values, name) ?? []].flat().filter((value) => value !== false);
    return given.flatMap((value) =>
      value === true ? [`--${name}`] : [`--${name}`, String(value)],
    );
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
