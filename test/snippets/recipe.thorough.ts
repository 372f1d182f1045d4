import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from 'payments-data-client/mock';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from './extract-snippets.js';
import { writeRecipe } from './write-recipe.js';

const reactPage = 'docs/guide/react-and-msw.md';
const connectingPage = 'docs/guide/connecting-to-your-workspace.md';
const proxyPage = 'docs/guide/proxy-policies.md';
const frameworkPage = 'docs/guide/proxy-in-your-framework.md';
const nodeFetch = globalThis.fetch;

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * Runs the tests of a recipe with vitest, as a reader does. Returns what the reporter says of each.
 */
async function runTests(folder: string): Promise<string[]> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(import.meta.dirname, 'recipe.config.ts');
  const report = join(folder, 'report.json');
  const options = [
    '--root',
    folder,
    '--config',
    config,
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  await promisify(execFile)(process.execPath, [vitest, 'run', ...options]).catch(() => {}); // the report says why
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ message, assertionResults }) => [
    ...(message ? [message] : []),
    ...assertionResults.map(({ title, status, failureMessages }) =>
      [title, status, ...failureMessages].join(': '),
    ),
  ]);
}

test('the tests of the React page pass in jsdom', { timeout: 60_000 }, async () => {
  expect(await runTests(writeRecipe(reactPage))).toEqual([
    'lists the balances that match the search: passed',
    'shows why a request failed: passed',
  ]);
});

test('the tests of the React page fail if it ignores the search', { timeout: 60_000 }, async () => {
  const folder = writeRecipe(reactPage);
  const app = join(folder, 'app.tsx');
  writeFileSync(app, readFileSync(app, 'utf8').replace('like: search', "like: ''"));
  expect(await runTests(folder)).toEqual([
    expect.stringMatching(/^lists the balances that match the search: failed: /),
    'shows why a request failed: passed',
  ]);
});

test('the test with a pulled schema passes', { timeout: 60_000 }, async () => {
  expect(await runTests(writeRecipe(connectingPage))).toEqual([
    'finds transactions by their reference: passed',
  ]);
});

test('the tests of the row policies pass, and fail if a policy shows every row', {
  timeout: 60_000,
}, async () => {
  const folder = writeRecipe(proxyPage);
  const tests = [
    'each session sees the balances of its accounts',
    'a session cannot find the balance of another, even if it knows its id',
    'a visitor without a session sees nothing',
  ];
  expect(await runTests(folder)).toEqual(tests.map((title) => `${title}: passed`));

  const file = join(folder, 'page-proxy.ts');
  const policy = '(session) => ({ account_id: { in: session.accountIds } })';
  const code = readFileSync(file, 'utf8');
  expect(code).toContain(policy);
  writeFileSync(file, code.replace(policy, 'true'));
  expect(await runTests(folder)).toEqual([
    expect.stringMatching(`^${tests[0]}: failed: `),
    expect.stringMatching(`^${tests[1]}: failed: `),
    `${tests[2]}: passed`,
  ]);
});

describe('the proxy of the guide', () => {
  const mock = createMock({ baseUrl: 'https://api.example.com' });
  const [balance] = mock.db.balances.all();
  const path = '/api/v1/balances?include=name:true';
  let folder: string;
  let headers: { Cookie: string };

  /** A file of the recipe. All files share one proxy and one list of sessions. */
  const load = (file: string) => import(/* @vite-ignore */ join(folder, file));

  beforeAll(async () => {
    vi.stubGlobal('fetch', mock.fetch);
    vi.stubEnv('PAYMENTS_API_KEY', mock.clientOptions.apiKey);
    folder = writeRecipe(frameworkPage, afterAll);
    const { startSession } = await load('session.ts');
    headers = { Cookie: `session=${startSession({ accountIds: [balance?.account_id] })}` };
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  async function expectOwnBalance(respond: (request: Request) => Response | Promise<Response>) {
    const url = `https://app.example.com${path}`;
    expect((await respond(new Request(url))).status).toBe(401);
    const response = await respond(new Request(url, { headers }));
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(await response.json()).toEqual([{ id: balance?.id, name: balance?.name }]);
  }

  test('runs in Next.js, SvelteKit, Hono and Workers', async () => {
    const { GET: next } = await load('app/api/v1/[...path]/route.ts');
    const context = {
      params: Promise.resolve({ path: ['balances'] }),
      session: { accountIds: [] },
    };
    await expectOwnBalance((request) => next(request, context)); // a context is no session
    const { GET } = await load('src/routes/api/v1/[...path]/+server.ts');
    await expectOwnBalance((request) => GET({ request }));
    await expectOwnBalance((await load('hono.ts')).app.fetch);
    const { default: worker } = await load('worker.ts');
    await expectOwnBalance((request) =>
      worker.fetch(request, { PAYMENTS_API_KEY: mock.clientOptions.apiKey }),
    );
  });

  test('gives a page that is rendered on the server its own rows', async () => {
    const { createServerClient } = await load('server-client.ts');
    const rows = await createServerClient(headers.Cookie).balances.list({
      include: { name: true },
    });
    expect(rows).toEqual([{ id: balance?.id, name: balance?.name }]);
  });

  describe('in Node', () => {
    let server: Server;
    let url: string;
    beforeAll(async () => {
      vi.stubEnv('PORT', '0');
      ({ server } = await load('node-server.ts'));
      if (!server.listening) await once(server, 'listening');
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
    });
    afterAll(() => server.close());

    /** Sends a request with a method and a target that `fetch` does not allow. */
    const statusOf = (method: string, target: string) =>
      new Promise((resolve, reject) => {
        request(url, { method, path: target, headers, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });

    test('responds like the proxy', async () => {
      await expectOwnBalance(async ({ headers }) => await nodeFetch(`${url}${path}`, { headers }));
    });

    test('responds to any method and any target', async () => {
      expect(await statusOf('GET', path)).toBe(200);
      expect(await statusOf('POST', path)).toBe(405);
      expect(await statusOf('TRACE', path)).toBe(405);
      for (const target of ['//', '//[', '/:99999/', '/%', '/v1/%', 'https://other.example.com/'])
        expect(await statusOf('GET', target), target).toBe(404);
      expect(await statusOf('GET', '*')).toBe(400);
    });
  });
});
