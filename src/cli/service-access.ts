import { parseBaseUrl } from '../client/base-url.js';
import type { ServiceError } from '../connect/service.js';
import { isSecret } from '../mock/api-keys.js';
import { type CommandContext, UsageError } from './command.js';
import { positiveIntegerUpTo } from './parse-options.js';

const DEFAULT_KEY = 'PAYMENTS_API_KEY';

/** The options of every command that reads a live service. Their defaults are here, because a file may record others. */
export const serviceOptions = {
  'base-url': {
    type: 'string',
    placeholder: 'url',
    help: 'URL of the service, without /v1',
    parse: parseServiceUrl,
  },
  'key-env': {
    type: 'string',
    placeholder: 'name',
    help: `environment variable that contains the API key (default ${DEFAULT_KEY})`,
  },
  'max-requests': {
    type: 'string',
    placeholder: 'number',
    help: 'stop after this many requests, including retries (default 800)',
    parse: positiveIntegerUpTo(1_000_000),
  },
} as const;

/**
 * Reads the API key from the environment, and hides it in all output. The messages name no other variable than the
 * default one: a key may have been given in place of its name.
 *
 * @throws UsageError if there is no usable key.
 */
export function readKey(name = DEFAULT_KEY, { env, hide }: Pick<CommandContext, 'env' | 'hide'>): string {
  const key = env[name]?.trim();
  const shown =
    name === DEFAULT_KEY
      ? `The environment variable ${name}`
      : 'The environment variable that `--key-env` names';
  if (!key)
    throw new UsageError(
      `${shown} is not set. Set it to the API key, or name the variable that contains it with --key-env.`,
    );
  if (!isSecret(key))
    throw new UsageError(
      `${shown} is not an API key: it must be visible ASCII without spaces, because it is sent in a header.`,
    );
  hide(key);
  return key;
}

/** The message of a failed call, with options of the command line in place of those of `createClient`. */
export const inOptions = (message: string): string =>
  message
    .replace(/ Send `Authorization: [^`]*` with a valid key\.(?= Check)/, '')
    .replace('the `apiKey` passed to createClient', 'the API key')
    .replace(/(?:the id and )?the `baseUrl`/, '--base-url') // the commands fail only with lists
    .replace('Increase `timeout`, or request less data.', 'Try again later.');

/** What to do if no more requests could be sent. */
export const adviceFor = ({ reason, message }: ServiceError): string =>
  `${message}${reason === 'budget' ? ' Raise --max-requests.' : reason === 'failures' ? ' Try again later.' : ''}`;

/** The exit status: 3 if what was read is not from such a service, 2 if not enough could be found out. */
export const statusOf = ({ reason }: ServiceError): number => (reason === 'unusable' ? 3 : 2);

function parseServiceUrl(text: string, option: string): string {
  try {
    return parseBaseUrl(text);
  } catch {
    throw new UsageError(
      `\`${option}\` must be a URL such as https://api.example.com, without credentials, query and fragment.`,
    );
  }
}
