import { createServer } from 'node:http';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { verifyService } from '../../src/verify/verify-service.js';
import { listen } from '../fixtures/listen.js';
import { faultServers } from './fault-servers.js';
import { idsWith } from './find-differences.js';

// At the same time, because most of them make the client wait.
describe.concurrent('verify reports no difference of a service that', () => {
  test.each(faultServers)('$name', { timeout: 60_000 }, async ({ turn, finds, timeout }) => {
    const mock = createMock();
    const { apiKey } = mock.clientOptions;
    const act = turn(mock);
    const server = await listen(createServer((request, response) => act(response, request)));
    try {
      const report = await verifyService({ baseUrl: server.url, apiKey, timeout });
      expect(idsWith(report, 'differs')).toEqual([]);
      expect(report.failure !== undefined).toBe(finds === 'failure');
      if (finds === 'failure') expect(idsWith(report, 'holds')).toEqual([]);
      else for (const result of finds) expect(idsWith(report, result)).not.toEqual([]);
      expect(JSON.stringify(report)).not.toContain(apiKey);
      expect(JSON.stringify(report)).not.toMatch(/\\n\s+at /);
    } finally {
      server.close();
    }
  });
});
