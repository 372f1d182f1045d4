import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from 'payments-data-client/mock';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { extractSnippets, fileNameOf, guide, root } from './extract-snippets.js';

const folder = scratchFolder('recipes');
const nodeFetch = globalThis.fetch;

const files = ['README.md', ...guide].flatMap((page) =>
  extractSnippets(page).filter(({ file }) => file && !file.endsWith('.mts')),
);

/** Writes the files of all pages, one folder for each recipe. */
beforeAll(() => {
  for (const snippet of files) {
    const path = join(folder, fileNameOf(snippet));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, snippet.code);
  }
});

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { title: string; status: string; failureMessages: string[] }[];
  }[];
}

test('the test files of the guide pass with Vitest', { timeout: 120_000 }, async () => {
  const report = join(folder, 'report.json');
  const config = join(import.meta.dirname, 'recipe.config.ts');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['--root', folder, '--config', config, '--reporter=json'];
  const args = [vitest, 'run', ...options, `--outputFile=${report}`];
  await promisify(execFile)(process.execPath, args).catch(() => {}); // the report says why
  const { testResults, numPassedTests }: Report = JSON.parse(readFileSync(report, 'utf8'));
  const failed = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${name}: ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ title, failureMessages }) => `${title}: ${failureMessages}`),
  ]);
  expect(failed).toEqual([]);
  expect(testResults).toHaveLength(files.filter(({ file }) => file?.includes('.test.ts')).length);
  expect(numPassedTests).toBeGreaterThan(8);
});

describe('the proxy of the guide', () => {
  const mock = createMock({ baseUrl: 'https://api.example.com' });
  const [balance] = mock.db.balances.all();
  const path = '/api/v1/balances?include=name:true';
  let headers: { Cookie: string };

  /** A file of the recipe. All files share one proxy and its sessions. */
  const load = (file: string) =>
    import(/* @vite-ignore */ join(folder, 'docs-guide-proxy-md', file));

  beforeAll(async () => {
    vi.stubGlobal('fetch', mock.fetch);
    vi.stubEnv('PAYMENTS_API_KEY', mock.clientOptions.apiKey);
    vi.stubEnv('PORT', '0');
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
    expect(await response.json()).toEqual([{ id: balance?.id, name: balance?.name }]);
  }

  test('runs in Next.js and Hono', async () => {
    const { GET } = await load('app/api/v1/[...path]/route.ts');
    const context = { params: Promise.resolve({ path: [] }), session: { accountIds: [] } };
    await expectOwnBalance((request) => GET(request, context)); // a context is no session
    await expectOwnBalance((await load('hono.ts')).app.fetch);
  });

  test('runs behind CORS, which the proxy itself leaves to the framework', async () => {
    const origin = 'https://app.example.com';
    const url = `https://api.example.com${path}`;
    const preflight = () =>
      new Request(url, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
      });
    const { app } = await load('cors.ts');
    const { status, headers: granted } = await app.fetch(preflight());
    expect([status, granted.get('access-control-allow-credentials')]).toEqual([204, 'true']);
    const response = await app.fetch(new Request(url, { headers: { ...headers, Origin: origin } }));
    expect(await response.json()).toEqual([{ id: balance?.id, name: balance?.name }]);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('vary')).toContain('Cookie');
    const { app: withoutCors } = await load('hono.ts');
    expect((await withoutCors.fetch(preflight())).headers.has('access-control-allow-origin')).toBe(
      false,
    );
    const { proxy } = await load('page-proxy.ts');
    expect((await proxy.fetch(preflight())).status).toBe(401); // it has no cookie
  });

  test('sends cookies to another origin, and the token of an app', async () => {
    const { client: page } = await load('page-of-another-origin.ts');
    const send = vi.fn(async (_url: string, _init: RequestInit) => Response.json([]));
    vi.stubGlobal('fetch', send);
    await page.balances.list();
    expect(send).toHaveBeenCalledWith(
      'https://api.example.com/api/v1/balances',
      expect.objectContaining({ credentials: 'include', headers: { accept: 'application/json' } }),
    );
    const { createAppClient } = await load('app-client.ts');
    await createAppClient(async () => 'token').balances.list();
    expect(send.mock.lastCall?.[1].headers).toMatchObject({ authorization: 'Bearer token' });
    vi.stubGlobal('fetch', mock.fetch);
  });

  test('runs in Node', async () => {
    const { server }: { server: Server } = await load('node-server.ts');
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on TCP
    await expectOwnBalance(({ headers }) =>
      nodeFetch(`http://127.0.0.1:${port}${path}`, { headers }),
    );
    server.close();
  });
});
