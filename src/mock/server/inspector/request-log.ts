import type { OutgoingHttpHeaders } from 'node:http';
import { ByteRing } from './byte-ring.js';
import { type HeaderLine, inspectorLimits } from './protocol.js';

/** A request to the server as it was received, with what was sent. */
export interface Exchange {
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly target: string;
  /** Names and values, alternating. */
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

/** A body in the log. */
export interface KeptBody {
  /** The beginning; `undefined` if it was dropped. */
  readonly start: Uint8Array | undefined;
  /** The size of the whole body. */
  readonly bytes: number;
}

/** A request in the log. */
export interface LoggedExchange {
  readonly id: number;
  readonly method: string;
  readonly target: string;
  readonly requestHeaders: readonly HeaderLine[];
  /** `undefined` if there was none. */
  readonly requestBody: KeptBody | undefined;
  readonly status: number | undefined;
  readonly responseHeaders: readonly HeaderLine[];
  readonly responseBody: KeptBody | undefined;
  readonly time: number;
  readonly milliseconds: number;
}

const MEBIBYTE = 1024 * 1024;

/** The numbers of a request in the log, by their place in its row. */
const columns = {
  time: 0,
  milliseconds: 1,
  status: 2,
  headStart: 3,
  headLength: 4,
  /** How many lines of the head are headers of the request. */
  headerLines: 5,
  requestStart: 6,
  requestBytes: 7,
  responseStart: 8,
  responseBytes: 9,
} as const;

type Column = keyof typeof columns;

const WIDTH = Object.keys(columns).length;

/** The length that stands for a missing body. */
const NONE = -1;

/**
 * The last requests to the server. Adding one copies it and creates no object that lives longer: objects that are
 * kept cost the garbage collector a tenth of the mock's speed. A request is parsed when a page shows it.
 *
 * Memory is bounded: large bodies are cut, and bodies are dropped before the requests that they belong to.
 */
export class RequestLog {
  /** Method, target, and the headers of both sides. Large enough for the largest of them. */
  readonly #heads: ByteRing;
  readonly #bodies: ByteRing;
  /** A row for each id modulo {@link inspectorLimits.requests}. */
  readonly #numbers = new Float64Array(inspectorLimits.requests * WIDTH);
  #first = 1;
  #last = 0;

  constructor(sizes = { heads: 32 * MEBIBYTE, bodies: 64 * MEBIBYTE }) {
    this.#heads = new ByteRing(sizes.heads);
    this.#bodies = new ByteRing(sizes.bodies);
  }

  /** The smallest id; greater than {@link last} if the log is empty. */
  get first(): number {
    return this.#first;
  }

  /** The id of the newest request. */
  get last(): number {
    return this.#last;
  }

  add({ method, target, rawHeaders, requestBody, response, time, milliseconds }: Exchange): void {
    const id = ++this.#last;
    const headers = rawHeaders.length > 0 ? `\n${rawHeaders.join('\n')}` : '';
    const head = `${method}\n${target}${headers}${writeHeaders(response?.headers)}`;
    const set = (column: Column, value: number) => {
      this.#numbers[indexOf(id, column)] = value;
    };
    set('time', time);
    set('milliseconds', milliseconds);
    set('status', response?.status ?? 0);
    set('headStart', this.#heads.writeLatin1(head));
    set('headLength', head.length);
    set('headerLines', rawHeaders.length);
    set('requestStart', this.#writeBody(requestBody));
    set('requestBytes', requestBody?.length ?? NONE);
    set('responseStart', this.#writeBody(response?.body));
    set('responseBytes', response?.body.length ?? NONE);
    this.#first = Math.max(this.#first, id - inspectorLimits.requests + 1);
    while (!this.#heads.has(this.#get(this.#first, 'headStart'))) this.#first++;
  }

  get(id: number): LoggedExchange | undefined {
    if (id < this.#first || id > this.#last) return undefined;
    const head = this.#heads.read(this.#get(id, 'headStart'), this.#get(id, 'headLength'));
    const [method = '', target = '', ...lines] = head.toString('latin1').split('\n');
    const end = this.#get(id, 'headerLines');
    return {
      id,
      method,
      target,
      requestHeaders: pairs(lines.slice(0, end)),
      requestBody: this.#body(this.#get(id, 'requestStart'), this.#get(id, 'requestBytes')),
      status: this.#get(id, 'status') || undefined,
      responseHeaders: pairs(lines.slice(end)),
      responseBody: this.#body(this.#get(id, 'responseStart'), this.#get(id, 'responseBytes')),
      time: this.#get(id, 'time'),
      milliseconds: this.#get(id, 'milliseconds'),
    };
  }

  clear(): void {
    this.#first = this.#last + 1;
  }

  #get(id: number, column: Column): number {
    return this.#numbers[indexOf(id, column)] ?? 0;
  }

  #writeBody(body: Uint8Array | undefined): number {
    if (!body) return 0;
    return this.#bodies.write(
      body.length > inspectorLimits.body ? body.subarray(0, inspectorLimits.body) : body,
    );
  }

  #body(start: number, bytes: number): KeptBody | undefined {
    if (bytes === NONE) return undefined;
    const length = Math.min(bytes, inspectorLimits.body);
    return { start: this.#bodies.has(start) ? this.#bodies.read(start, length) : undefined, bytes };
  }
}

const indexOf = (id: number, column: Column): number =>
  (id % inspectorLimits.requests) * WIDTH + columns[column];

/** Names and values, alternating, each after a line break. Neither can contain one. */
function writeHeaders(headers: OutgoingHttpHeaders = {}): string {
  let text = '';
  for (const name in headers) text += `\n${name}\n${headers[name]}`;
  return text;
}

const pairs = (lines: readonly string[]): HeaderLine[] =>
  lines.flatMap((name, index) => (index % 2 === 0 ? [[name, lines[index + 1] ?? ''] as const] : []));
