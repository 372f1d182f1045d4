import { decodeSegment } from '../../schema/find-resource.js';
import type { QueryParameter } from '../protocol.js';

/** The path and the decoded query of a target. */
export interface ParsedTarget {
  readonly path: string;
  /** The query with its question mark, percent-encoded as a URL parser does. */
  readonly search: string;
  readonly parameters: readonly QueryParameter[];
  /** Whether the whole query could be decoded. If not, the parts that could not are as they were sent. */
  readonly isDecoded: boolean;
}

/**
 * Parses a target for readers: nothing is rejected, and repeated and unknown parameters stay.
 *
 * @example
 * parseTarget('/v1/balances?where=name:%27a%27')
 * // => { path: '/v1/balances', search: '?where=name:%27a%27', parameters: [{ name: 'where', text: "name:'a'" }], isDecoded: true }
 */
export function parseTarget(target: string): ParsedTarget {
  const { pathname, search } = URL.canParse(target, 'http://localhost')
    ? new URL(target, 'http://localhost')
    : { pathname: target, search: '' };
  const parts = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '');
  return {
    path: pathname,
    search,
    parameters: parts.map((part) => {
      const [name = '', text = ''] = part.split(/=(.*)/s);
      return { name: decode(name) || name, text: decode(text) || text };
    }),
    isDecoded: parts.every((part) => decode(part) !== ''),
  };
}

const decode = (text: string): string => decodeSegment(text.replaceAll('+', ' '));
