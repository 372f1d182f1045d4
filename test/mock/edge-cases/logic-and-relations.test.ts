import { defineSchema, nullable, one, string } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask, mockOfThings } from '../send.js';

describe('relations', () => {
  const mock = mockOfThings({
    boxes: [
      { label: 'empty' },
      {
        label: 'full',
        things: [
          { name: 'p', score: 1 },
          { name: 'q', score: 5, text: 'q' },
        ],
      },
      { label: 'nulls', things: [{ name: 'r' }] },
    ],
    things: [{ name: 'loose', box_id: null }],
  });

  test('the deletion of a row that others link to is rejected [decision 33]', () => {
    const { id } = mock.db.boxes.all().find(({ label }) => label === 'nulls') ?? { id: '' };
    expect(() => mock.db.boxes.delete(id)).toThrow(
      `boxes: ${id} cannot be deleted: it is the \`box_id\` of 1 row of things. Delete or update those first.`,
    );
  });
});

describe('a filterable to-one relation [decision 10]', () => {
  test('is not a row whose id is the text null', async () => {
    const schema = defineSchema({
      boxes: { fields: { id: string() }, path: '/boxes', operations: ['list'] },
      things: {
        fields: { id: string(), box_id: nullable(string()) },
        relations: {
          box: one('boxes', { foreignKey: 'box_id', nullable: true, filterable: true }),
        },
        path: '/things',
        operations: ['list'],
      },
    });
    const mock = createMock({
      schema,
      data: { boxes: [{ id: 'null' }], things: [{ id: 't1', box_id: null }] },
    });
    expect((await ask(mock, '/things', { where: "box:{id:'null'}" })).body).toEqual([]);
    expect((await ask(mock, '/things', { include: 'box:true' })).body).toEqual([
      { id: 't1', box_id: null, box: null },
    ]);
  });
});

describe('relations after changes', () => {
  let mock: ReturnType<typeof build>;
  const build = () => mockOfThings({ boxes: [{ label: 'a' }, { label: 'b' }], things: [] });
  beforeEach(() => {
    mock = build();
  });

  test('queries see every change', async () => {
    const [a, b] = mock.db.boxes.all();
    if (!a || !b) throw new Error('two boxes were inserted');
    const count = async () =>
      (await ask(mock, '/boxes', { include: 'things:true' })).body.map(
        ({ things }: { things: unknown[] }) => things.length,
      );
    const rich = async () =>
      (await ask(mock, '/boxes', { where: 'things:{some:{amount:{gt:1}}}' })).body.length;
    expect([await count(), await rich()]).toEqual([[0, 0], 0]);
    const { id } = mock.db.things.insert({ box: a, amount: '2' });
    expect([await count(), await rich()]).toEqual([[1, 0], 1]);
    mock.db.things.update(id, { box: b, amount: '1.0' });
    expect([await count(), await rich()]).toEqual([[0, 1], 0]);
    mock.db.things.delete(id);
    expect([await count(), await rich()]).toEqual([[0, 0], 0]);
  });

  test('a list and a relation without an order are in the order of the ids [decision 2]', async () => {
    const [a] = mock.db.boxes.all();
    const ids = ['c', 'a', 'b'].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`);
    for (const id of ids) mock.db.things.insert({ id, box: a });
    expect(mock.db.things.all().map(({ id }) => id)).toEqual(ids);
    const { body } = await ask(mock, '/boxes', { include: 'things:{id:true}', take: '1' });
    const things = (await ask(mock, '/things', { include: 'id:true' })).body;
    expect(things.map(({ id }: { id: string }) => id)).toEqual([...ids].sort());
    expect(body[0].things).toEqual(things);
  });
});
