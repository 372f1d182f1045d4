import { describe, expect, test } from 'vitest';
import { ask, mockOfThings, namesOf } from '../send.js';

const amounts = {
  one: '1',
  oneToo: '1.0',
  seven: '007',
  zero: '0.00',
  minusZero: '-0.00',
  big: '9007199254740993',
  bigger: '9007199254740993.0000000000000000000001',
  tenth: '0.1',
  tenthAndABit: '0.10000000000000000001',
  long: `1${'0'.repeat(400)}`,
  longer: `1${'0'.repeat(399)}1`,
  minus: '-52.00',
};
const rows = Object.entries(amounts).map(([name, amount]) => ({ name, amount, text: amount }));
const names = namesOf(rows);

describe('decimals', () => {
  test.each([
    ["36. '1.0' equals '1'", "amount:'1.0'", ['one', 'oneToo']],
    ["a number equals '1.0'", 'amount:1', ['one', 'oneToo']],
    ["as text, '1' and '1.0' differ", "text:'1.0'", ['oneToo']],
    ["'1.0' equals '1' inside in", "amount:{in:['1.00','52']}", ['one', 'oneToo']],
    [
      "'1.0' equals '1' inside not_in",
      "amount:{not_in:['1.00',0.1,7,-52,0,'9007199254740993']}",
      ['bigger', 'tenthAndABit', 'long', 'longer'],
    ],
    ['minus zero is zero', 'amount:0', ['zero', 'minusZero']],
    ['leading zeros do not matter', "amount:'7'", ['seven']],
    ['an integer beyond the exact floats', "amount:'9007199254740993'", ['big']],
    ['the next integer beyond the exact floats differs', "amount:'9007199254740992'", []],
    [
      'the 22nd digit of a fraction counts',
      "amount:{gt:'9007199254740993',lt:'9007199254740994'}",
      ['bigger'],
    ],
    ['0.1 is not 0.10000000000000000001', "amount:'0.1'", ['tenth']],
    ['0.1 is less than 0.10000000000000000001', "amount:{gt:'0.1',lt:'0.2'}", ['tenthAndABit']],
    [
      '0.10000000000000000001 is greater than 0.1',
      "amount:{gt:0,lt:'0.10000000000000000001'}",
      ['tenth'],
    ],
    ['decimals too large for a float are ordered', `amount:{gt:'1${'0'.repeat(400)}'}`, ['longer']],
    [
      'decimals too large for a float equal only themselves',
      `amount:'1${'0'.repeat(400)}.0'`,
      ['long'],
    ],
    [
      'like on a decimal works on the stored text',
      "amount:{like:'.0'}",
      ['oneToo', 'zero', 'minusZero', 'bigger', 'minus'],
    ],
    ['a hexadecimal number is parsed by JSON5', 'amount:0x1', ['one', 'oneToo']],
    ['an exponent is parsed by JSON5', 'amount:{lt:-5e1}', ['minus']],
  ])('%s', async (_, where, expected) => {
    expect(await names(where)).toEqual(expected);
  });

  test('an integer that a JSON parser has rounded is rejected', async () => {
    expect(await names('amount:{gt:9007199254740993}')).toBe(
      'where.amount.gt: expected a safe integer, got 9007199254740992. Pass it as a string.',
    );
  });

  test('responses keep the stored text [decision 22]', async () => {
    const { body } = await ask(mockOfThings({ things: rows }), '/things', {
      include: 'amount:true',
    });
    expect(body.map(({ amount }: { amount: string }) => amount)).toEqual(Object.values(amounts));
  });
});

const dated = namesOf([
  { name: 'noon', at: '2026-01-31T12:00:00Z' },
  { name: 'later', at: '2026-01-31T12:00:00.001Z' },
  { name: 'zoned', at: '2026-01-31T14:00:00+02:00' },
]);

describe('dates', () => {
  test.each([
    ['an offset is the same instant', "at:'2026-01-31T13:00:00+01:00'", ['noon', 'zoned']],
    ['lower-case t and z are accepted', "at:'2026-01-31t12:00:00z'", ['noon', 'zoned']],
    ['milliseconds count', "at:{gt:'2026-01-31T12:00:00Z'}", ['later']],
    ['further digits may be zeros', "at:'2026-01-31T12:00:00.001000000Z'", ['later']],
    ['nanoseconds count', "at:{lt:'2026-01-31T12:00:00.000000001Z'}", ['noon', 'zoned']],
    ['nanoseconds are not rounded', "at:{lte:'2026-01-31T12:00:00.000999999Z'}", ['noon', 'zoned']],
    ['nanoseconds never equal a millisecond', "at:'2026-01-31T12:00:00.000000001Z'", []],
    ['a day is midnight UTC', "at:{gte:'2026-02-01'}", []],
    ['an offset without a colon', "at:'2026-01-31T14:00:00+0200'", ['noon', 'zoned']],
    ['seconds may be left out', "at:'2026-01-31T12:00Z'", ['noon', 'zoned']],
    [
      'dates are compared as instants, not as text',
      "at:{in:['2026-01-31T12:00:00.000Z']}",
      ['noon', 'zoned'],
    ],
  ])('%s', async (_, where, expected) => {
    expect(await dated(where)).toEqual(expected);
  });

  test.each([
    ['ten fractional digits', '2026-01-31T12:00:00.0000000000Z'],
    ['30 February', '2026-02-30T12:00:00Z'],
    ['24 hours', '2026-01-31T24:00:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['a year of six digits', '+002026-01-31T12:00:00Z'],
    ['a negative year', '-0001-01-31T12:00:00Z'],
    ['a number as text', '1'],
    ['a word with a year', 'foo 2024'],
    ['now', 'now'],
  ])('%s is rejected: %s', async (_, text) => {
    expect(await dated(`at:{gt:'${text}'}`)).toBe(
      `where.at.gt: expected a date such as 2026-01-31 or 2026-01-31T12:00:00Z, or a Date, got "${text}".`,
    );
    expect(() => mockOfThings({ things: [{ at: text }] })).toThrow(
      'things[0].at: expected a date with a time zone',
    );
  });

  test('responses have dates in UTC with milliseconds [decision 23]', () => {
    const { db } = mockOfThings({ things: [{ at: '2026-01-31t14:00:00+02:00' }] });
    expect(db.things.all()[0]?.at).toBe('2026-01-31T12:00:00.000Z');
  });
});
