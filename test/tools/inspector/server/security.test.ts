import { request } from 'node:http';
import { connect } from 'node:net';
import { inspector as inspectorPlugin } from 'payments-data-client/inspector';
import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenInspector, openInspector, type RawRequest } from './open-inspector.js';

let inspector: OpenInspector;
beforeAll(async () => {
  inspector = await openInspector();
});
afterAll(() => inspector.close());

const reads = ['state', 'requests', 'requests/1', 'download'];
const changes = [
  'rows',
  'insert',
  'update',
  'delete',
  'faults/add',
  'faults/remove',
  'keys/create',
  'keys/rename',
  'keys/revoke',
  'keys/delete',
  'reset',
  'snapshot',
  'restore',
];

/** A request of the page with some headers changed; `undefined` leaves one out. */
function changed(headers: Record<string, string | undefined>, method: string): RawRequest {
  const all = Object.entries({ ...inspector.headers, ...headers }).filter(
    ([, value]) => value !== undefined,
  );
  const isRead = method === 'GET';
  return {
    method,
    headers: Object.fromEntries(all) as Record<string, string>,
    ...(!isRead && { body: '{}' }),
  };
}

/** Sends a request to each path of the inspector that reads or changes the mock. */
async function statuses(headers: (url: string) => Record<string, string | undefined>) {
  const seen = new Set<string>();
  for (const [method, paths] of [
    ['GET', reads],
    ['POST', changes],
  ] as const)
    for (const path of paths) {
      const {
        status,
        headers: sent,
        body,
      } = await inspector.raw(`/inspector/${path}`, changed(headers(inspector.url), method));
      seen.add(`${status} ${body.error} ${sent['access-control-allow-origin'] ?? 'no CORS'}`);
    }
  return [...seen];
}

const TOKEN =
  '403 The token is missing or wrong. Reload the browser page of the inspector. no CORS';
const ORIGIN =
  '403 The Origin header is not the one of the inspector. Use its browser page. no CORS';
const SITE =
  '403 The request comes from another site. Use the browser page of the inspector. no CORS';
const HOST =
  '403 The Host header is not an address of this server. Open the URL that the mock printed. no CORS';

describe('the inspector refuses every request that reads or changes the mock', () => {
  test.each([
    ['without a token', undefined],
    ['with an empty token', ''],
    ['with the token of another server', 'A'.repeat(32)],
    ['with a token that is too long', 'A'.repeat(33)],
    ['with a token outside of ASCII', 'é'.repeat(16)],
  ])('%s [decision 45]', async (_, token) => {
    expect(await statuses(() => ({ 'X-Inspector-Token': token }))).toEqual([TOKEN]);
  });

  test.each([
    ['of another site', 'https://evil.example'],
    ['of another port', 'http://127.0.0.1:1'],
    ['of a sandboxed page or a file', 'null'],
    ['with another scheme', 'https://127.0.0.1'],
  ])('from the origin %s, even with the token [decision 45]', async (_, origin) => {
    expect(await statuses(() => ({ Origin: origin }))).toEqual([ORIGIN]);
  });

  test.each(['cross-site', 'same-site', 'none'])(
    'with Sec-Fetch-Site: %s, even with the token [decision 45]',
    async (site) => {
      expect(await statuses(() => ({ 'Sec-Fetch-Site': site }))).toEqual([SITE]);
    },
  );

  test('that changes something without an Origin [decision 45]', async () => {
    for (const path of changes) {
      const { status, body } = await inspector.raw(
        `/inspector/${path}`,
        changed({ Origin: undefined }, 'POST'),
      );
      expect(`${status} ${body.error} no CORS`).toBe(ORIGIN);
    }
  });

  test.each([
    ['a name that resolves to this machine', (port: number) => `evil.example:${port}`],
    ['a name that begins like an address', (port: number) => `127.0.0.1.evil.example:${port}`],
    ['another port', (port: number) => `127.0.0.1:${port + 1}`],
    ['no port', () => '127.0.0.1'],
    ['a user name', (port: number) => `127.0.0.1:${port}@evil.example`],
  ])('whose Host is %s, with the matching Origin [decision 45]', async (_, hostOf) => {
    const host = hostOf(inspector.port);
    expect(await statuses(() => ({ Host: host, Origin: `http://${host}` }))).toEqual([HOST]);
    const page = await inspector.raw('/', { headers: { Host: host } });
    expect([page.status, page.text]).toEqual([403, expect.not.stringContaining(inspector.token)]);
    expect((await inspector.raw('/inspector/app.js', { headers: { Host: host } })).status).toBe(
      403,
    );
  });

  test('and changes nothing then [decision 45]', async () => {
    const { mock, raw } = inspector;
    const [{ id = '' } = {}] = mock.apiKeys.all();
    const before = [mock.db.balances.all().length, mock.apiKeys.get(id)?.status];
    const post = (path: string, body: object) =>
      raw(`/inspector/${path}`, {
        ...changed({ 'X-Inspector-Token': 'x' }, 'POST'),
        body: JSON.stringify(body),
      });
    await post('insert', { resource: 'balances', row: '{}' });
    await post('keys/revoke', { id });
    await post('faults/add', { fault: '{ status: 500 }' });
    expect([mock.db.balances.all().length, mock.apiKeys.get(id)?.status]).toEqual(before);
    expect((await inspector.ask('/v1/balances')).status).toBe(200);
  });
});

describe('the inspector', () => {
  test('accepts each of its own addresses as Host', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      const host = `${name}:${inspector.port}`;
      const sent = await inspector.raw(
        '/inspector/snapshot',
        changed({ Host: host, Origin: `http://${host}` }, 'POST'),
      );
      expect([name, sent.status]).toEqual([name, 200]);
    }
  });

  test.each(['0.0.0.0', 'LocalHost'])(
    'accepts the host that it was asked to listen on: %s',
    async (host) => {
      const server = await serveMock(createMock(), { plugins: [inspectorPlugin()], host });
      try {
        for (const name of [host, '127.0.0.1', 'evil.example']) {
          const status = await new Promise((resolve, reject) => {
            const headers = { Host: `${name}:${server.port}` };
            request({ host: 'localhost', port: server.port, headers }, (response) => {
              response.resume();
              resolve(response.statusCode);
            })
              .on('error', reject)
              .end();
          });
          expect([name, status]).toEqual([name, name === 'evil.example' ? 403 : 200]);
        }
      } finally {
        await server.close();
      }
    },
  );

  test('accepts no token in a URL, which a log or a history could contain', async () => {
    const { raw, token } = inspector;
    expect((await raw(`/inspector/state?token=${token}`)).status).toBe(403);
  });

  test.each([
    '/',
    '/inspector',
    '/inspector/state',
    '/inspector/reset',
    '/inspector/app.js',
    '/inspector/x',
  ])('answers no CORS preflight: %s [decision 45]', async (path) => {
    const { status, headers } = await inspector.raw(path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://evil.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-inspector-token',
        'Access-Control-Request-Private-Network': 'true',
      },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('sends headers that keep other pages out [decision 45]', async () => {
    for (const { headers } of [
      await inspector.raw('/'),
      await inspector.get('state'),
      await inspector.get('nothing'),
      await inspector.raw('/inspector/state'),
    ])
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
  });

  test.each([
    '/inspector/../inspector/state',
    '/v1/../inspector/state',
    '/inspector/./state',
    '/inspector//state',
    '//inspector/state',
    '/%69nspector/state',
    '/inspector%2fstate',
    '/INSPECTOR/state',
    '/inspector/state/',
    '/inspector/requests/__proto__',
    '/inspector/constructor',
    '/inspector/toString',
    'http://127.0.0.1/inspector/state',
  ])('serves nothing under another spelling of a path: %s', async (path) => {
    await inspector.ask('/v1/balances');
    for (const method of ['GET', 'POST']) {
      const { status, text } = await inspector.raw(path, changed({}, method));
      expect([401, 404, 405]).toContain(status);
      expect(text).not.toContain('"counts"');
    }
  });

  test('refuses bodies that are not JSON, or too large', async () => {
    const send = (body: string | Uint8Array, type = 'application/json') =>
      inspector.raw('/inspector/insert', { ...changed({ 'Content-Type': type }, 'POST'), body });
    expect((await send('{}', 'text/plain')).status).toBe(415);
    expect((await send('{')).body).toEqual({ error: 'The body is not valid JSON.' });
    const notUtf8 = Buffer.from('{"resource":"é"}', 'latin1');
    expect((await send(notUtf8)).body).toEqual({ error: 'The body is not valid JSON.' });
    expect((await send(`"${'a'.repeat(2 ** 21)}"`)).status).toBe(413);
    expect((await send('[]')).body).toEqual({
      error: 'insert: expected an options object, got an array.',
    });
  });

  test('refuses a request without Host', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(inspector.port, '127.0.0.1', () =>
        socket.write('GET / HTTP/1.0\r\n\r\n'),
      );
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('end', () => resolve(received)).on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('is off by default', async () => {
    const server = await serveMock(createMock());
    try {
      for (const path of ['/', '/inspector/state', '/inspector/app.js']) {
        const response = await fetch(server.url + path);
        expect([response.status, response.headers.get('content-type')]).toEqual([
          401,
          'application/json',
        ]);
      }
    } finally {
      await server.close();
    }
  });

  test('needs the mock itself', async () => {
    await expect(serveMock({ ...createMock() }, { plugins: [inspectorPlugin()] })).rejects.toThrow(
      'serveMock: inspector() needs the mock that createMock() returned, not a copy or a wrapper of it.',
    );
  });

  test('has a new token for each server', async () => {
    const other = await openInspector();
    try {
      expect(other.token).toHaveLength(32);
      expect(other.token).not.toBe(inspector.token);
    } finally {
      await other.close();
    }
  });
});
