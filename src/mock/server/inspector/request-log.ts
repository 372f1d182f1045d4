import type { OutgoingHttpHeaders } from 'node:http';
import { inspectorLimits } from './protocol.js';

/** A request to the server as it was received, with what was sent. Nothing of it is parsed or copied. */
export interface Exchange {
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly target: string;
  /** Names and values in turns. */
  readonly rawHeaders: readonly string[];
  readonly requestBody: Uint8Array | undefined;
  /** Absent if no response was sent. */
  readonly response:
    | { readonly status: number; readonly headers: OutgoingHttpHeaders; readonly body: Uint8Array }
    | undefined;
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
  readonly milliseconds: number;
}

/** A body that is kept whole, in part or not at all. */
export interface KeptBody {
  /** `undefined` if it was dropped. */
  start: Uint8Array | undefined;
  /** The size of the whole body. */
  readonly bytes: number;
}

/** An exchange in the log. */
export interface LoggedExchange extends Omit<Exchange, 'requestBody' | 'response'> {
  readonly id: number;
  readonly requestBody: KeptBody | undefined;
  readonly status: number | undefined;
  readonly responseHeaders: OutgoingHttpHeaders;
  readonly responseBody: KeptBody | undefined;
}

/** How many bytes of bodies, and of URLs and headers, are kept at most. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The last requests. Adding one takes about a microsecond: it is parsed when somebody looks at it. Memory is
 * bounded: bodies are dropped before the requests that they belong to.
 */
export class RequestLog {
  /** The exchange with an id is at the index `id % requests`. */
  readonly #ring: (LoggedExchange | undefined)[] = [];
  #first = 1;
  #last = 0;
  /** Exchanges with a smaller id have no bodies. */
  #firstWithBodies = 1;
  #headBytes = 0;
  #bodyBytes = 0;

  constructor(readonly maxBytes = MAX_BYTES) {}

  /** The smallest id; greater than {@link last} if the log is empty. */
  get first(): number {
    return this.#first;
  }

  /** The id of the newest request. */
  get last(): number {
    return this.#last;
  }

  add({ requestBody, response, ...rest }: Exchange): void {
    this.#last++;
    if (this.#last - this.#first >= inspectorLimits.requests) this.#removeFirst();
    const exchange: LoggedExchange = {
      ...rest,
      id: this.#last,
      requestBody: requestBody && keep(requestBody),
      status: response?.status,
      responseHeaders: response?.headers ?? {},
      responseBody: response && keep(response.body),
    };
    this.#ring[this.#last % inspectorLimits.requests] = exchange;
    this.#headBytes += headBytes(exchange);
    this.#bodyBytes += bodyBytes(exchange);
    while (this.#bodyBytes > this.maxBytes) this.#dropBodies();
    while (this.#headBytes > this.maxBytes && this.#first < this.#last) this.#removeFirst();
  }

  get(id: number): LoggedExchange | undefined {
    return id >= this.#first && id <= this.#last ? this.#ring[id % inspectorLimits.requests] : undefined;
  }

  clear(): void {
    this.#ring.length = 0;
    this.#first = this.#last + 1;
    this.#firstWithBodies = this.#first;
    this.#headBytes = 0;
    this.#bodyBytes = 0;
  }

  #removeFirst(): void {
    if (this.#firstWithBodies === this.#first) this.#dropBodies();
    const exchange = this.get(this.#first);
    if (exchange) this.#headBytes -= headBytes(exchange);
    this.#ring[this.#first % inspectorLimits.requests] = undefined;
    this.#first++;
  }

  #dropBodies(): void {
    const exchange = this.get(this.#firstWithBodies++);
    if (!exchange) return;
    this.#bodyBytes -= bodyBytes(exchange);
    if (exchange.requestBody) exchange.requestBody.start = undefined;
    if (exchange.responseBody) exchange.responseBody.start = undefined;
  }
}

/** The beginning of a large body is copied, because a view of it would keep the whole body in memory. */
const keep = (body: Uint8Array): KeptBody => ({
  start: body.length > inspectorLimits.body ? body.slice(0, inspectorLimits.body) : body,
  bytes: body.length,
});

const bodyBytes = ({ requestBody, responseBody }: LoggedExchange): number =>
  (requestBody?.start?.length ?? 0) + (responseBody?.start?.length ?? 0);

function headBytes({ target, rawHeaders }: LoggedExchange): number {
  let bytes = target.length;
  for (const text of rawHeaders) bytes += text.length;
  return bytes;
}
