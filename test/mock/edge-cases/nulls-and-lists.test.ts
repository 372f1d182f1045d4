import { describe, expect, test } from 'vitest';
import { ask, mockOfThings, namesOf } from '../send.js';

const rows = [
  { name: 'x', text: 'x', amount: '1.50', score: 1, at: '2026-01-01T00:00:00Z', state: 'open' },
  { name: 'y', text: 'y', amount: '-2', score: -2, at: '2026-01-02T00:00:00Z', state: 'shut' },
  { name: 'nothing' },
];
const names = namesOf(rows);

describe('null and lists [decision 17]', () => {
  test.each([
    ['neq is true for null: it is the exact opposite of eq', "text:{neq:'x'}", ['y', 'nothing']],
    ['neq is true for null, among decimals', 'amount:{neq:1.5}', ['y', 'nothing']],
    ['neq is true for null, among dates', "at:{neq:'2026-01-01T00:00:00Z'}", ['y', 'nothing']],
    ['eq null matches null', 'text:{eq:null}', ['nothing']],
    [
      'a bare null matches null, of any kind',
      'text:null,amount:null,score:null,at:null,data:null',
      ['nothing'],
    ],
    ['neq null matches values', 'amount:{neq:null}', ['x', 'y']],
    ['an empty in matches nothing', 'text:{in:[]}', []],
    ['an empty in matches nothing, among decimals', 'amount:{in:[]}', []],
    ['an empty not_in matches everything, null too', 'text:{not_in:[]}', ['x', 'y', 'nothing']],
    ['a null inside in matches null', "text:{in:['x',null]}", ['x', 'nothing']],
    ['a null inside in matches null, among decimals', 'amount:{in:[-2.0,null]}', ['y', 'nothing']],
    [
      'a null inside in matches null, among dates',
      "at:{in:[null,'2026-01-02T01:00:00+01:00']}",
      ['y', 'nothing'],
    ],
    ['without a null, in does not match null', "text:{in:['x','y']}", ['x', 'y']],
    ['not_in with a null leaves the others, unlike SQL', "text:{not_in:['x',null]}", ['y']],
    ['not_in without a null is true for null', 'score:{not_in:[1]}', ['y', 'nothing']],
    ['gt is false for null, which is not zero', 'score:{gt:-10}', ['x', 'y']],
    ['lt is false for null', 'amount:{lt:100}', ['x', 'y']],
    ['gte and lte are false for null', 'rank:{gte:0}', []],
    ['an ordered comparator of text is false for null', "text:{gte:''}", ['x', 'y']],
    ['like is false for null', "text:{like:''}", ['x', 'y']],
    ['a field that an inserted row leaves out is null', 'state:null', ['nothing']],
  ])('%s', async (_, where, expected) => {
    expect(await names(where)).toEqual(expected);
  });

  test.each(['gt', 'gte', 'lt', 'lte'])('%s rejects null', async (comparator) => {
    expect(await names(`amount:{${comparator}:null}`)).toBe(
      `where.amount.${comparator}: null has no order. Use { eq: null }.`,
    );
  });

  test('like rejects null', async () => {
    expect(await names('text:{like:null}')).toBe('where.text.like: expected a string, got null.');
  });
});

describe('null in a mock with `nulls: sql`', () => {
  const names = namesOf(rows, { nulls: 'sql' });

  test.each([
    ['neq is false for null', "text:{neq:'x'}", ['y']],
    ['neq is false for null, among decimals', 'amount:{neq:1.5}', ['y']],
    ['neq is false for null, among dates', "at:{neq:'2026-01-01T00:00:00Z'}", ['y']],
    ['neq null matches values', 'text:{neq:null}', ['x', 'y']],
    ['eq null matches null', 'text:null', ['nothing']],
    ['not_in is false for null', 'score:{not_in:[1]}', ['y']],
    ['not_in with a null matches nothing', "text:{not_in:['x',null]}", []],
    ['not_in of nothing matches everything, null too', 'text:{not_in:[]}', ['x', 'y', 'nothing']],
    ['not_contains of text is false for null', "text:{not_contains:'x'}", ['y']],
    ['a null inside in matches nothing', "text:{in:['x',null]}", ['x']],
    ['JSON neq is false for null', 'data:{neq:{}}', []],
    ['JSON not_contains is false for null', 'data:{not_contains:{a:1}}', []],
    ['JSON not_exists is false for null', "data:{not_exists:'a'}", []],
    ['JSON null is null', 'data:null', ['x', 'y', 'nothing']],
  ])('%s [decision 17]', async (_, where, expected) => {
    expect(await names(where)).toEqual(expected);
  });

  test('every ignores the rows that a comparison with null leaves open', async () => {
    const mock = mockOfThings({ boxes: [{ things: rows }] }, { nulls: 'sql' });
    const count = async (where: string) => (await ask(mock, '/boxes', { where })).body.length;
    expect(await count("things:{every:{text:{neq:'z'}}}")).toBe(1);
    expect(await count("things:{every:{text:{neq:'x'}}}")).toBe(0);
    expect(await count("things:{every:{OR:[{text:{neq:'z'}},{text:null}]}}")).toBe(1);
    expect(await count("things:{every:{OR:[{text:{neq:'x'}},{name:'x'}]}}")).toBe(1);
    expect(await count("things:{every:{text:{neq:'z'},name:{neq:'nothing'}}}")).toBe(0);
    expect(await count('things:{every:{text:{in:[]}}}')).toBe(0);
    expect(await count("things:{every:{text:{not_in:['z',null]}}}")).toBe(1);
    expect(await count("things:{none:{text:{neq:'z'}}}")).toBe(0);
    expect(await count("things:{some:{text:{gt:'z'}}}")).toBe(0);
    expect(await count("things:{none:{text:{gt:'z'}}}")).toBe(1);
  });
});

test('not_contains of text is the opposite of contains, true for null [decision 12]', async () => {
  expect(await names("text:{not_contains:'x'}")).toEqual(['y', 'nothing']);
  expect(await names("text:{not_contains:''}")).toEqual(['nothing']);
  expect(await names('amount:{not_contains:.5}')).toContain(
    'where.amount.not_contains: expected a string',
  );
});
