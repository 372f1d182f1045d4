import { describe, expect, test } from 'vitest';
import { inTurn } from '../../fixtures/in-turns.js';
import { serversByResponse } from './changed-servers.js';
import { compareServer, payments, sampleRows } from './compare-server.js';
import { expectNoticed } from './expect-noticed.js';
import { comparatorServers } from './servers/comparator-servers.js';

describe('a service is noticed that', { timeout: 120_000 }, () => {
  test.each(inTurn(serversByResponse, 40))('$name', expectNoticed);

  test.each(inTurn(comparatorServers, 40))('$name', async ({ schema = payments, ...server }) => {
    const rows = sampleRows();
    const accounts = (rows.accounts ?? []).map((row, index) => ({
      ...row,
      is_open: index % 2 === 0,
    }));
    const isOpen = Object.hasOwn(schema.accounts?.fields ?? {}, 'is_open');
    const comparison = await compareServer(server, {
      schema,
      rows: isOpen ? { ...rows, accounts } : rows,
    });
    expect(comparison.differences.length).toBeGreaterThan(0);
  });
});
