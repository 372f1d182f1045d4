import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TOKEN_HEADER } from '../protocol.js';

/** The checks that a request needs besides that of `Host`. */
interface Expected {
  /** The host that the server listens on. */
  readonly host: string;
  readonly token: string;
  /**
   * `page`: a navigation, which may start anywhere. `file`: a script or a style of the browser page. `control`: a
   * request that reads or changes the mock.
   */
  readonly kind: 'page' | 'file' | 'control';
}

/**
 * Why a request may not come from the browser page of the inspector; `undefined` if it may (decision 45).
 *
 * - `Host` stops DNS rebinding: the name of a web site that resolves to this machine is not one of its names.
 * - `Origin` and `Sec-Fetch-Site` stop other browser pages, also those of other ports.
 * - The token stops whoever cannot read the browser page.
 */
export function foreignRequest(message: IncomingMessage, expected: Expected): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = message.headers;
  if (!ownHosts(message, expected.host).includes(host.toLowerCase()))
    return 'The Host header is not an address of this server. Open the URL that the mock printed.';
  if (expected.kind === 'page') return undefined;
  const isRead = message.method === 'GET' || message.method === 'HEAD';
  const hasOrigin = origin !== undefined && origin.toLowerCase() === `http://${host.toLowerCase()}`;
  if (!hasOrigin && !(isRead && origin === undefined))
    return 'The Origin header is not the one of the inspector. Use its browser page.';
  if (site !== undefined && site !== 'same-origin')
    return 'The request comes from another site. Use the browser page of the inspector.';
  if (
    expected.kind === 'file' ||
    isToken(String(message.headers[TOKEN_HEADER.toLowerCase()] ?? ''), expected.token)
  )
    return undefined;
  return 'The token is missing or wrong. Reload the browser page of the inspector.';
}

/** The accepted values of `Host`: the addresses of this machine, and the option `host`. */
function ownHosts({ socket: { localAddress = '', localPort = 0 } }: IncomingMessage, host: string): string[] {
  const names = ['127.0.0.1', 'localhost', '::1', host.toLowerCase(), localAddress.replace(/^::ffff:/, '')];
  return names
    .filter((name) => name !== '')
    .map((name) => (name.includes(':') ? `[${name}]` : name))
    .flatMap((name) => [`${name}:${localPort}`, ...(localPort === 80 ? [name] : [])]);
}

function isToken(given: string, token: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(token)];
  return left.length === right.length && timingSafeEqual(left, right);
}
