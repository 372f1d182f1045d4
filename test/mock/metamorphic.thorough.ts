import fc from 'fast-check';
import { createMock, type MockData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { columns, pools, sampleRows } from './oracle/sample-rows.js';
import { type Where, wheresOf } from './oracle/wheres.js';
import { ask } from './send.js';
import { things } from './things.js';

const rows = sampleRows();
const data = rows as unknown as MockData<typeof things>;
const mock = createMock({ schema: things, data });
const sql = createMock({ schema: things, data, dialect: { nulls: 'sql' } });
const insensitive = createMock({
  schema: things,
  data,
  dialect: { text: { like: 'insensitive' } },
});
const all = rows.things.map(({ id }) => id);

/** The ids of the things that match, in the order of the response. */
async function find(
  where: Where,
  more: Record<string, string> = {},
  asked = mock,
): Promise<string[]> {
  const { body } = await ask(asked, '/things', { where: JSON.stringify(where), ...more });
  return body.map(({ id }: { id: string }) => id);
}

const settings = { seed: 4, numRuns: 300 };
const where = wheresOf('things', 2);
const column = fc.constantFrom(...Object.entries(columns).filter(([, pool]) => pool !== 'json'));
const valued = column.chain(([name, pool]) =>
  fc.record({
    name: fc.constant(name),
    values: fc.array(fc.constantFrom<unknown>(...pools[pool]), { maxLength: 4 }),
  }),
);
const ordered = column.filter(([, pool]) => pool !== 'boolean' && pool !== 'enumeration');

describe('for any filter', { timeout: 60_000 }, () => {
  test('AND and OR of one filter are that filter', () =>
    fc.assert(
      fc.asyncProperty(where, async (one) => {
        const found = await find(one);
        expect(await find({ AND: [one] })).toEqual(found);
        expect(await find({ OR: [one, one] })).toEqual(found);
        expect(await find({ AND: [one, {}] })).toEqual(found);
      }),
      settings,
    ));

  test('the order of combined filters does not matter', () =>
    fc.assert(
      fc.asyncProperty(where, where, async (one, other) => {
        expect(await find({ OR: [one, other] })).toEqual(await find({ OR: [other, one] }));
        expect(await find({ AND: [one, other] })).toEqual(await find({ AND: [other, one] }));
      }),
      settings,
    ));

  test('AND finds what both find, and OR what either finds', () =>
    fc.assert(
      fc.asyncProperty(where, where, async (one, other) => {
        const [first, second] = [new Set(await find(one)), new Set(await find(other))];
        expect(await find({ AND: [one, other] })).toEqual(
          all.filter((id) => first.has(id) && second.has(id)),
        );
        expect(await find({ OR: [one, other] })).toEqual(
          all.filter((id) => first.has(id) || second.has(id)),
        );
      }),
      settings,
    ));

  test('in is an OR of eq, and not_in its opposite', () =>
    fc.assert(
      fc.asyncProperty(valued, async ({ name, values }) => {
        if (columns[name as keyof typeof columns] === 'boolean') return;
        const found = await find({ [name]: { in: values } });
        expect(found).toEqual(
          await find({ OR: values.map((value) => ({ [name]: { eq: value } })) }),
        );
        const others = await find({ [name]: { not_in: values } });
        expect([...found, ...others].sort()).toEqual([...all].sort());
      }),
      settings,
    ));

  test('eq and neq divide the rows', () =>
    fc.assert(
      fc.asyncProperty(valued, async ({ name, values }) => {
        for (const value of values) {
          const [same, other] = [
            await find({ [name]: value }),
            await find({ [name]: { neq: value } }),
          ];
          expect([...same, ...other].sort()).toEqual([...all].sort());
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
        for (const value of values) {
          const neq = { [name]: { neq: value } };
          expect(await find(neq, {}, sql)).toEqual(withoutNulls(await find(neq)));
          expect(await find({ [name]: value }, {}, sql)).toEqual(await find({ [name]: value }));
        }
        if (pool !== 'boolean' && values.length > 0) {
          const not_in = { [name]: { not_in: values } };
          expect(await find(not_in, {}, sql)).toEqual(withoutNulls(await find(not_in)));
        }
        if (pool === 'text' || pool === 'uuid') {
          const not_contains = { [name]: { not_contains: values[0] ?? 'a' } };
          expect(await find(not_contains, {}, sql)).toEqual(withoutNulls(await find(not_contains)));
        }
      }),
      settings,
    ));

  test('like: insensitive finds the same for any case of the text', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...pools.text), fc.boolean(), async (text, isContains) => {
        const like = (operand: string) => ({
          text: { [isContains ? 'contains' : 'like']: operand },
        });
        const found = await find(like(text), {}, insensitive);
        expect(await find(like(text.toUpperCase()), {}, insensitive)).toEqual(found);
        expect(await find(like(text.toLowerCase()), {}, insensitive)).toEqual(found);
        expect(found).toEqual(expect.arrayContaining(await find(like(text))));
        const others = await find({ text: { not_contains: text } }, {}, insensitive);
        expect([...found, ...others].sort()).toEqual([...all].sort());
      }),
      settings,
    ));

  test('a filter through a to-one relation finds the rows of the related rows that match', () =>
    fc.assert(
      fc.asyncProperty(wheresOf('boxes', 2), async (one) => {
        fc.pre(Object.keys(one).length > 0);
        const { body } = await ask(mock, '/boxes', { where: JSON.stringify(one) });
        const ids = body.map(({ id }: { id: string }) => id);
        expect(await find({ box: one })).toEqual(await find({ box_id: { in: ids } }));
      }),
      settings,
    ));

  test('gt and lte divide the rows that are not null', () =>
    fc.assert(
      fc.asyncProperty(ordered, fc.nat(), async ([name, pool], index) => {
        const value = pools[pool][index % pools[pool].length];
        const above = await find({ [name]: { gt: value } });
        const below = await find({ [name]: { lte: value } });
        const there = name === 'name' ? all : await find({ [name]: { neq: null } });
        expect([...above, ...below].sort()).toEqual([...there].sort());
        expect(await find({ [name]: { gte: value, lte: value } })).toEqual(
          await find({ [name]: { eq: value } }),
        );
      }),
      settings,
    ));

  test('none is the opposite of some, and every means that no row fails', () =>
    fc.assert(
      fc.asyncProperty(where, async (one) => {
        const boxes = async (asked: Where) =>
          (await ask(mock, '/boxes', { where: JSON.stringify({ things: asked }) })).body.map(
            ({ id }: { id: string }) => id,
          );
        const [some, none] = [await boxes({ some: one }), await boxes({ none: one })];
        expect([...some, ...none].sort()).toEqual(rows.boxes.map(({ id }) => id).sort());
        const found = new Set(await find(one));
        const failing = new Set(
          rows.things.filter(({ id }) => !found.has(id)).map(({ box_id }) => box_id),
        );
        expect(await boxes({ every: one })).toEqual(
          rows.boxes.map(({ id }) => id).filter((id) => !failing.has(id)),
        );
      }),
      settings,
    ));

  test('pages join to the whole, in any order', () =>
    fc.assert(
      fc.asyncProperty(
        where,
        ordered,
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        async (one, [name], down, take) => {
          const order = { order_by: `${name}:${down ? 'desc' : 'asc'}` };
          const whole = await find(one, order);
          const joined: string[] = [];
          for (let skip = 0; skip <= whole.length; skip += take)
            joined.push(...(await find(one, { ...order, take: `${take}`, skip: `${skip}` })));
          expect(joined).toEqual(whole);
          expect([...whole].sort()).toEqual((await find(one)).sort());
        },
      ),
      settings,
    ));

  test('keyset pagination by id returns every row once', () =>
    fc.assert(
      fc.asyncProperty(where, fc.integer({ min: 1, max: 9 }), async (one, take) => {
        const paginated: string[] = [];
        for (;;) {
          const after = paginated.at(-1);
          const page = await find(
            after === undefined ? one : { AND: [one, { id: { gt: after } }] },
            {
              order_by: 'id:asc',
              take: `${take}`,
            },
          );
          if (page.length === 0) break;
          paginated.push(...page);
        }
        expect(paginated).toEqual((await find(one)).sort());
      }),
      settings,
    ));

  test('an include does not change which rows match', () =>
    fc.assert(
      fc.asyncProperty(
        where,
        fc.constantFrom('name:true', 'data:false', 'box:true', 'box:{things:{where:{}}}'),
        async (one, include) => {
          expect(await find(one, { include })).toEqual(await find(one));
        },
      ),
      settings,
    ));

  test('a cursor of any row splits the list there, in any order', () =>
    fc.assert(
      fc.asyncProperty(
        ordered,
        fc.boolean(),
        fc.nat({ max: all.length - 1 }),
        async ([name], down, index) => {
          const order = { order_by: `${name}:${down ? 'desc' : 'asc'}` };
          const { body } = await ask(mock, '/things', order);
          const { id, [name]: value } = body[index];
          const cursor = Buffer.from(JSON.stringify({ id, [name]: value })).toString('base64');
          const ids = body.map((row: { id: string }) => row.id);
          expect(await find({}, { ...order, after: cursor })).toEqual(ids.slice(index + 1));
          expect(await find({}, { ...order, before: cursor })).toEqual(ids.slice(0, index));
        },
      ),
      settings,
    ));
});
