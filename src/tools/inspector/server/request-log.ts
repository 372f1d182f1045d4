import type { ServedExchange } from '../../../mock/server/server-plugin.js';
import { decodeSegment } from '../../../schema/resources.js';
import { type HeaderLine, inspectorLimits } from '../protocol.js';

export type LoggedRequest = ReturnType<typeof toLogged>;
export type LoggedBody = NonNullable<LoggedRequest['requestBody']>;
export type ParsedTarget = LoggedRequest['target'];

/**
 * The last requests to the server. Memory is bounded: large bodies are cut, and the oldest requests
 * are dropped.
 */
export class RequestLog {
  readonly #requests: LoggedRequest[] = [];
  #last = 0;
  #size = 0;

  constructor(
    readonly limits: { readonly requests: number; readonly bytes: number } = inspectorLimits,
  ) {}

  /** The smallest id; greater than {@link last} if the log is empty. */
  get first(): number {
    return this.#last - this.#requests.length + 1;
  }

  get last(): number {
    return this.#last;
  }

  add(exchange: ServedExchange): void {
    this.#last += 1;
    const request = toLogged(exchange, this.#last);
    this.#requests.push(request);
    this.#size += request.size;
    while (this.#requests.length > this.limits.requests || this.#size > this.limits.bytes)
      this.#size -= this.#requests.shift()?.size ?? 0;
  }

  get(id: number): LoggedRequest | undefined {
    return this.#requests[id - this.first];
  }

  after(id: number): readonly LoggedRequest[] {
    return this.#requests.slice(Math.max(0, id + 1 - this.first));
  }

  clear(): void {
    this.#requests.length = 0;
    this.#size = 0;
  }
}

function toLogged({ rawHeaders, response, ...exchange }: ServedExchange, id: number) {
  const [requestBody, responseBody] = [cut(exchange.requestBody), cut(response?.body)];
  const responseHeaders = Object.entries(response?.headers ?? {}).map(
    ([name, value]): HeaderLine => [name, String(value)],
  );
  const head = [exchange.target, rawHeaders, responseHeaders].join();
  return {
    ...exchange,
    id,
    target: parseTarget(exchange.target),
    requestHeaders: pairs(rawHeaders),
    requestBody,
    status: response?.status,
    responseHeaders,
    responseBody,
    /** About how many bytes of memory it takes. */
    size: head.length * 2 + (requestBody?.start.length ?? 0) + (responseBody?.start.length ?? 0),
  };
}

/** More bytes than an escaped secret has. */
const OVERLAP = 8 * 1024;

/**
 * The beginning of a body, and the size of all of it. The beginning is longer than what is shown,
 * so that a secret at the end of that is recognized, and copied, so that the rest can be freed.
 */
function cut(body: Uint8Array | undefined) {
  const kept = inspectorLimits.body + OVERLAP;
  return body && { start: body.length > kept ? body.slice(0, kept) : body, bytes: body.length };
}

const pairs = (lines: readonly string[]): HeaderLine[] =>
  lines.flatMap((name, index) =>
    index % 2 === 0 ? [[name, lines[index + 1] ?? ''] as const] : [],
  );

/** Parses a target for readers: nothing is rejected, and repeated and unknown parameters stay. */
export function parseTarget(target: string) {
  const { pathname, search } = URL.canParse(target, 'http://localhost')
    ? new URL(target, 'http://localhost')
    : { pathname: target, search: '' };
  const parts = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '');
  return {
    path: pathname,
    /** With its question mark, percent-encoded as a URL parser does. */
    search,
    parameters: parts.map((part) => {
      const [name = '', text = ''] = part.split(/=(.*)/s);
      return { name: decode(name) || name, text: decode(text) || text };
    }),
    /**
     * Whether the whole query could be decoded. If not, the parts that could not are as they were
     * sent.
     */
    isDecoded: parts.every((part) => decode(part) !== ''),
  };
}

const decode = (text: string): string => decodeSegment(text.replaceAll('+', ' '));
