import { defineSchema, string, uuid } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask, mockOfThings, namesOf } from '../send.js';

const names = namesOf([
  { name: 'a', score: 1 },
  { name: 'b', score: 2 },
  { name: 'c', score: 3 },
]);

describe('logic', () => {
  test.each([
    ['11. AND of nothing is true', 'AND:[]', ['a', 'b', 'c']],
    ['11. OR of nothing is false', 'OR:[]', []],
    ['12. an empty filter is true', '{}', ['a', 'b', 'c']],
    ['13. OR of an empty filter is true', 'OR:[{}]', ['a', 'b', 'c']],
    ['15. AND beside fields: both hold', "AND:[{score:{gte:2}}],name:'b'", ['b']],
    ['15. AND and OR on one level: both hold', "AND:[{score:{gte:2}}],OR:[{name:'a'},{name:'c'}]", ['c']],
    ['17. two comparators on one field: both hold', 'score:{gt:1,lt:3}', ['b']],
  ])('%s', async (_, where, expected) => {
    expect(await names(where)).toEqual(expected);
  });

  test('14. AND takes a list, not an object', async () => {
    expect(await names('AND:{score:1}')).toBe('where.AND: expected an array of filters, got an object.');
    expect(await names('OR:{score:1}')).toBe('where.OR: expected an array of filters, got an object.');
  });

  test('16. the words are in capitals', async () => {
    expect(await names('or:[{score:1}]')).toBe(
      'where: `or` is not a property or relation of things. Did you mean `OR`?',
    );
  });

  test('16. a field cannot be called AND: the schema refuses it', () => {
    const define = () => defineSchema({ a: { fields: { id: uuid(), AND: string() } } });
    expect(define).toThrow('AND: this name is reserved for filters. Choose another name.');
  });
});

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
    ['18. every is true where there are no children', 'things:{every:{score:{gt:0}}}', ['empty', 'full']],
    [
      '19. none is true where there are no children',
      'things:{none:{score:{gt:100}}}',
      ['empty', 'full', 'nulls'],
    ],
    ['19. some is false where there are no children', 'things:{some:{score:{gt:0}}}', ['full']],
    ['20. some {} asks for any child', 'things:{some:{}}', ['full', 'nulls']],
    ['20. none {} asks for no child', 'things:{none:{}}', ['empty']],
    ['20. every {} is always true', 'things:{every:{}}', ['empty', 'full', 'nulls']],
    [
      '21. every fails where a child has null: null is not greater',
      'things:{every:{score:{gte:0}}}',
      ['empty', 'full'],
    ],
    [
      '21. and holds for neq, which is true for null',
      'things:{every:{score:{neq:9}}}',
      ['empty', 'full', 'nulls'],
    ],
    [
      '23. a filter may go around in a circle',
      "things:{some:{name:'p'}},parts:{none:{parts:{some:{}}}}",
      ['full'],
    ],
    ['24. some and none together: both hold', 'things:{some:{score:1},none:{score:7}}', ['full']],
    ['24. and contradict each other', 'things:{some:{score:1},none:{score:1}}', []],
  ])('%s', async (_, where, expected) => {
    expect(await labels(where)).toEqual(expected);
  });

  test('20. a relation without a quantifier asks nothing, and is refused', async () => {
    const { status, body } = await ask(mock, '/boxes', { where: 'things:{}' });
    expect([status, body.errors[0]]).toEqual([
      400,
      'where.things: expected an object with some, none or every, got an empty object.',
    ]);
  });

  test('22. a link that leads nowhere is refused when the row is inserted [decision 33]', () => {
    const ghost = '00000000-0000-4000-8000-000000000000';
    expect(() => mock.db.things.insert({ box_id: ghost })).toThrow(
      `things.box_id: no row of boxes has the id ${ghost}. Insert that row first, or give the row itself as \`box\`.`,
    );
  });

  test('22. and so is the deletion of a row to which others link [decision 33]', () => {
    const { id } = mock.db.boxes.all().find(({ label }) => label === 'nulls') ?? { id: '' };
    expect(() => mock.db.boxes.delete(id)).toThrow(
      `boxes: ${id} cannot be deleted while 1 of things link to it by \`box_id\`. Delete or update those first.`,
    );
  });

  test('22. a link that is null gives null, and is no child of anything', async () => {
    const { body } = await ask(mock, '/things', { where: "name:'loose'", include: 'name:true,box:true' });
    expect(body).toMatchObject([{ name: 'loose', box: null }]);
    expect((await ask(mock, '/boxes', { where: "things:{some:{name:'loose'}}" })).body).toEqual([]);
  });

  test('23. an include may go around in a circle, as far as it is written', async () => {
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

  test('25. a filter inside an include does not filter the parents [include 11]', async () => {
    const { body } = await ask(mock, '/boxes', {
      include: "label:true,things:{where:{name:'q'},include:{name:true}}",
    });
    expect(body.map((box: { label: string; things: unknown[] }) => [box.label, box.things.length])).toEqual([
      ['empty', 0],
      ['full', 1],
      ['nulls', 0],
    ]);
  });

  test('26. a to-one relation cannot be filtered through, not even with null', async () => {
    for (const where of ['parent:{some:{}}', 'parent:null']) {
      const { status, body } = await ask(mock, '/boxes', { where });
      expect([status, body.errors[0]]).toEqual([
        400,
        'where.parent: cannot filter on a to-one relation. Use `filterable: true` in the schema.',
      ]);
    }
  });
});

describe('a filterable to-one relation [decision 10]', () => {
  const names = namesOf([
    { name: 'a', box: { label: 'red', things: [{ name: 'b', score: 1 }] } },
    { name: 'c', box: { label: 'blue' } },
    { name: 'd', box_id: null },
  ]);

  test.each([
    ['is matched by its properties', "box:{label:'red'}", ['a', 'b']],
    ['is matched by combined filters', "box:{OR:[{label:'red'},{label:'blue'}]}", ['a', 'b', 'c']],
    ['is matched by its own relations', 'box:{things:{some:{score:1}}}', ['a', 'b']],
    ['is matched at any depth', "box:{things:{some:{box:{label:'red'},name:'b'}}}", ['a', 'b']],
    ['matches no filter if the row is missing', "box:{label:{neq:'red'}}", ['c']],
    ['is no constraint as an empty object', 'box:{}', ['a', 'b', 'c', 'd']],
    ['combines with other conditions', "name:'a',box:{label:'red'}", ['a']],
  ])('%s', async (_, where, expected) => {
    expect(((await names(where)) as string[]).sort()).toEqual(expected);
  });

  test('is found by null in its foreign key', async () => {
    expect(await names('box_id:null')).toEqual(['d']);
    expect(await names('box:null')).toContain('where.box: expected a filter of boxes, got null.');
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

  test('66. what was asked before does not hold afterwards: links and columns follow', async () => {
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

  test('66. rows come in the order of their insertion, page by page [decision 2]', async () => {
    mock.db.things.insert(Array.from({ length: 5 }, (_, index) => ({ name: `thing ${index}` })));
    const page = async (skip: number) =>
      (await ask(mock, '/things', { take: '2', skip: `${skip}`, include: 'name:true' })).body.map(
        ({ name }: { name: string }) => name,
      );
    expect([...(await page(0)), ...(await page(2)), ...(await page(4))]).toEqual([
      'thing 0',
      'thing 1',
      'thing 2',
      'thing 3',
      'thing 4',
    ]);
  });
});

test('25. nor do filters inside includes change which rows a list gives', async () => {
  const mock = createMock();
  const plain = (await ask(mock, '/accounts')).body.map(({ id }: { id: string }) => id);
  const { body } = await ask(mock, '/accounts', { include: 'balances:{where:{balance:{lt:0}}}' });
  expect(body.map(({ id }: { id: string }) => id)).toEqual(plain);
});
