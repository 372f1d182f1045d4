import { parseBaseUrl } from '../client/base-url.js';
import { isSecret } from '../mock/api-keys.js';
import { type CommandContext, type OptionValues, UsageError } from './command.js';
import { positiveIntegerUpTo } from './parse-options.js';

/** The options of every command that reads a live service. */
export const serviceOptions = {
  'base-url': {
    type: 'string',
    placeholder: 'url',
    help: 'URL of the service, without /v1',
    required: true,
    parse: parseServiceUrl,
  },
  'key-env': {
    type: 'string',
    placeholder: 'name',
    help: 'environment variable that contains the API key',
    default: 'PAYMENTS_API_KEY',
  },
  'max-requests': {
    type: 'string',
    placeholder: 'number',
    help: 'stop after this many requests, including retries',
    default: '300',
    parse: positiveIntegerUpTo(1_000_000),
  },
} as const;

/** Access to a live service. `baseUrl`, `apiKey` and `fetch` are options of `createClient`. */
export interface ServiceAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Sends a request and counts it. Pass `signal` to each call, so that nothing is retried at the limit. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** How many requests were sent, including retries. */
  sent(): number;
  /** Whether a request was held back because of `--max-requests`. */
  isExhausted(): boolean;
  /** Aborted when the limit of requests is reached, with the reason to report, and by Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * Reads the key from the environment, hides it in all output, and limits the number of requests.
 *
 * @throws UsageError if there is no usable key.
 */
export function createServiceAccess(
  values: OptionValues<typeof serviceOptions>,
  context: Pick<CommandContext, 'env' | 'hide' | 'signal'>,
): ServiceAccess {
  const apiKey = readKey(values['key-env'], context.env);
  context.hide(apiKey);
  const limit = values['max-requests'];
  const stop = new AbortController();
  if (context.signal.aborted) stop.abort(context.signal.reason);
  context.signal.addEventListener('abort', () => stop.abort(context.signal.reason), { once: true });
  let sent = 0;
  let isExhausted = false;
  return {
    baseUrl: values['base-url'],
    apiKey,
    fetch: async (input, init) => {
      if (sent >= limit) {
        isExhausted = true;
        stop.abort(new Error(`the limit of ${limit} requests is reached (--max-requests)`));
      }
      stop.signal.throwIfAborted();
      sent++;
      return fetch(input, init);
    },
    sent: () => sent,
    isExhausted: () => isExhausted,
    signal: stop.signal,
  };
}

/** The message of a failed call, with options of the command line in place of those of `createClient`. */
export const inOptions = (message: string): string =>
  message
    .replace('the `apiKey` passed to createClient', 'the API key')
    .replace('the `baseUrl`', '--base-url')
    .replace('Increase `timeout`, or request less data.', 'Try again later.');

/** The messages name no other variable than the default one: a key may have been given in place of its name. */
function readKey(name: string, env: CommandContext['env']): string {
  const key = env[name]?.trim();
  const shown =
    name === serviceOptions['key-env'].default
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
  return key;
}

function parseServiceUrl(text: string, option: string): string {
  try {
    return parseBaseUrl(text);
  } catch {
    throw new UsageError(
      `\`${option}\` must be a URL such as https://api.example.com, without credentials, query and fragment.`,
    );
  }
}
