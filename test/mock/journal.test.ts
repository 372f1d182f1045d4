import fc from 'fast-check';
import type { Snapshot } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { ask, mockOfThings } from './send.js';

/** A thing as the model keeps it. */
interface Thing {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly box_id: string;
}

const step = fc.record({
  act: fc.constantFrom(
    'insert',
    'insert',
    'update',
    'update',
    'delete',
    'snapshot',
    'restore',
    'rejected',
    'reset',
  ),
  which: fc.nat(),
  name: fc.constantFrom('a', 'b', 'c'),
  amount: fc.constantFrom('1', '1.0', '-2', '30'),
  box: fc.nat({ max: 1 }),
});

test('after any sequence of writes, snapshots and restores, every query agrees with a plain array of rows', {
  timeout: 60_000,
}, async () => {
  const mock = mockOfThings({
    boxes: [{ label: 'x' }, { label: 'y' }],
    things: [{ name: 'a', amount: '1' }],
  });
  const boxes = mock.db.boxes.all().map(({ id }) => id);
  const idsOf = async (path: string, parameters: Record<string, string>) =>
    (await ask(mock, path, parameters)).body.map(({ id }: { id: string }) => id);

  const compare = async (model: readonly Thing[]) => {
    expect(mock.db.things.all()).toMatchObject(model);
    const ids = (rows: readonly Thing[]) => rows.map(({ id }) => id);
    expect(await idsOf('/things', { where: "name:'b'" })).toEqual(
      ids(model.filter(({ name }) => name === 'b')),
    );
    expect(await idsOf('/things', { where: 'amount:1.00' })).toEqual(
      ids(model.filter(({ amount }) => Number(amount) === 1)),
    );
    expect(await idsOf('/things', { where: `box_id:'${boxes[0]}'` })).toEqual(
      ids(model.filter(({ box_id }) => box_id === boxes[0])),
    );
    expect(await idsOf('/things', { order_by: 'name:asc', take: '100' })).toEqual(
      ids(
        [...model].sort((left, right) =>
          left.name < right.name ? -1 : left.name > right.name ? 1 : 0,
        ),
      ),
    );
    expect(await idsOf('/boxes', { where: "things:{some:{name:'c'}}" })).toEqual(
      boxes.filter((box) => model.some(({ name, box_id }) => name === 'c' && box_id === box)),
    );
    const { body } = await ask(mock, '/boxes', { include: 'things:{name:true}' });
    expect(body.map((box: { things: { id: string }[] }) => box.things.map(({ id }) => id))).toEqual(
      boxes.map((box) => ids(model.filter(({ box_id }) => box_id === box))),
    );
  };

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      mock.reset();
      const start = mock.db.things.all() as unknown as Thing[]; // none of its values is null where the model looks
      let model: readonly Thing[] = start;
      const kept: { snapshot: Snapshot; model: readonly Thing[] }[] = [];
      for (const { act, which, name, amount, box } of steps) {
        const chosen = model[which % Math.max(1, model.length)];
        const given = { name, amount, box_id: boxes[box] ?? '' };
        if (act === 'insert') model = [...model, { ...given, id: mock.db.things.insert(given).id }];
        if (act === 'update' && chosen) {
          mock.db.things.update(chosen.id, given);
          model = model.map((thing) => (thing === chosen ? { ...given, id: thing.id } : thing));
        }
        if (act === 'delete' && chosen) {
          mock.db.things.delete(chosen.id);
          model = model.filter((thing) => thing !== chosen);
        }
        if (act === 'rejected')
          expect(() => mock.db.things.insert([given, { amount: 'x' }])).toThrow('things[1].amount');
        if (act === 'snapshot') kept.push({ snapshot: mock.snapshot(), model });
        const back = kept[which % Math.max(1, kept.length)];
        if (act === 'restore' && back) {
          mock.restore(back.snapshot);
          model = back.model;
        }
        if (act === 'reset') {
          mock.reset();
          model = start;
        }
      }
      await compare(model);
    }),
    { seed: 8, numRuns: 400 },
  );
});
