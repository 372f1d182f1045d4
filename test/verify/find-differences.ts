import { expect } from 'vitest';
import { type VerifyReport, verifyService } from '../../src/verify/verify-service.js';
import { type ChangedServer, startServer } from './servers/changed-server.js';

/** The ids of the probes with a result. */
export const idsWith = ({ probes }: VerifyReport, result: 'holds' | 'differs' | 'unknown'): string[] =>
  probes.filter((probe) => probe.result === result).map(({ id }) => id);

/** The probes without a result that do not depend on a difference. */
const unexplained = ({ probes }: VerifyReport, { differs, unknown }: ChangedServer) =>
  probes.filter(
    ({ result, observed }) =>
      result === 'unknown' &&
      !differs.some((id) => observed === `depends on ${id}, which differs`) &&
      !unknown?.test(observed),
  );

/** Asserts that `verify` finds what a server changes, and nothing else. */
export async function expectDifferences(server: ChangedServer): Promise<void> {
  const { baseUrl, apiKey, fetch, mock } = startServer(server);
  const report = await verifyService({ baseUrl, apiKey, fetch });
  expect(report.failure).toBeUndefined();
  expect(idsWith(report, 'differs').sort()).toEqual([...server.differs].sort());
  expect(unexplained(report, server)).toEqual([]);
  expect(mock.requests.every(({ method }) => method === 'GET')).toBe(true);
  const text = JSON.stringify(report);
  expect(text).not.toContain(apiKey);
  for (const { id, name } of mock.db.balances.all())
    expect(text.includes(id) || text.includes(name)).toBe(false);
}
