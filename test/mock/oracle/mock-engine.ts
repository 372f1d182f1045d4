import fc from 'fast-check';
import type { Dialect, JsonObject } from 'payments-data-client';
import { createMock, type MockData } from 'payments-data-client/mock';
import { writeRelaxedJson } from '../../../src/query/relaxed-json.js';
import { ask } from '../send.js';
import { things } from '../things.js';
import type { Rows } from './sample-rows.js';
import { questions, type Where } from './wheres.js';

/** Returns the ids of the rows that match a filter, in the order of the ids. */
export type Engine = (resource: keyof Rows, where: Where) => Promise<readonly string[]>;

/** The mock as an engine. Every other filter is sent as relaxed JSON, the others as strict JSON. */
export function mockEngine(rows: Rows, dialect: Dialect = {}): Engine {
  const data = rows as unknown as MockData<typeof things>;
  const mock = createMock({ schema: things, data, dialect });
  let count = 0;
  return async (resource, where) => {
    const text = count++ % 2 === 0 ? JSON.stringify(where) : writeRelaxedJson(where as JsonObject);
    const { status, body } = await ask(mock, `/${resource}`, { where: text, include: 'id:true' });
    if (status !== 200) throw new Error(`${text}: ${body.errors}`);
    return body.map(({ id }: { id: string }) => id);
  };
}

/** The first of many random filters for which two engines return different rows. */
export async function firstDifference(left: Engine, right: Engine, seed: number) {
  for (const question of fc.sample(questions, { seed, numRuns: 3000 })) {
    const { resource, where } = question;
    const [ids, others] = [await left(resource, where), await right(resource, where)];
    if (String(ids) !== String(others)) return question;
  }
  return undefined;
}
