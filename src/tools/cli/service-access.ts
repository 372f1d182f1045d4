import { isApiError } from '../../errors/api-errors.js';
import {
  failureMessage,
  isConnectionError,
  isResponseError,
  isTimeoutError,
} from '../../errors/request-errors.js';
import { isApiKey } from '../../values/headers.js';
import { createService, type Service, StoppedError } from '../connect/service/live-service.js';
import { type CommandContext, DEFAULT_KEY, UsageError } from './command.js';
import type { AccessValues } from './connect-options.js';

/**
 * Reads the API key from the environment, and hides it in all output. The messages name no other
 * variable than the default one: a key may have been given in place of its name.
 *
 * @throws UsageError if there is no usable key.
 */
export function readKey(
  name = DEFAULT_KEY,
  { env, hide }: Pick<CommandContext, 'env' | 'hide'>,
): string {
  const key = env[name]?.trim();
  if (key && isApiKey(key)) {
    hide(key);
    return key;
  }
  const problem = !key
    ? 'is not set. Set it to the API key, or name the variable that contains it with --key-env.'
    : /^APIKey\s/i.test(key)
      ? 'begins with `APIKey `, which the command adds. Set it to the key alone.'
      : /\n/.test(key)
        ? 'has several lines. Set it to the key alone.'
        : 'is not an API key: it must be visible ASCII without spaces, because it is sent in a header.';
  const shown = name === DEFAULT_KEY ? name : 'that `--key-env` names';
  throw new UsageError(`The environment variable ${shown} ${problem}`);
}

export interface Run<Result> {
  readonly result: Result;
  readonly service: Service;
  readonly apiKey: string;
  readonly seconds: number;
}

/**
 * Runs a task on a service, with a line of progress. @throws Error with a message for the user if
 * it cannot be read.
 */
export async function runOnService<Result>(
  { 'base-url': baseUrl, 'key-env': keyName, 'max-requests': maxRequests }: AccessValues,
  context: CommandContext,
  task: (service: Service, onPhase: (phase: string) => void) => Promise<Result>,
): Promise<Run<Result>> {
  const apiKey = readKey(keyName, context);
  const { signal, progress } = context;
  const start = Date.now();
  let phase = '';
  const most = maxRequests === undefined ? 'about 900' : `at most ${maxRequests}`;
  const onRequest = (requests: number) =>
    progress(`${baseUrl}: ${phase}, ${requests} of ${most} requests`);
  const service = createService({ baseUrl, apiKey, signal, maxRequests, onRequest });
  try {
    const result = await task(service, (now) => {
      phase = now;
    });
    return { result, service, apiKey, seconds: (Date.now() - start) / 1000 };
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof StoppedError)) throw requestFailure(error);
    const { reason, message } = error;
    throw new Error(`${message}${advice[reason] ?? ''}`);
  } finally {
    progress(undefined);
  }
}

const advice: { readonly [reason: string]: string } = {
  budget: ' Raise --max-requests.',
  failures: ' Try again later.',
};

/** What to do about a status, where the message of the client names options of `createClient`. */
const hints: { readonly [status: number]: string } = {
  200: 'Check --base-url.',
  400: 'Check --base-url.',
  401: 'Check the API key.',
  404: 'Check --base-url.',
};

function requestFailure(error: unknown): unknown {
  const because = (message: string) => new Error(message);
  if (isApiError(error))
    return because(failureMessage(error, `${error.reason} ${hints[error.status] ?? error.advice}`));
  if (isTimeoutError(error))
    return because(
      failureMessage(error, `no response within ${error.timeout} ms. Try again later.`),
    );
  if (isConnectionError(error))
    return because(failureMessage(error, `${error.reason} Check the network and --base-url.`));
  if (isResponseError(error))
    return because(failureMessage(error, `${error.reason} Check --base-url.`));
  return error;
}
