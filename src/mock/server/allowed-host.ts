import { isIP } from 'node:net';
import { describe } from '../../messages/describe.js';

/**
 * Names that no public DNS server resolves: those without a dot, and reserved ones. Kubernetes has
 * its names below `.svc.cluster.local`, Docker below `.internal`.
 */
const LOCAL_NAME = /^(?:[\w-]+|(?:[\w-]+\.)+(?:localhost|internal|local|test))$/;

/**
 * Whether a Host header has an address, a name that cannot be public, or an allowed name. Any other
 * may be that of a web site whose name resolves to this machine (DNS rebinding): its pages have the
 * same origin as the mock.
 */
export function isAllowedHost(host: string, allowedHosts: readonly string[]): boolean {
  const [, address, text = ''] = /^(?:\[([^\]]+)\]|([^:@/]+))(?::\d+)?$/.exec(host) ?? [];
  if (address !== undefined) return isIP(address) === 6;
  const name = text.toLowerCase();
  return (
    isIP(name) === 4 ||
    LOCAL_NAME.test(name) ||
    allowedHosts.some((allowed) => allowed.toLowerCase() === name)
  );
}

/** Why a request with a Host header that is not allowed is rejected. */
export const hostProblem = (host: string): string =>
  `the Host header is ${describe(host)}. ` +
  'Use localhost, an IP address, a name without a dot, or one that ends ' +
  'with .localhost, .internal, .local or .test. To allow another name, pass it in ' +
  '`allowedHosts` of serveMock(), or with --allowed-host.';
