import { isDeepStrictEqual } from 'node:util';
import type { Dialect } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';
import { createChance } from '../types/lib/random.js';
import { randomRequest } from './random-request.js';
import { createScenario, data, maxTake, serviceSchema } from './scenario.js';

/** The advice of a mock alone, for those who write a test with it. */
const ofMock = ' If the client has a `schema`, pass it to createMock() too.';

const read = async (response: Response) => ({
  status: response.status,
  body: JSON.parse((await response.text()).replace(ofMock, '')) as unknown,
});

/** Sends random requests to the proxy and to a service that has only what is visible. */
async function compareWithReference(dialect: Dialect, scenarios: number, requests: number) {
  const differences: object[] = [];
  const statuses: Record<string, number> = {};
  let withRows = 0;
  for (let seed = 1; seed <= scenarios; seed++) {
    const chance = createChance(seed);
    const scenario = await createScenario(chance, createProxy, dialect);
    const { subject, reference, policies } = scenario;
    const drawn = { ...scenario, serviceSchema: { ...serviceSchema }, data, maxTake };
    for (let count = 0; count < requests; count++) {
      const url = randomRequest(chance, drawn);
      const expected = await read(await reference.fetch(`${reference.baseUrl}${url}`));
      const actual = await read(await subject(new Request(`https://page.example/api${url}`)));
      statuses[expected.status] = (statuses[expected.status] ?? 0) + 1;
      if (Array.isArray(expected.body) && expected.body.length > 0) withRows++;
      if (!isDeepStrictEqual(actual, expected))
        differences.push({ seed, url: decodeURIComponent(url), policies, expected, actual });
    }
  }
  const [shortest] = differences.sort(
    (left, right) => JSON.stringify(left).length - JSON.stringify(right).length,
  );
  return { shortest, statuses, withRows };
}

/** Each of the nine members, and what pages must not notice of the form. */
const dialects: readonly Dialect[] = [
  {},
  { text: 'exact' },
  { text: 'exact', nulls: 'sql' },
  { text: 'insensitive' },
  { text: 'exact', like: 'insensitive', nulls: 'sql' },
  { nullOrder: 'smallest', like: 'exact' },
  { nullOrder: 'last', text: 'insensitive', like: 'exact' },
  { nullOrder: 'first', nulls: 'sql', text: 'insensitive' },
  { text: 'exact', envelope: 'data.rows', orderFormat: '-name' },
  {
    ...{ envelope: { rows: 'data', pagination: 'meta' }, maxUrlLength: 50_000 },
    ...{ text: 'exact', like: 'exact' },
    parameters: { where: 'filter', include: 'fields', orderBy: 'sort', take: 'n', skip: 'offset' },
  },
  { pageSize: { default: 3, max: maxTake } },
];

describe('the proxy responds exactly as a service with only the visible rows and fields', () => {
  test.each(dialects)('%j', { timeout: 60_000 }, async (dialect) => {
    const [scenarios, requests] = Object.keys(dialect).join() === 'text' ? [8, 30] : [4, 20];
    const compared = await compareWithReference(dialect, scenarios, requests);
    const { shortest, statuses, withRows } = compared;
    expect(shortest).toBeUndefined();
    // The requests must not be trivial: most succeed, many return rows, and errors occur too.
    const total = scenarios * requests;
    expect(statuses['200']).toBeGreaterThan(total * 0.6);
    expect(withRows).toBeGreaterThan(total * 0.2);
    expect(statuses['400']).toBeGreaterThan(total * 0.03);
    expect(statuses['404']).toBeGreaterThan(0);
  });
});
