import { createServer } from 'node:http';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { verifyService } from '../../src/verify/verify-service.js';
import { listen } from '../fixtures/listen.js';
import { faultServers } from './fault-servers.js';

// At the same time, because most of them make the client wait.
describe.concurrent('verify reports no difference against a service that', () => {
  test.each(faultServers)('$name', { timeout: 30_000 }, async ({ turn, finds, timeout }) => {
    const mock = createMock();
    const { apiKey } = mock.clientOptions;
    const act = turn(mock);
    const server = await listen(createServer((request, response) => act(response, request)));
    try {
      const report = await verifyService({ baseUrl: server.url, apiKey, timeout, showValues: true });
      const results = new Set(report.probes.map(({ result }) => result));
      expect(
        results.has('differs'),
        JSON.stringify(report.probes.filter(({ result }) => result === 'differs')),
      ).toBe(false);
      expect(results.has('holds')).toBe(finds === 'everything' || finds === 'something');
      expect(results.has('unknown')).toBe(finds !== 'everything');
      expect(report.failure === undefined).toBe(finds !== 'failure');
      expect(JSON.stringify(report)).not.toContain(apiKey);
    } finally {
      server.close();
    }
  });
});
