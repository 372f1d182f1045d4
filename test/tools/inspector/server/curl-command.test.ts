import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenInspector, openInspector, type RawRequest } from './open-inspector.js';

let inspector: OpenInspector;
beforeAll(async () => {
  inspector = await openInspector();
});
afterAll(() => inspector.close());

/** The arguments that a shell passes to curl. */
const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], {
    env: { PAYMENTS_API_KEY: 'the-key' },
    encoding: 'utf8',
  })
    .split('\0')
    .slice(0, -1);

/** The arguments of the command for a request to the mock, and the id of the request. */
async function copied(path: string, request: RawRequest = {}) {
  await inspector.ask(path, request);
  const { last } = (await inspector.get('state')).body.requests;
  const { curl } = (await inspector.get(`requests/${last}`)).body;
  return { curl, given: argumentsOf(curl) };
}

describe('a request as a curl command', () => {
  test('has the key as a variable only', async () => {
    const { curl, given } = await copied('/v1/balances?take=1');
    expect(curl).toBe(
      `curl -H "Authorization: APIKey $PAYMENTS_API_KEY" '${inspector.url}/v1/balances?take=1'`,
    );
    expect(given).toEqual(['-H', 'Authorization: APIKey the-key', `${inspector.url}/v1/balances?take=1`]);
  });

  test.each([
    "/v1/balances?where={name:'a',OR:[{type:'main'}]}&include=name:true",
    "/v1/balances?where=name:{like:'$(touch%20x)`id`!%22'}",
    '/v1/balances?where=name:%27%27&take=$HOME',
    "/v1/balances/';ls'",
  ])('keeps a URL as it is, whatever a shell or curl would make of it: %s', async (path) => {
    const { given } = await copied(path);
    const url = String(given.at(-1));
    expect(url).toBe(new URL(path, inspector.url).href);
    expect(given.includes('--globoff')).toBe(/[[\]{}]/.test(url));
  });

  test.each(['{"name":"it\'s"}', '@/etc/passwd', 'two\nlines', '"$PAYMENTS_API_KEY" $(id) `id` \\'])(
    'sends the same body: %j',
    async (body) => {
      const headers = { 'Content-Type': "application/json; x='1'" };
      const { given } = await copied('/v1/api-keys/x', { method: 'PUT', headers, body });
      expect(given).toEqual([
        '-X',
        'PUT',
        '-H',
        'Authorization: APIKey the-key',
        '-H',
        "Content-Type: application/json; x='1'",
        '--data-raw',
        body,
        `${inspector.url}/v1/api-keys/x`,
      ]);
    },
  );

  test('is not offered for a body with control characters, on which a terminal acts when it is pasted', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    for (const body of ['\x1b[201~\nid\n', '\u009b201~', '\x7f\x7f']) {
      await inspector.ask('/v1/api-keys/x', { method: 'PUT', headers, body });
      const { last } = (await inspector.get('state')).body.requests;
      const detail = (await inspector.get(`requests/${last}`)).body;
      expect(detail.requestBody.text).toBe(body);
      expect(detail.curl).toBeUndefined();
    }
  });

  test('has no header that was not sent', async () => {
    await inspector.raw('/v1/balances', { method: 'HEAD' });
    const { last } = (await inspector.get('state')).body.requests;
    const { curl } = (await inspector.get(`requests/${last}`)).body;
    expect(argumentsOf(curl)).toEqual(['--head', `${inspector.url}/v1/balances`]);
  });
});
