import { request } from 'node:http';

/** A request whose headers are sent as they are, also `Host` and `Origin`. */
export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends a request, whose path is not normalized. */
export const sendRaw = (
  url: string,
  path: string,
  { method = 'GET', headers = {}, body = '' }: RawRequest = {},
) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(url);
      request({ hostname, port, path, method, headers }, async (response) => {
        const text = (await response.setEncoding('utf8').toArray()).join('');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      })
        .on('error', reject)
        .end(body);
    },
  );

/** Sends a control call with the header that it needs, such as `POST reset`. */
export async function control(url: string, call: string, body?: unknown) {
  const [method = '', name = ''] = call.split(' ');
  const { status, text } = await sendRaw(url, `/_mock/${name}`, {
    method,
    headers: { 'X-Mock-Control': '1', 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status, body: JSON.parse(text) };
}
