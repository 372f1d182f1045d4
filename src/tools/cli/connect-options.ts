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
import { integerOption } from './parse-options.js';

/** The module that is written and checked by default. */
const DEFAULT_FILE = 'src/payments.ts';

/** The options that decide what the module contains. It names them, for people. */
const writingOptions = {
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
  resource: {
    placeholder: 'name=/path',
    help: 'read another resource too, such as entities=/entities',
    multiple: true,
  },
  out: {
    placeholder: 'file',
    help: 'module to write, or to check',
    default: DEFAULT_FILE,
  },
} as const satisfies OptionTable;

/** The options of the command. */
export const connectOptions = {
  ...writingOptions,
  check: { help: 'write nothing; exit with status 1 if the module says what is false' },
  force: { help: 'overwrite a file that this command did not write' },
  'max-requests': integerOption(
    'stop after this many requests, including retries (default 1000)',
    1,
    1_000_000,
  ),
} as const satisfies OptionTable;

export type ConnectValues = OptionValues<typeof connectOptions>;

/** Members of every client. A resource cannot have these names. */
const CLIENT_MEMBERS = ['apiKeys', 'request', 'with'];

/**
 * The paths of the resources of `--resource` by name.
 *
 * @param texts - Each such as `entities=/entities`.
 * @throws UsageError for a name that occurs twice or that a client has, and for a path with other
 * characters than letters, digits and `-._~`, or of another resource.
 */
export function resourcePaths(texts: readonly string[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const text of texts) {
    const [, name = '', path = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    if (!isIdentifier(name) || !path.startsWith('/'))
      throw invalidValue('--resource', 'a name and a path such as entities=/entities', text);
    if (CLIENT_MEMBERS.includes(name))
      throw new UsageError(
        `\`--resource\`: \`${name}\` is a member of every client. Choose another name.`,
      );
    if (paths.has(name))
      throw new UsageError('`--resource`: a name is used twice. Name each resource once.');
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

/** The command line that writes the same module again, without the name of the program. */
export function commandLine(values: ConnectValues): string {
  const words = Object.entries(writingOptions).flatMap(([name, option]) =>
    [own<unknown>(values, name) ?? []].flat().flatMap((value) => {
      const isDefault = 'default' in option && value === option.default;
      return isDefault ? [] : [`--${name}`, String(value)];
    }),
  );
  return escapeUnsafe(['connect', ...words.map(shellWord)].join(' ')); // it is a comment of the file
}

function parseServiceUrl(text: string, option: string): string {
  const url = normalizeBaseUrl(text);
  if (url !== undefined) return url;
  throw new UsageError(
    `\`${option}\` must be a URL such as https://api.example.com, without credentials, query and fragment.`,
  );
}
