import type { ServedExchange } from '../../mock/server/server-plugin.js';
import { type HeaderLine, inspectorLimits } from '../protocol.js';
import { type ParsedTarget, parseTarget } from './parse-target.js';

/** A request to the mock, and what was sent. */
export interface LoggedRequest {
  readonly id: number;
  readonly method: string;
  readonly target: ParsedTarget;
  readonly requestHeaders: readonly HeaderLine[];
  /** `undefined` if there was none. */
  readonly requestBody: LoggedBody | undefined;
  readonly status: number | undefined;
  readonly responseHeaders: readonly HeaderLine[];
  readonly responseBody: LoggedBody | undefined;
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
  readonly milliseconds: number;
  /** About how much memory it takes. */
  readonly size: number;
}

/** The beginning of a body. */
export interface LoggedBody {
  readonly start: Uint8Array;
  /** The size of the whole body. */
  readonly bytes: number;
}

/** The last requests to the server. Memory is bounded: large bodies are cut, and the oldest requests are dropped. */
export class RequestLog {
  readonly #requests: LoggedRequest[] = [];
  #last = 0;
  #size = 0;

  constructor(readonly limits: { readonly requests: number; readonly bytes: number } = inspectorLimits) {}

  /** The smallest id; greater than {@link last} if the log is empty. */
  get first(): number {
    return this.#last - this.#requests.length + 1;
  }

  /** The id of the newest request. */
  get last(): number {
    return this.#last;
  }

  add({ method, target, rawHeaders, requestBody, response, time, milliseconds }: ServedExchange): void {
    const responseHeaders = Object.entries(response?.headers ?? {});
    const [request, sent] = [cut(requestBody), cut(response?.body)];
    const heads = [target, ...rawHeaders, ...responseHeaders.flat()].map(String);
    const size = heads.reduce((sum, { length }) => sum + length, 0) * 2; // a target is kept decoded, too
    this.#last += 1;
    this.#requests.push({
      id: this.#last,
      method,
      target: parseTarget(target),
      requestHeaders: pairs(rawHeaders),
      requestBody: request,
      status: response?.status,
      responseHeaders: responseHeaders.map(([name, value]) => [name, String(value)]),
      responseBody: sent,
      time,
      milliseconds,
      size: size + (request?.start.length ?? 0) + (sent?.start.length ?? 0),
    });
    this.#size += this.#requests.at(-1)?.size ?? 0;
    while (this.#requests.length > this.limits.requests || this.#size > this.limits.bytes)
      this.#size -= this.#requests.shift()?.size ?? 0;
  }

  get(id: number): LoggedRequest | undefined {
    return this.#requests[id - this.first];
  }

  /** The requests after one, oldest first. */
  after(id: number): readonly LoggedRequest[] {
    return this.#requests.slice(Math.max(0, id + 1 - this.first));
  }

  clear(): void {
    this.#requests.length = 0;
    this.#size = 0;
  }
}

/** The beginning is copied, so that the rest can be freed. */
const cut = (body: Uint8Array | undefined): LoggedBody | undefined =>
  body && {
    start: body.length > inspectorLimits.body ? body.slice(0, inspectorLimits.body) : body,
    bytes: body.length,
  };

const pairs = (lines: readonly string[]): HeaderLine[] =>
  lines.flatMap((name, index) => (index % 2 === 0 ? [[name, lines[index + 1] ?? ''] as const] : []));
