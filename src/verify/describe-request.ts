import type { Mask } from './mask.js';
import type { ProbeRequest, ServiceSession } from './service-session.js';

/** The longest description: a padded URL of 16 kB would fill several screens. */
const LONGEST = 400;

/** Parameters whose values are names, counts or orders, and no values of rows. */
const plainParameters = ['order_by', 'take', 'skip'];

const credentials = {
  none: ' without a key',
  otherScheme: ' with the scheme Bearer and a made-up key',
  wrongKey: ' with a made-up key',
  lowerCase: ' with the scheme `apikey`',
};

/**
 * A request as text, with the query decoded, and with placeholders instead of values.
 */
export function describeRequest(
  request: ProbeRequest,
  session: ServiceSession,
  mask: Mask | undefined,
): string {
  const { path, where, include, parameters = {} } = request;
  const masked: ProbeRequest = mask
    ? {
        ...request,
        path: maskPath(path, mask),
        where: where && mask.json(where),
        include: include && mask.json(include),
        parameters: Object.fromEntries(
          Object.entries(parameters).map(([name, value]) => [
            name,
            plainParameters.includes(name) ? value : mask.text(value),
          ]),
        ),
      }
    : request;
  const search = decode(session.searchOf(masked));
  const shown = search.length > LONGEST ? `${search.slice(0, LONGEST)}…` : search;
  const by =
    request.credentials === undefined || request.credentials === 'key'
      ? ''
      : credentials[request.credentials];
  return `GET /v1${masked.path}${shown && `?${shown}`}${by}`;
}

/** A path with placeholders instead of ids. */
export const maskPath = (path: string, mask: Mask | undefined): string =>
  mask
    ? path
        .split('/')
        .map((segment) => mask.text(decode(segment)))
        .join('/')
    : path;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
