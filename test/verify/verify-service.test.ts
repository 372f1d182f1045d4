import { createMock } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { describe, expect, test } from 'vitest';
import { verifyService } from '../../src/verify/verify-service.js';

/** What does not hold, with the reason. */
const others = (report: Awaited<ReturnType<typeof verifyService>>) =>
  report.probes.filter(({ result }) => result !== 'holds').map(({ id, observed }) => `${id}: ${observed}`);

describe('verify', () => {
  test('finds that everything holds in the mock, and that its sample data leaves nothing unknown', async () => {
    const mock = createMock();
    const report = await verifyService(mock.clientOptions);
    expect(others(report)).toEqual([]);
    expect(report.probes.length).toBeGreaterThan(80);
    expect(report.failure).toBeUndefined();
  });

  test('finds the same on a port', async () => {
    const mock = createMock();
    const { url, close } = await serveMock(mock);
    try {
      const report = await verifyService({ baseUrl: url, apiKey: mock.clientOptions.apiKey });
      expect(others(report)).toEqual([]);
    } finally {
      await close();
    }
  });
});
