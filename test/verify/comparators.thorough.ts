import { describe, expect, test } from 'vitest';
import { verifyService } from '../../src/verify/verify-service.js';
import { idsWith } from './find-differences.js';
import { startServer } from './servers/changed-server.js';
import { comparatorServers } from './servers/comparator-servers.js';

describe('verify notices a service that', { timeout: 60_000 }, () => {
  test.each(comparatorServers)('$name', async (server) => {
    const { baseUrl, apiKey, fetch } = startServer(server);
    const { differs, schema } = server;
    const report = await verifyService({ baseUrl, apiKey, fetch, schema, only: differs });
    expect(idsWith(report, 'differs')).toEqual(differs);
  });
});
