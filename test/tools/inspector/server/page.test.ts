import { gzipSync } from 'node:zlib';
import { inspector } from 'payments-data-client/inspector';
import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openInspector } from './open-inspector.js';

/** The files of the page by name. The tests run from source, where the page may not be built. */
const built = new Map<string, Uint8Array>();
vi.mock('node:fs', async (original) => {
  const fs: typeof import('node:fs') = await original();
  const nameOf = (path: unknown) => /([^/\\]+)\.gz$/.exec(String(path))?.[1];
  const existsSync: typeof fs.existsSync = (path) => {
    const name = nameOf(path);
    return name === undefined ? fs.existsSync(path) : built.has(name);
  };
  const readFileSync = (path: string, ...options: never[]) =>
    built.get(nameOf(path) ?? '') ?? fs.readFileSync(path, ...options);
  return { ...fs, existsSync, readFileSync };
});

const script = 'document.title = "é";';
let server: Awaited<ReturnType<typeof serveMock>>;
beforeAll(async () => {
  server = await serveMock(createMock(), { plugins: [inspector()] });
});
afterAll(() => server.close());

describe('the files of the page', () => {
  test('are missing if the page is not built', async () => {
    const response = await fetch(`${server.url}/inspector/app.css`);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: 'The browser page of the inspector is not built. Run `npm run build`.' },
    ]);
  });

  test.each([
    ['gzip, deflate, br', true],
    ['br, gzip;q=0.5', true],
    ['*/*', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['gzip; q=0.0, br', false],
    ['xgzip', false],
  ])('are compressed if the browser accepts it: %s', async (accepted, isCompressed) => {
    built.set('app.js', gzipSync(script));
    const inspector = await openInspector();
    try {
      const sent = await inspector.raw('/inspector/app.js', { headers: { 'Accept-Encoding': accepted } });
      expect([sent.status, sent.headers['content-encoding']]).toEqual([
        200,
        isCompressed ? 'gzip' : undefined,
      ]);
      expect(sent.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      });
      if (!isCompressed) expect(sent.text).toBe(script);
    } finally {
      await inspector.close();
    }
  });

  test('arrive whole in a browser', async () => {
    built.set('app.js', gzipSync(script)).set('app.css', gzipSync('main {}'));
    const texts = ['app.js', 'app.css'].map(async (name) =>
      (await fetch(`${server.url}/inspector/${name}`)).text(),
    );
    expect(await Promise.all(texts)).toEqual([script, 'main {}']);
  });
});
