import type { IncomingMessage, ServerResponse } from 'node:http';
import { receivedUrls } from '../http/handle-request.js';
import { MAX_SIZE } from '../http/response.js';

/** A plugin of `serveMock`, which serves paths of its own on the port of the mock. */
export interface ServerPlugin {
  /**
   * Called once for each server, before it listens.
   *
   * @throws ConfigurationError for a mock that the plugin cannot work with.
   */
  start(server: PluggedServer): RunningPlugin;
}

/** The server that a plugin is for. */
export interface PluggedServer {
  /** The mock that was passed to `serveMock`. */
  readonly mock: object;
  /** The address to listen on. */
  readonly host: string;
  /** The URL of the server, which is known as soon as it listens. */
  url(): string;
}

/**
 * A plugin of a running server. Messages and responses are those of `node:http`, which browsers
 * have no types for.
 */
export interface RunningPlugin {
  /**
   * Responds to a request, unless it is for the mock.
   *
   * @returns Whether the plugin responds. Otherwise it must not read the message.
   */
  handle(message: object, response: object): boolean;
  /** Called after each request to the mock, when its response was sent or its connection broke. */
  record(exchange: ServedExchange): void;
  /** Called when the server is closed, perhaps more than once. */
  close(): void;
}

/**
 * A request to the mock as it was received, and the response as it was sent. It contains API keys.
 */
export interface ServedExchange {
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly target: string;
  /** Names and values, alternating. */
  readonly rawHeaders: readonly string[];
  readonly requestBody: Uint8Array | undefined;
  /** Absent if no response was sent. */
  readonly response:
    | {
        readonly status: number;
        readonly headers: Record<string, string | number | string[]>; // no type of Node: browser projects compile it
        readonly body: Uint8Array;
      }
    | undefined;
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
  readonly milliseconds: number;
}

/** Reads the body of a request, or the beginning of one that is too large. */
export async function readStart(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_SIZE) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** @returns `undefined` for what `fetch` cannot send, such as the method TRACE or the URL `//`. */
export function toRequest(
  baseUrl: string,
  message: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array<ArrayBuffer> | undefined,
): Request | undefined {
  const { method = 'GET', url: target = '/' } = message;
  if (method === 'TRACE' || !URL.canParse(target, 'http://localhost')) return undefined;
  const { pathname, search } = new URL(target, 'http://localhost');
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  const request = new Request(`${baseUrl}${pathname}${search}`, {
    method,
    headers: new Headers(
      Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    ),
    signal: closed.signal,
    ...(body && { body }),
  });
  receivedUrls.set(request, `http://${message.headers.host}${pathname}${search}`);
  return request;
}
