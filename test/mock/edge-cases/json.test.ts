import { describe, expect, test } from 'vitest';
import { namesOf } from '../send.js';

/** Of things, each with one JSON value, the names of those that match a filter on it. */
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
    ['an empty object asks for an object [where 8]', '{variables:{}}', ['field']],
    ['null is no object [where 8]', '{archived_at:{}}', []],
    ['a scalar, an array and nothing are no objects [where 8]', '{id:{}}', ['types']],
    ['47. a part of a nested object [decision 24]', '{variables:{deep:{x:1}}}', ['field']],
    ['47. an empty array is in any array', '{tags:[]}', ['lists']],
    ['47. an empty array is in an empty one', '{variables:{deep:{y:[]}}}', ['field']],
    ['47. null is matched by a null that is there', '{archived_at:null}', ['field']],
    ['47. and by nothing else', '{absent:null}', []],
    ['47. everything that is not null has an empty object inside', '{}', without('null')],
    ['48. an array holds some of its items [decision 24]', "{tags:['b']}", ['lists']],
    ['48. in any order', "{tags:['b','a']}", ['lists']],
    ['48. once is enough', "{tags:['a','a']}", ['lists']],
    ['48. objects in arrays match in part', '{rows:[{k:1}]}', ['lists']],
    ['48. each by some item', '{rows:[{k:2},{l:2}]}', ['lists']],
    ['48. but one item must match a whole one', '{rows:[{k:2,l:2}]}', []],
    ['48. a scalar is not matched by an array that holds it', "{id:'a'}", ['field']],
    ['49. numbers are equal by value', '{one:1.0}', ['types']],
    ['49. a number is not text', "{one:'1'}", []],
    ['49. true is not text', "{yes:'true'}", []],
    ['49. text is not a number', '{text:1}', []],
    ['54. the prototype is no property', '{toString:{}}', []],
    ['54. nor is what the prototype has', '{hasOwnProperty:{}}', []],
    ['54. a property called constructor is one', '{constructor:1}', ['odd']],
    ['54. and one called __proto__', '{__proto__:{p:1}}', ['odd']],
    ['54. and one called length', '{length:2}', ['odd']],
    ['54. arrays have no length', '{tags:{length:3}}', []],
  ])('%s', async (_, given, expected) => {
    expect(await names(`data:{contains:${given}}`)).toEqual(expected);
  });

  test.each([
    ['50. null contains nothing', "{id:'a'}", without('field')],
    ['undecided, so that neither holds [where 8]', '{id:{}}', without('field', 'types')],
    ['{archived_at:{}} does not match null [where 8]', '{archived_at:{}}', all],
    ['undecided wins over true [decision 25]', '{id:{},variables:{}}', without('field')],
    ['false wins over undecided [decision 25]', '{id:{},variables:{deep:{x:2}}}', all],
    ['undecided at any depth [decision 25]', '{variables:{deep:{x:{}}}}', without('field')],
    ['undecided inside an array', '{tags:[{}]}', without('lists')],
    ['true wins over undecided in an array', '{rows:[{}]}', without('lists')],
    ['an array is decided: it is no object', '{tags:{}}', all],
  ])('not_contains: %s', async (_, given, expected) => {
    expect(await names(`data:{not_contains:${given}}`)).toEqual(expected);
  });

  test('47. an operand that is no object is refused', async () => {
    for (const [given, shown] of [
      ['null', 'null'],
      ['[]', 'an array'],
      ["'a'", '"a"'],
      ['1', '1'],
    ])
      expect(await names(`data:{contains:${given}}`)).toBe(
        `where.data.contains: expected an object, got ${shown}.`,
      );
  });
});

describe('JSON exists', () => {
  test.each([
    ['the key is there [where 9]', 'id', ['field', 'lists', 'types']],
    ['51. a key that holds null is there', 'archived_at', ['field']],
    ['52. a literal key with a dot [decision 26]', 'x.y', ['dots']],
    ['52. a dotted path [decision 26]', 'x.z', ['dots']],
    ['52. a deeper path', 'variables.deep.x', ['field']],
    ['52. a path through nothing', 'variables.no.x', []],
    ['52. empty parts are keys like others', '.', []],
    ['53. arrays are not entered [decision 26]', 'tags.0', []],
    ['53. nor is text', 'id.length', []],
    ['53. text in an array is no key', 'a', []],
    ['54. own properties only [decision 26]', 'toString', []],
    ['54. also in a dotted path', 'x.constructor', []],
    ['54. __proto__ where it is own', '__proto__.p', ['odd']],
    ['54. __proto__ where it is not', 'x.__proto__', []],
    ['54. length of an array', 'tags.length', []],
  ])('%s', async (_, path, expected) => {
    expect(await names(`data:{exists:'${path}'}`)).toEqual(expected);
    expect(await names(`data:{not_exists:'${path}'}`)).toEqual(without(...expected));
  });

  test('an empty path is refused', async () => {
    expect(await names("data:{exists:''}")).toBe(
      'where.data.exists: expected a key or a dotted path such as \'a.b\', got "". Other paths are not specified.',
    );
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
    ['a scalar equals no object', '{eq:1}', []],
  ])('%s', async (_, where, expected) => {
    expect(await names(`data:${where}`)).toEqual(expected);
  });

  test('the order of an array counts', async () => {
    const lists = "rows:[{k:1,l:2},{k:2}],id:['a']";
    expect(await names(`data:{eq:{tags:['a','b','b'],${lists}}}`)).toEqual(['lists']);
    expect(await names(`data:{eq:{tags:['b','a','b'],${lists}}}`)).toEqual([]);
  });

  test('58. a bare object is one of comparators', async () => {
    expect(await names("data:{id:'a'}")).toContain(
      'where.data: `id` is not a comparator of json properties.',
    );
    expect(await names('data:1')).toContain('where.data: expected comparators, got 1.');
  });
});
