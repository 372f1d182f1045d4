import { describe, expect, test } from 'vitest';
import { namesOf } from '../send.js';

/** The names of the things that match a filter on their JSON value. */
const names = namesOf([
  { name: 'field', data: { id: 'a', archived_at: null, variables: { deep: { x: 1, y: [] } } } },
  { name: 'lists', data: { tags: ['a', 'b', 'b'], rows: [{ k: 1, l: 2 }, { k: 2 }], id: ['a'] } },
  { name: 'types', data: { one: 1, yes: true, text: '1', id: { any: 0 } } },
  { name: 'dots', data: { 'x.y': 1, x: { z: 2 }, '': 0 } },
  { name: 'odd', data: JSON.parse('{"__proto__":{"p":1},"constructor":1,"length":2}') },
  { name: 'empty', data: {} },
  { name: 'null', data: null },
]);
const all = ['field', 'lists', 'types', 'dots', 'odd', 'empty', 'null'];
const without = (...gone: string[]) => all.filter((name) => !gone.includes(name));

describe('JSON contains', () => {
  test.each([
    ['holds the key and value [where 7]', "{id:'a'}", ['field']],
    ['an empty object matches any object [where 8]', '{variables:{}}', ['field']],
    ['null is not an object [where 8]', '{archived_at:{}}', []],
    ['a scalar, an array and a missing key are not objects [where 8]', '{id:{}}', ['types']],
    ['a part of a nested object [decision 24]', '{variables:{deep:{x:1}}}', ['field']],
    ['an empty array is in any array', '{tags:[]}', ['lists']],
    ['null is matched by a key that holds null', '{archived_at:null}', ['field']],
    ['null is not matched by a missing key', '{absent:null}', []],
    ['everything that is not null has an empty object inside', '{}', without('null')],
    ['an array holds some of its items [decision 24]', "{tags:['b']}", ['lists']],
    ['the order of the items does not matter', "{tags:['b','a']}", ['lists']],
    ['repeated items need one match', "{tags:['a','a']}", ['lists']],
    ['objects in arrays match in part', '{rows:[{k:1}]}', ['lists']],
    ['each given object matches some item', '{rows:[{k:2},{l:2}]}', ['lists']],
    ['one item must match a whole given object', '{rows:[{k:2,l:2}]}', []],
    ['a scalar is not matched by an array that holds it', "{id:'a'}", ['field']],
    ['numbers are equal by value', '{one:1.0}', ['types']],
    ['a number is not text', "{one:'1'}", []],
    ['inherited keys do not count', '{toString:{}}', []],
    ['an own key may be called __proto__', '{__proto__:{p:1}}', ['odd']],
    ['arrays have no length', '{tags:{length:3}}', []],
  ])('%s', async (_, given, expected) => {
    expect(await names(`data:{contains:${given}}`)).toEqual(expected);
  });

  test.each([
    ['null contains nothing', "{id:'a'}", without('field')],
    ['undecided, so that neither holds [where 8]', '{id:{}}', without('field', 'types')],
    ['{archived_at:{}} does not match null [where 8]', '{archived_at:{}}', all],
    ['undecided wins over true [decision 25]', '{id:{},variables:{}}', without('field')],
    ['false wins over undecided [decision 25]', '{id:{},variables:{deep:{x:2}}}', all],
    ['undecided at any depth [decision 25]', '{variables:{deep:{x:{}}}}', without('field')],
    ['true wins over undecided in an array', '{rows:[{}]}', without('lists')],
    ['false for an array, which is not an object', '{tags:{}}', all],
    ['inherited keys do not count', '{toString:{}}', all],
  ])('not_contains: %s', async (_, given, expected) => {
    expect(await names(`data:{not_contains:${given}}`)).toEqual(expected);
  });

  test('a comparator inside the operand is data [decision 49]', async () => {
    const ofLimits = namesOf([
      { name: 'object', data: { limit: { gt: 1 } } },
      { name: 'number', data: { limit: 2 } },
    ]);
    expect(await ofLimits('data:{contains:{limit:{gt:1}}}')).toEqual(['object']);
  });
});

describe('JSON exists', () => {
  test.each([
    ['the key exists [where 9]', 'id', ['field', 'lists', 'types']],
    ['a key that holds null exists', 'archived_at', ['field']],
    ['a literal key with a dot [decision 26]', 'x.y', ['dots']],
    ['a dotted path [decision 26]', 'x.z', ['dots']],
    ['parts of a path may be empty keys', '.', []],
    ['arrays are not entered [decision 26]', 'tags.0', []],
    ['own properties only [decision 26]', 'toString', []],
    ['__proto__ as an own key', '__proto__.p', ['odd']],
    ['__proto__ as an inherited key', 'x.__proto__', []],
  ])('%s', async (_, path, expected) => {
    expect(await names(`data:{exists:'${path}'}`)).toEqual(expected);
    expect(await names(`data:{not_exists:'${path}'}`)).toEqual(without(...expected));
  });
});

describe('JSON eq', () => {
  test.each([
    [
      'key order says nothing [decision 27]',
      "{eq:{variables:{deep:{y:[],x:1}},archived_at:null,id:'a'}}",
      ['field'],
    ],
    ['a part is not the whole', "{eq:{id:'a'}}", []],
    ['an empty object', '{eq:{}}', ['empty']],
    ['neq is the opposite, null too', '{neq:{}}', without('empty')],
    ['null', '{eq:null}', ['null']],
    ['not null [decision 27]', '{neq:null}', without('null')],
  ])('%s', async (_, where, expected) => {
    expect(await names(`data:${where}`)).toEqual(expected);
  });
});
