/** The path and the decoded query of a target. */
export interface ParsedTarget {
  readonly path: string;
  /** The query with its question mark, percent-encoded as a URL parser does. */
  readonly search: string;
  readonly parameters: readonly { readonly name: string; readonly text: string }[];
  /** Whether the whole query could be decoded. If not, the parts that could not are as they were sent. */
  readonly isDecoded: boolean;
}

/**
 * Parses a target for readers: nothing is rejected, and repeated and unknown parameters stay.
 *
 * @example
 * parseTarget('/v1/balances?where=name:%27a%27&take=1')
 * // => { path: '/v1/balances', search: '?where=name:%27a%27&take=1', parameters: [{ name: 'where', text: "name:'a'" }, { name: 'take', text: '1' }], isDecoded: true }
 */
export function parseTarget(target: string): ParsedTarget {
  const { pathname, search } = URL.canParse(target, 'http://localhost')
    ? new URL(target, 'http://localhost')
    : { pathname: target, search: '' };
  let isDecoded = true;
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      isDecoded = false;
      return text;
    }
  };
  const parameters = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      return equals < 0
        ? { name: decode(part), text: '' }
        : { name: decode(part.slice(0, equals)), text: decode(part.slice(equals + 1)) };
    });
  return { path: pathname, search, parameters, isDecoded };
}
