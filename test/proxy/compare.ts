import { isDeepStrictEqual } from 'node:util';
import type { Dialect } from 'payments-data-client';
import type { createProxy } from 'payments-data-client/proxy';
import { createChance } from '../types/lib/random.js';
import { randomRequest } from './random-request.js';
import { createScenario, type Policies } from './scenario.js';

/**
 * A request that the proxy answers in another way than the service that holds only what is visible.
 */
export interface Difference {
  readonly seed: number;
  readonly url: string;
  readonly policies: Policies;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** What was compared. */
export interface Comparison {
  /** The shortest request that differs. */
  readonly difference: Difference | undefined;
  readonly requests: number;
  /** Responses by status, and how many of the lists have rows. */
  readonly statuses: { readonly [status: string]: number };
  readonly withRows: number;
}

/** Sends random requests to the proxy and to the reference. */
export async function compareWithReference(
  create: typeof createProxy,
  {
    scenarios,
    requests,
    stopAtFirst = false,
    dialect = {},
    isLong = false,
  }: {
    scenarios: number;
    requests: number;
    stopAtFirst?: boolean;
    dialect?: Dialect;
    isLong?: boolean;
  },
): Promise<Comparison> {
  const differences: Difference[] = [];
  const statuses: Record<string, number> = {};
  let withRows = 0;
  for (let seed = 1; seed <= scenarios && !(stopAtFirst && differences.length > 0); seed++) {
    const chance = createChance(seed);
    const scenario = await createScenario(chance, create, dialect, isLong);
    for (let count = 0; count < requests; count++) {
      const url = randomRequest(chance, scenario);
      const actual = await read(
        await scenario.subject(new Request(`https://page.example/api${url}`)),
      );
      if (isLong && actual.status === 414) {
        statuses[414] = (statuses[414] ?? 0) + 1;
        continue;
      }
      const expected = await read(
        await scenario.reference.fetch(`${scenario.reference.baseUrl}${url}`),
      );
      statuses[expected.status] = (statuses[expected.status] ?? 0) + 1;
      if (Array.isArray(expected.body) && expected.body.length > 0) withRows++;
      if (!isDeepStrictEqual(actual, expected))
        differences.push({
          seed,
          url: decodeURIComponent(url),
          policies: scenario.policies,
          expected,
          actual,
        });
    }
  }
  const [difference] = differences.sort((left, right) => left.url.length - right.url.length);
  return { difference, requests: scenarios * requests, statuses, withRows };
}

const read = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as unknown,
});
