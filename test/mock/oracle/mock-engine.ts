import type { Dialect, JsonObject } from 'payments-data-client';
import { createMock, type MockData } from 'payments-data-client/mock';
import { writeRelaxedJson } from '../../../src/query/relaxed-json.js';
import { ask } from '../send.js';
import { things } from '../things.js';
import type { Rows } from './sample-rows.js';
import type { Where } from './wheres.js';

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
