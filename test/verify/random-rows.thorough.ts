import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { verifyService } from '../../src/verify/verify-service.js';
import { changedServers } from './changed-servers.js';
import { idsWith } from './find-differences.js';
import { randomRows } from './random-rows.js';
import { startServer } from './servers/changed-server.js';

describe('with any rows, verify', () => {
  test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    'finds no difference in the mock (seed %i)',
    async (seed) => {
      const report = await verifyService(createMock({ data: randomRows(seed) }).clientOptions);
      expect(report.failure).toBeUndefined();
      expect(report.probes.filter(({ result }) => result === 'differs')).toEqual([]);
      expect(report.probes.filter(({ observed }) => observed.includes('unexpected form'))).toEqual([]);
    },
  );

  // Other rows for each server, so that all of them together see many.
  test('finds nothing in a changed server that the server does not change', async () => {
    const wrong: unknown[] = [];
    for (const [index, server] of changedServers.entries()) {
      if (index % 8 !== 0) continue;
      const { baseUrl, apiKey, fetch } = startServer(server, randomRows(index));
      const report = await verifyService({ baseUrl, apiKey, fetch });
      const others = idsWith(report, 'differs').filter((id) => !server.differs.includes(id));
      if (others.length > 0) wrong.push({ server: server.name, seed: index, others });
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});
