import { type IncomingHttpHeaders, request } from 'node:http';
import { inspector } from 'payments-data-client/inspector';
import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';

/** A response as it was sent. */
export interface Sent {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked at member by member
  readonly body: any;
}

/** What a raw request has; nothing is added to it but `Host`. */
export interface RawRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

/** Serves a mock with its inspector, and speaks to it as its page does. */
export async function openInspector(mock = createMock()) {
  const server = await serveMock(mock, { plugins: [inspector()] });
  const { url, port, close } = server;
  const raw = (path: string, { method = 'GET', headers = {}, body }: RawRequest = {}) =>
    new Promise<Sent>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: parse(text),
          }),
        );
      });
      sent.on('error', reject).end(body);
    });
  const token = tokenOf((await raw('/')).text);
  const own = { 'X-Inspector-Token': token, 'Sec-Fetch-Site': 'same-origin' };
  return {
    mock,
    url,
    port,
    close,
    token,
    raw,
    /** The headers of a control request of the page. */
    headers: { ...own, Origin: url, 'Content-Type': 'application/json' },
    get: (path: string) => raw(`/inspector/${path}`, { headers: own }),
    post: (path: string, body: object = {}) =>
      raw(`/inspector/${path}`, {
        method: 'POST',
        headers: { ...own, Origin: url, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Sends a request to the mock, with its key. */
    ask: (path: string, { headers, ...rest }: RawRequest = {}) =>
      raw(path, {
        ...rest,
        headers: { Authorization: `APIKey ${mock.clientOptions.apiKey}`, ...headers },
      }),
  };
}

export type OpenInspector = Awaited<ReturnType<typeof openInspector>>;

const tokenOf = (html: string): string =>
  /<meta name="inspector-token" content="([\w-]{32})">/.exec(html)?.[1] ?? '';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
