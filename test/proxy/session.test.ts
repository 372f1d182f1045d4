import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { isConfigurationError } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';
import { failure } from '../fixtures/failure.js';
import { listen } from '../fixtures/listen.js';
import { ada, balancesOf, createPage, eve, pageSchema, policies, type Session } from './page.js';
import { serviceSchema } from './scenario.js';

const url = 'https://page.example/api/v1/balances?include=id:true';

/** A proxy for a backend that knows the session, and the number of requests to the service. */
function createBackend() {
  const { service } = createPage();
  const proxy = createProxy({
    ...service.clientOptions,
    schema: pageSchema,
    serviceSchema,
    policies: {
      ...policies,
      balances: ({ account }: Session) => ({ account_id: account }),
      units: true,
    },
  });
  return { proxy, service };
}

const idsIn = async (response: Response) =>
  ((await response.json()) as { id: string }[]).map(({ id }) => id);
const idsOf = (account: string) => balancesOf(account).map(({ id }) => id);

describe('a backend that knows the session passes it with the request', () => {
  const { proxy, service } = createBackend();

  test('and each session reads what its policies allow', async () => {
    for (const account of [ada, eve])
      expect(await idsIn(await proxy.fetch(new Request(url), { session: { account } }))).toEqual(
        idsOf(account),
      );
  });

  test('as in Hono, from the context', async () => {
    const app = new Hono<{ Variables: { session: Session | undefined } }>();
    app.use(async (context, next) => {
      const account = context.req.header('x-account');
      context.set('session', account === undefined ? undefined : { account });
      await next();
    });
    app.get('/api/v1/*', (context) =>
      proxy.fetch(context.req.raw, { session: context.get('session') }),
    );
    expect(await idsIn(await app.request(url, { headers: { 'x-account': eve } }))).toEqual(
      idsOf(eve),
    );
    expect((await app.request(url)).status).toBe(401);
  });

  test.each([undefined, null, false, '', 0] as const)(
    'a session that is %s is a 401',
    async (session) => {
      const sent = service.requests.length;
      const response = await proxy.fetch(new Request(url), { session });
      expect([response.status, await response.text()]).toEqual([
        401,
        '{"errors":["Not authenticated."]}',
      ]);
      expect(service.requests).toHaveLength(sent);
    },
  );
});

describe('what a framework passes after the request is never a session', () => {
  const { proxy, service } = createBackend();
  const fetch = proxy.fetch as (...input: unknown[]) => Promise<Response>;

  test.each<[string, string, unknown[]]>([
    ['nothing', 'undefined', []],
    ['null', 'null', [null]],
    ['an empty object', 'an object', [{}]],
    ['the context of Next.js', 'an object', [{ params: Promise.resolve({ path: ['balances'] }) }]],
    [
      'the environment of Workers',
      'an object',
      [{ session: { account: ada }, PAYMENTS_API_KEY: 'k' }, { waitUntil() {} }],
    ],
    [
      'the info of Deno',
      'an object',
      [{ remoteAddr: { hostname: '127.0.0.1' }, completed: Promise.resolve() }],
    ],
    ['a session without its name', 'an object', [{ account: ada }]],
    [
      'an instance with a session',
      'an object',
      [
        new (class {
          session = { account: ada };
        })(),
      ],
    ],
    ['an inherited session', 'an object', [Object.create({ session: { account: ada } })]],
    ['a session that is a secret', 'a string', ['ada']],
  ])('%s', async (_, described, input) => {
    const error = await failure(fetch(new Request(url), ...input));
    expect(isConfigurationError(error)).toBe(true);
    expect(error.message).toBe(
      `createProxy: \`fetch\` expects { session } after the request, got ${described}. Call proxy.fetch(request, { session }), or pass \`authenticate\` to createProxy().`,
    );
    expect(service.requests).toHaveLength(0);
  });

  test('mounted as a handler, it responds with an error in Node and in Hono', async () => {
    const node = await listen(createServer(getRequestListener(fetch)));
    expect((await globalThis.fetch(`${node.url}/api/v1/units`)).status).toBe(500);
    node.close();
    const app = new Hono().get('/api/v1/*', (context) =>
      fetch(context.req.raw, context.env, context),
    );
    app.onError((error, context) => context.text(error.message, 500));
    expect((await app.request(url)).status).toBe(500);
    expect(service.requests).toHaveLength(0);
  });

  test('nor if `authenticate` finds out who sends a request', async () => {
    const page = createPage();
    const mounted = page.proxy.fetch as (...input: unknown[]) => Promise<Response>;
    const request = () => new Request(url, { headers: { cookie: `account=${ada}` } });
    for (const second of [{ session: { account: eve } }, { params: {} }, undefined])
      expect(await idsIn(await mounted(request(), second))).toEqual(idsOf(ada));
    expect((await mounted(new Request(url), { session: { account: eve } })).status).toBe(401);
  });
});
