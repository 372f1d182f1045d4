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
const { service } = createPage();
const proxy = createProxy({
  ...service.clientOptions,
  ...{ schema: pageSchema, serviceSchema },
  policies: { ...policies, balances: ({ account }: Session) => ({ account_id: account }) },
});
const fetch = proxy.fetch as (...input: unknown[]) => Promise<Response>;

const idsIn = async (response: Response) =>
  ((await response.json()) as { id: string }[]).map(({ id }) => id).sort();
const idsOf = (account: string) => idsIn(Response.json(balancesOf(account)));

describe('a backend that knows the session passes it with the request', () => {
  test('as in Hono, from the context', async () => {
    const app = new Hono<{ Variables: { session: Session | undefined } }>();
    app.use(async (context, next) => {
      const account = context.req.header('x-account');
      context.set('session', account === undefined ? undefined : { account });
      await next();
    });
    app.get('/api/v1/*', ({ req, var: { session } }) => proxy.fetch(req.raw, { session }));
    for (const account of [ada, eve]) {
      const response = await app.request(url, { headers: { 'x-account': account } });
      expect(await idsIn(response)).toEqual(await idsOf(account));
    }
    const response = await app.request(url); // its session is undefined
    const text = '{"errors":["Not authenticated."]}';
    expect([response.status, await response.text()]).toEqual([401, text]);
  });
});

describe('what a framework passes after the request is never a session', () => {
  class WithSession {
    session = { account: ada };
  }

  test.each<[string, string, unknown[]]>([
    ['nothing', 'undefined', []],
    ['null', 'null', [null]],
    ['an empty object', 'an object', [{}]],
    ['the context of Next.js', 'an object', [{ params: Promise.resolve({ path: ['balances'] }) }]],
    ['the environment of Workers', 'an object', [{ session: { account: ada }, KEY: 'k' }, {}]],
    ['a session without its name', 'an object', [{ account: ada }]],
    ['an instance with a session', 'an object', [new WithSession()]],
    ['an inherited session', 'an object', [Object.create({ session: { account: ada } })]],
    ['a session that is a secret', 'a string', ['ada']],
  ])('%s', async (_, described, input) => {
    const sent = service.requests.length;
    const error = await failure(fetch(new Request(url), ...input));
    expect(isConfigurationError(error)).toBe(true);
    expect(error.message).toBe(
      `createProxy: \`fetch\` expects { session } after the request, got ${described}. Call proxy.fetch(request, { session }), or pass \`authenticate\` to createProxy().`,
    );
    expect(service.requests).toHaveLength(sent);
  });

  test('mounted as a handler, it responds with an error in Node and in Hono', async () => {
    const node = await listen(createServer(getRequestListener(fetch)));
    expect((await globalThis.fetch(`${node.url}/api/v1/units`)).status).toBe(500);
    node.close();
    const app = new Hono().get('/api/v1/*', (context) => fetch(context.req.raw, context.env));
    app.onError((error, context) => context.text(error.message, 500));
    expect((await app.request(url)).status).toBe(500);
  });

  test('nor if `authenticate` finds out who sends a request', async () => {
    const mounted = createPage().proxy.fetch as typeof fetch;
    const request = () => new Request(url, { headers: { cookie: `account=${ada}` } });
    for (const second of [{ session: { account: eve } }, { params: {} }, undefined])
      expect(await idsIn(await mounted(request(), second))).toEqual(await idsOf(ada));
    expect((await mounted(new Request(url), { session: { account: eve } })).status).toBe(401);
  });
});
