import fc from 'fast-check';
import { createMock, type MockData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { columns, sampleRows } from './oracle/sample-rows.js';
import { type Where, wheresOf } from './oracle/wheres.js';
import { type Asked, ask } from './send.js';
import { things } from './things.js';

const rows = sampleRows();
const data = rows as unknown as MockData<typeof things>; // of the kinds of the schema
const mock = createMock({ schema: things, data });
const withCursors = createMock({
  ...{ schema: things, data },
  dialect: { envelope: { rows: 'rows', cursor: 'next' }, parameters: { cursor: 'cursor' } },
});

/** The ids of the things that match, in the order of the response. */
async function find(where: Where, more: Record<string, string> = {}) {
  const { body } = await ask(mock, '/things', { where: JSON.stringify(where), ...more });
  return body.map(({ id }: { id: string }) => id) as string[];
}

const stored = Object.entries(columns).flatMap(([name, pool]) => (pool === 'json' ? [] : [name]));
const names = [...stored, 'shout']; // with a computed field
const order = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom('asc', 'desc'))
  .map(([name, direction]) => ({ name, order_by: `${name}:${direction}` }));

describe('for any filter and any order', () => {
  test('pages join to the whole, by skip and by cursor', async () => {
    const size = fc.integer({ min: 3, max: 9 });
    const property = fc.asyncProperty(
      wheresOf('things', 2),
      order,
      size,
      async (filter, { order_by }, take) => {
        const whole = await find(filter, { order_by });
        const joined: string[] = [];
        for (let skip = 0; skip <= whole.length; skip += take)
          joined.push(...(await find(filter, { order_by, take: `${take}`, skip: `${skip}` })));
        expect(joined).toEqual(whole);
        const read: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const search = { where: JSON.stringify(filter), order_by, take: `${take}` };
          const { body }: Asked = await ask(withCursors, '/things', {
            ...search,
            ...(cursor && { cursor }),
          });
          read.push(...body.rows.map(({ id }: { id: string }) => id));
          cursor = body.next;
        }
        expect(read).toEqual(whole);
        expect([...whole].sort()).toEqual(await find(filter));
      },
    );
    await fc.assert(property, { seed: 4, numRuns: 25 });
  });
});
