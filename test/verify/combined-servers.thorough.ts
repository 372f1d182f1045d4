import { describe, expect, test } from 'vitest';
import { verifyService } from '../../src/verify/verify-service.js';
import { changedServers } from './changed-servers.js';
import { idsWith } from './find-differences.js';
import { type ChangedServer, combine, startServer } from './servers/changed-server.js';

/** Services as they are often built, by the names of the changes. A change sees the filters of those before it. */
const services: Readonly<Record<string, readonly string[]>> = {
  'Prisma and PostgreSQL': [
    'wraps bodies in data',
    'sends 422 in place of 400',
    'ignores unknown parameters',
    'rejects ids that are not UUIDs in filters',
    'does not match null with neq and not_in, as SQL',
    'sorts text by the rules of a language',
    'does not follow dotted paths in exists',
  ],
  'Express and MongoDB': [
    'sends error bodies of the form { error: { message } }',
    'sends 200 and null for an unknown id',
    'returns relations by default',
    'matches no row with an unknown property',
    'reads like as a regular expression, as MongoDB',
    'stores decimals as text',
    'reads an empty object in contains as equality',
    'depends on the order of keys in eq of JSON',
  ],
  'PHP and MySQL': [
    'rejects an empty in',
    'matches nothing with eq: null, as SQL',
    'accepts paths with a trailing slash',
    'applies the last of several parameters of one name',
    'ignores unknown properties in filters',
    'ignores letter case in like',
    'ignores letter case in eq and in',
    'puts nulls first in asc and last in desc, as MySQL',
    'returns at most 10 rows',
  ],
};

const byName = (name: string): ChangedServer => {
  const server = changedServers.find((one) => one.name === name);
  if (!server) throw new Error(`There is no changed server that ${name}.`);
  return server;
};

describe('verify finds every difference of a service with', { timeout: 60_000 }, () => {
  test.each(Object.entries(services))('%s', async (_, names) => {
    const servers = names.map(byName);
    const mocks = servers.flatMap(({ mock }) => mock ?? []);
    expect(mocks.length).toBeLessThan(2); // they cannot be combined
    const change = combine(...servers.flatMap((server) => server.change ?? []));
    const [mock] = mocks;
    const { baseUrl, apiKey, fetch } = startServer({ change, ...(mock && { mock }) });
    const report = await verifyService({ baseUrl, apiKey, fetch });
    const expected = new Set(servers.flatMap(({ differs }) => differs));
    const differing = idsWith(report, 'differs');
    expect(differing.filter((id) => !expected.has(id))).toEqual([]);
    // The others depend on one of the differences.
    const unknown = idsWith(report, 'unknown');
    expect([...expected].filter((id) => !differing.includes(id) && !unknown.includes(id))).toEqual([]);
    expect(differing.length).toBeGreaterThan(expected.size / 2);
  });
});
