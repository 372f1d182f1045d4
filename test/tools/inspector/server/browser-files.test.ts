import { gzipSync } from 'node:zlib';
import { inspector } from 'payments-data-client/inspector';
import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

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

  test('are compressed, with the headers of every response', async () => {
    built.set('app.js', gzipSync(script));
    const { headers } = await fetch(`${server.url}/inspector/app.js`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });

  test('arrive whole in a browser', async () => {
    built.set('app.js', gzipSync(script)).set('app.css', gzipSync('main {}'));
    const texts = ['app.js', 'app.css'].map(async (name) =>
      (await fetch(`${server.url}/inspector/${name}`)).text(),
    );
    expect(await Promise.all(texts)).toEqual([script, 'main {}']);
  });
});
