import fc from 'fast-check';
import type { Dialect, JsonObject } from 'payments-data-client';
import { createMock, type MockData } from 'payments-data-client/mock';
import { writeRelaxedJson } from '../../../src/query/relaxed-json.js';
import { ask } from '../send.js';
import { things } from '../things.js';
import type { Rows } from './sample-rows.js';
import { questions as defaultQuestions, type Where } from './wheres.js';

/**
 * Returns the ids of the rows that match a filter, in insertion order; `rejected` for an invalid
 * filter.
 */
export type Engine = (
  resource: keyof Rows,
  where: Where,
) => Promise<readonly string[] | 'rejected'>;

/**
 * The mock as an engine. Every other filter is sent as relaxed JSON, the others as strict JSON.
 * Every fifth one comes after a write, so that no index answers it.
 */
export function mockEngine(rows: Rows, dialect: Dialect = {}): Engine {
  const data = rows as unknown as MockData<typeof things>;
  const mock = createMock({ schema: things, data, dialect });
  let asked = 0;
  return async (resource, where) => {
    if (asked % 5 === 0) mock.db.things.update(rows.things[0]?.id ?? '', {});
    const text = asked++ % 2 === 0 ? JSON.stringify(where) : writeRelaxedJson(where as JsonObject);
    const { status, body } = await ask(mock, `/${resource}`, { where: text, include: 'id:true' });
    if (status === 400) return 'rejected';
    return body.map(({ id }: { id: string }) => id);
  };
}

/** The first of thousands of random filters for which two engines return different rows. */
export async function firstDifference(
  one: Engine,
  other: Engine,
  seed: number,
  questions = defaultQuestions,
) {
  for (const question of fc.sample(questions, { seed, numRuns: 3000 })) {
    const { resource, where } = question;
    const [ids, others] = [await one(resource, where), await other(resource, where)];
    if (String(ids) !== String(others)) return question;
  }
  return undefined;
}
