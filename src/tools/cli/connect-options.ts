import { normalizeBaseUrl } from '../../http/service-url.js';
import {
  DEFAULT_FILE,
  DEFAULT_KEY,
  invalidValue,
  type OptionTable,
  type OptionValues,
  UsageError,
} from './command.js';
import { integerOption } from './parse-options.js';

/** The options of `connect`, without what it takes time to load. */
export const connectOptions = {
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
      hint:
        `The API key is read from the environment variable ${DEFAULT_KEY}, ` +
        'or from the one that --key-env names.',
    },
    secretOf: (name, env) => env[name],
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
    parse(text, option) {
      if (/\.[cm]?ts$/.test(text)) return text;
      throw invalidValue(option, 'a file in TypeScript, such as src/payments.ts', text);
    },
  },
  check: { help: 'write nothing; exit with status 1 if the module says what is false' },
  force: { help: 'overwrite a file that this command did not write' },
  'max-requests': integerOption(
    'stop after this many requests, including retries (default 1000)',
    1,
    1_000_000,
  ),
} as const satisfies OptionTable;

export type ConnectValues = OptionValues<typeof connectOptions>;

function parseServiceUrl(text: string, option: string): string {
  const url = normalizeBaseUrl(text);
  if (url !== undefined) return url;
  throw new UsageError(
    `\`${option}\` must be a URL such as https://api.example.com, ` +
      'without credentials, query and fragment.',
  );
}
