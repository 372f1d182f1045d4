import fc from 'fast-check';
import { createMock, type MockData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { columns, pools, sampleRows } from './oracle/sample-rows.js';
import { type Where, wheresOf } from './oracle/wheres.js';
import { type Asked, ask } from './send.js';
import { things } from './things.js';

const rows = sampleRows();
const data = rows as unknown as MockData<typeof things>; // of the kinds of the schema
const mockWith = (dialect = {}) => createMock({ schema: things, data, dialect });
const mock = mockWith();
const sql = mockWith({ nulls: 'sql' });
const withCursors = mockWith({
  envelope: { rows: 'rows', cursor: 'next' },
  parameters: { cursor: 'cursor' },
});
const all = rows.things.map(({ id }) => id);

/** The ids of the things that match, in the order of the response. */
async function find(where: Where, more: Record<string, string> = {}, from = mock) {
  const { body } = await ask(from, '/things', { where: JSON.stringify(where), ...more });
  return body.map(({ id }: { id: string }) => id) as string[];
}

const settings = { seed: 4, numRuns: 60 };
const where = wheresOf('things', 2);
const column = fc.constantFrom(...Object.entries(columns).filter(([, pool]) => pool !== 'json'));
const valued = column.chain(([name, pool]) =>
  fc.record({
    name: fc.constant(name),
    values: fc.array(fc.constantFrom<unknown>(...pools[pool]), { maxLength: 4 }),
  }),
);
const order = fc
  .tuple(column, fc.constantFrom('asc', 'desc'))
  .map(([[name], direction]) => ({ name, order_by: `${name}:${direction}` }));
const size = fc.integer({ min: 1, max: 9 });

describe('for any filter', { timeout: 60_000 }, () => {
  test('AND finds what both find, and OR what either finds', () =>
    fc.assert(
      fc.asyncProperty(where, where, async (left, right) => {
        const [first, second] = [new Set(await find(left)), new Set(await find(right))];
        const both = all.filter((id) => first.has(id) && second.has(id));
        const either = all.filter((id) => first.has(id) || second.has(id));
        for (const filters of [
          [left, right],
          [right, left],
        ]) {
          expect(await find({ AND: filters })).toEqual(both);
          expect(await find({ OR: filters })).toEqual(either);
        }
      }),
      settings,
    ));

  test('nulls: sql removes the null rows from neq, not_in and not_contains, and from nothing else', () =>
    fc.assert(
      fc.asyncProperty(valued, async ({ name, values }) => {
        const isNull = new Set(name === 'name' ? [] : await find({ [name]: null }));
        const withoutNulls = (ids: string[]) => ids.filter((id) => !isNull.has(id));
        const pool = columns[name as keyof typeof columns];
        const opposites: Where[] = values.map((value) => ({ [name]: { neq: value } }));
        if (pool !== 'boolean' && values.length > 0) opposites.push({ [name]: { not_in: values } });
        if (pool === 'text' || pool === 'uuid')
          opposites.push({ [name]: { not_contains: values[0] ?? 'a' } });
        for (const opposite of opposites)
          expect(await find(opposite, {}, sql)).toEqual(withoutNulls(await find(opposite)));
        for (const value of values)
          expect(await find({ [name]: value }, {}, sql)).toEqual(await find({ [name]: value }));
      }),
      settings,
    ));

  test('pages join to the whole, in any order, by skip and by cursor', () =>
    fc.assert(
      fc.asyncProperty(where, order, size, async (filter, { order_by }, take) => {
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
      }),
      settings,
    ));

  test('the position of any row splits the list there, in any order', () =>
    fc.assert(
      fc.asyncProperty(
        order,
        fc.nat({ max: all.length - 1 }),
        async ({ name, order_by }, index) => {
          const { body } = await ask(mock, '/things', { order_by });
          const { id, [name]: value } = body[index];
          const position = Buffer.from(JSON.stringify({ id, [name]: value })).toString('base64');
          const ids = body.map((row: { id: string }) => row.id);
          expect(await find({}, { order_by, after: position })).toEqual(ids.slice(index + 1));
          expect(await find({}, { order_by, before: position })).toEqual(ids.slice(0, index));
        },
      ),
      settings,
    ));
});
