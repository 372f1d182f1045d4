import { resolve } from 'node:path';
import { createMock, sampleData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { enteredFiles } from '../../fixtures/entered-files.js';
import { cursorService } from '../../services/cursors.js';
import { hiddenDigits } from '../../services/hidden-digits.js';
import { numberedPages } from '../../services/numbered-pages.js';
import { type AnyFetch, checkWith, connectTo } from './run-connect.js';
import { tinyOptions } from './tiny-rows.js';
import { tinyService } from './tiny-service.js';

const mock = createMock({
  data: sampleData({ accounts: 60 }),
  dialect: {
    envelope: 'data',
    pageSize: { default: 20, max: 50 },
    nulls: 'sql',
    like: 'insensitive',
  },
  apiKeys: false,
});

describe('the module that connect writes [decision 46]', () => {
  const services: [name: string, fetch: AnyFetch][] = [
    ['a', cursorService().fetch],
    ['b', numberedPages().fetch],
    ['c', hiddenDigits().fetch],
    ['mock', mock.fetch],
    ['tiny', tinyService(tinyOptions())],
  ];
  test.each(services)(
    'of service %s is right line by line, and its check green',
    async (name, fetch) => {
      const run = await connectTo(fetch);
      const file = resolve(import.meta.dirname, `modules/${name}.ts`); // strict TypeScript, checked with the tests
      await expect(run.text).toMatchFileSnapshot(file);
      expect(run.requests).toBeGreaterThan(100);
      expect(run.requests).toBeLessThan(300);
      expect(await checkWith(run, fetch)).toMatchObject({ wrong: [], news: [], open: [] });
    },
  );

  test('is found with at most 45 files of the package', async () => {
    const { fetch } = cursorService();
    const files = await enteredFiles(() => connectTo(fetch));
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(45);
    expect(files.length).toBeGreaterThan(20);
  });
});
