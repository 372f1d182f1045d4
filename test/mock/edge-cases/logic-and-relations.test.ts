import { defineSchema, nullable, one, string } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask, mockOfThings, namesOf } from '../send.js';

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
  const labels = async (where: string) =>
    (await ask(mock, '/boxes', { where })).body.map(({ label }: { label: string }) => label);

  test.each([
    [
      'every is true if there are no related rows',
      'things:{every:{score:{gt:0}}}',
      ['empty', 'full'],
    ],
    [
      'none is true if there are no related rows',
      'things:{none:{score:{gt:100}}}',
      ['empty', 'full', 'nulls'],
    ],
    ['some is false if there are no related rows', 'things:{some:{score:{gt:0}}}', ['full']],
    ['some {} matches if there is a related row', 'things:{some:{}}', ['full', 'nulls']],
    ['none {} matches if there is no related row', 'things:{none:{}}', ['empty']],
    ['every {} is always true', 'things:{every:{}}', ['empty', 'full', 'nulls']],
  ])('%s', async (_, where, expected) => {
    expect(await labels(where)).toEqual(expected);
  });

  test('a link to a missing row is rejected [decision 33]', () => {
    const ghost = 'ffffffff-0000-4000-8000-000000000000';
    expect(() => mock.db.things.insert({ box_id: ghost })).toThrow(
      `things.box_id: no row of boxes has the id ${ghost}. Insert that row first, or give the row itself as \`box\`.`,
    );
  });

  test('the deletion of a row that others link to is rejected [decision 33]', () => {
    const { id } = mock.db.boxes.all().find(({ label }) => label === 'nulls') ?? { id: '' };
    expect(() => mock.db.boxes.delete(id)).toThrow(
      `boxes: ${id} cannot be deleted: it is the \`box_id\` of 1 row of things. Delete or update those first.`,
    );
  });

  test('a row without a link has a null relation and no parent', async () => {
    const { body } = await ask(mock, '/things', {
      where: "name:'loose'",
      include: 'name:true,box:true',
    });
    expect(body).toMatchObject([{ name: 'loose', box: null }]);
    expect((await ask(mock, '/boxes', { where: "things:{some:{name:'loose'}}" })).body).toEqual([]);
  });

  test('an include may follow a circle of relations', async () => {
    const include = 'label:true,things:{name:true,box:{label:true,things:{name:true}}}';
    const { body } = await ask(mock, '/boxes', { include, where: "label:'nulls'" });
    const id = expect.any(String);
    expect(body).toEqual([
      {
        id,
        label: 'nulls',
        things: [{ id, name: 'r', box: { id, label: 'nulls', things: [{ id, name: 'r' }] } }],
      },
    ]);
  });

  test('a filter inside an include does not filter the parents [include 11]', async () => {
    const { body } = await ask(mock, '/boxes', {
      include: "label:true,things:{where:{name:'q'},include:{name:true}}",
    });
    expect(
      body.map((box: { label: string; things: unknown[] }) => [box.label, box.things.length]),
    ).toEqual([
      ['empty', 0],
      ['full', 1],
      ['nulls', 0],
    ]);
  });
});

describe('a filterable to-one relation [decision 10]', () => {
  const names = namesOf([
    { name: 'a', box: { label: 'red', things: [{ name: 'b', score: 1 }] } },
    { name: 'c', box: { label: 'blue' } },
    { name: 'd', box_id: null },
  ]);

  test.each([
    ['is matched by its fields', "box:{label:'red'}", ['a', 'b']],
    ['is matched by combined filters', "box:{OR:[{label:'red'},{label:'blue'}]}", ['a', 'b', 'c']],
    ['is matched by its own relations', 'box:{things:{some:{score:1}}}', ['a', 'b']],
    ['is matched at any depth', "box:{things:{some:{box:{label:'red'},name:'b'}}}", ['a', 'b']],
    ['matches no filter if the row is missing', "box:{label:{neq:'red'}}", ['c']],
    ['is no constraint as an empty object', 'box:{}', ['a', 'b', 'c', 'd']],
    ['combines with other conditions', "name:'a',box:{label:'red'}", ['a']],
  ])('%s', async (_, where, expected) => {
    expect(((await names(where)) as string[]).sort()).toEqual(expected);
  });

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

  test('filters the rows of an include', async () => {
    const mock = mockOfThings({ boxes: [{ label: 'red', things: [{ name: 'b' }] }] });
    const include = (label: string) => `things:{where:{box:{label:'${label}'}}}`;
    const count = async (label: string) =>
      (await ask(mock, '/boxes', { include: include(label) })).body[0].things.length;
    expect([await count('red'), await count('blue')]).toEqual([1, 0]);
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
