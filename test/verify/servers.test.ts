import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { type VerifyReport, verifyService } from '../../src/verify/verify-service.js';
import { changedServers } from './changed-servers.js';
import { startServer } from './servers/changed-server.js';

const idsOf = ({ probes }: VerifyReport, result: 'holds' | 'differs' | 'unknown'): string[] =>
  probes.filter((probe) => probe.result === result).map(({ id }) => id);

describe('verify finds exactly what is different in a service that', () => {
  test.each(changedServers)('$name', async (server) => {
    const { baseUrl, apiKey, fetch, mock } = startServer(server);
    const report = await verifyService({ baseUrl, apiKey, fetch });
    expect(report.failure).toBeUndefined();
    expect(idsOf(report, 'differs').sort()).toEqual([...server.differs].sort());
    expect(idsOf(report, 'unknown').sort()).toEqual([...(server.unknown ?? [])].sort());
    expect(JSON.stringify(report)).not.toContain(apiKey);
    expect(mock.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('is not changed at all: nothing', async () => {
    const report = await verifyService(createMock().clientOptions);
    expect(idsOf(report, 'holds').length).toBe(report.probes.length);
  });
});
