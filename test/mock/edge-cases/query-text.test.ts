import { createMock } from 'payments-data-client/mock';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ask, mockOfThings, namesOf } from '../send.js';

const rows = [
  { name: 'a', text: 'a' },
  { name: 'line\u2028break', text: 'line\u2028break' },
];
const names = namesOf(rows);
const mock = mockOfThings({ things: rows, boxes: [{ label: 'x' }] });
const statusAndError = async (search: string, path = '/things') => {
  const { status, body } = await ask(mock, path, search);
  return [status, status === 200 ? body.length : body.errors[0]];
};

afterEach(() => vi.restoreAllMocks());

describe('how a query may be written [include 10] [decision 28]', () => {
  test.each([
    ['relaxed, without braces', "name:'a'"],
    ['relaxed, with braces', "{name:'a'}"],
    ['strict', '{"name":"a"}'],
    ['strict, without braces', '"name":"a"'],
    ['with white space and line breaks', "\n { name :\t'a' }\n"],
    ['with a trailing comma', "{name:'a',}"],
    ['with comments', "/* who */ { name: 'a' } // that one"],
    ['with braces in text', `OR:[{name:'${'{'.repeat(99)}'},{name:'a'}]`],
    ['with a colon in text', `OR:[{name:'a:b:"c":'},{name:"a"}]`],
    ['with the same key in two objects', `AND:[{name:'a'},{name:'a'}],OR:[{name:'a'}]`],
  ])('%s', async (_, where) => {
    expect(await names(where)).toEqual(['a']);
  });

  test.each([
    ['plain', "name:'b',name:'a'", 'name'],
    ['strict JSON', '{"name":"b","name":"a"}', 'name'],
    ['escaped without quotes', `name:'b',n\\u0061me:'a'`, 'name'],
    ['behind comments', `name:'b'/* : */,name// :\n:'a'`, 'name'],
    ['deep', `OR:[{AND:[{name:{eq:'a',neq:'b',eq:'b'}}]}]`, 'eq'],
  ])('a repeated key is rejected: %s [decision 28]', async (_, where, key) => {
    expect(await names(where)).toBe(
      `where: \`${key}\` is given more than once. Write it once, or combine the filters with AND.`,
    );
  });

  test.each([
    ['a value that is missing', 'name:', 'invalid end of input at 1:6'],
    ['text without quotes [decision 48]', 'name:main', "invalid character 'm' at 1:6"],
    ['a brace too many', "name:'a'}", 'closes more braces than it opens'],
    ['on a later line', "\n name:'a',\n  text:b", "invalid character 'b' at 3:8"],
  ])('other text is rejected with its position: %s', async (_, where, problem) => {
    expect(await names(where)).toBe(
      `where: ${problem}. Write relaxed JSON such as {name:'value'}, with text in quotes.`,
    );
  });

  test('a line separator in text prints no warning to the console', async () => {
    const warn = vi.spyOn(console, 'warn');
    expect(await names('/**/ name:"line\u2028break"')).toEqual(['line\u2028break']);
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([
    ['where=&include=%20&order_by=%20&take=&skip=%20&after=&before=%20', 2],
    ['where', 2],
    ['include={}', 2],
    ['take=%201&skip=1%20', 1],
    ["where=text:'a+b'", 0],
  ])('blank parameters count as absent: %s', async (search, rows) => {
    expect(await statusAndError(search)).toEqual([200, rows]);
  });

  test('any text is a value of an enumeration [decision 15]', async () => {
    expect(await names("state:'never heard of'")).toEqual([]);
  });

  test.each([
    ['where=nmae:1', 'where: `nmae` is not a field or relation of things. Did you mean `name`?'],
    ['where=constructor:1', 'where: `constructor` is not a field or relation of things.'],
    ['where=[]', `where: expected a filter of things such as { id: '…' }, got an array.`],
    ['where=name:1&where=name:2', 'where: is given more than once. Send it once.'],
    ['where=%ff', 'query: is not percent-encoded UTF-8.'],
    ['take=-1', 'take: expected a non-negative integer, got "-1".'],
    ['order_by=data', 'order_by.data: cannot order by a relation or a JSON field.'],
    ['order_by=name,name:desc', 'order_by: `name` is given more than once.'],
    [
      'order_by=name desc',
      'order_by: expected a field and a direction, got "name desc". Use name:desc.',
    ],
    [
      'include=name:true,text:false',
      'include.text: true and false cannot be mixed: `name` is true. Use one of them at each level.',
    ],
    [
      'utm_source=mail',
      'query: `utm_source` is not a parameter of the service. Use where, include, order_by, take, skip, after, before.',
    ],
  ])('%s is rejected', async (search, message) => {
    expect(await statusAndError(search)).toEqual([400, message]);
  });

  test.each([
    ['limit', 'take'],
    ['offset', 'skip'],
    ['sort', 'order_by'],
    ['fields', 'include'],
    ['filter', 'where'],
  ])('the unknown parameter %s is rejected, with the hint %s [decision 28]', async (name, hint) => {
    expect(await statusAndError(`${name}=5`)).toEqual([
      400,
      `query: \`${name}\` is not a parameter of the service. Did you mean \`${hint}\`?`,
    ]);
  });

  test('a single row takes no where and no pagination', async () => {
    const { id } = mock.db.things.all()[0] ?? { id: '' };
    for (const parameter of ['where', 'take', 'skip', 'order_by', 'after', 'before'])
      expect(await statusAndError(`${parameter}=x`, `/things/${id}`)).toEqual([
        400,
        `query: \`${parameter}\` is allowed in lists only. A single row takes \`include\`.`,
      ]);
  });
});

describe('abuse', () => {
  const nested = (depth: number) =>
    `${'AND:[{'.repeat((depth - 1) / 2)}${'}]'.repeat((depth - 1) / 2)}`;

  test('1,000 nested objects and arrays of a filter are accepted, more are rejected [decision 28]', async () => {
    expect(await names(`AND:[${'{AND:['.repeat(498)}{name:{eq:'a'}}${']}'.repeat(498)}]`)).toEqual([
      'a',
    ]);
    expect(await names(nested(999))).toHaveLength(2);
    expect(await names(nested(1001))).toContain(
      'is nested too deeply. Use at most 1000 levels in a filter',
    );
    const strict = (depth: number) => `${'{"AND":['.repeat(depth / 2)}${']}'.repeat(depth / 2)}`;
    expect(await names(strict(1000))).toHaveLength(2);
    expect(await names(strict(1002))).toContain(
      'is nested too deeply. Use at most 1000 levels in a filter',
    );
  });

  test('filters through relations have the same limit', async () => {
    const deep = (levels: number) => `${'parts:{none:{'.repeat(levels)}${'}}'.repeat(levels)}`;
    expect(await statusAndError(`where=${deep(499)}`, '/boxes')).toEqual([200, 1]);
    expect(await statusAndError(`where=${deep(500)}`, '/boxes')).toEqual([
      400,
      expect.stringContaining('is nested too deeply. Use at most 1000 levels in a filter'),
    ]);
  });

  test('32 nested objects of an include or a JSON operand are accepted, more are rejected [decision 28]', async () => {
    const include = (levels: number) => 'parts:{'.repeat(levels) + '}'.repeat(levels);
    expect(await statusAndError(`include=${include(31)}`, '/boxes')).toEqual([200, 1]);
    expect(await statusAndError(`include=${include(32)}`, '/boxes')).toEqual([
      400,
      expect.stringContaining(
        'is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.',
      ),
    ]);
    const json = (levels: number) =>
      `data:{contains:${'{a:'.repeat(levels)}1${'}'.repeat(levels)}}`;
    expect(await names(json(32))).toEqual([]);
    expect(await names(json(33))).toContain(
      'is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.',
    );
  });

  test('a thousand parameters are read, and more are rejected [decision 28]', async () => {
    expect(await statusAndError(`${'&'.repeat(999)}take=1`)).toEqual([200, 1]);
    expect(await statusAndError('&'.repeat(1000))).toEqual([
      400,
      'query: has 1001 parameters. At most 1000 are allowed.',
    ]);
  });

  test('a URL that is longer than the dialect says is rejected [decision 3] [decision 55]', async () => {
    const { status, body } = await ask(mock, '/things', {
      where: `name:'${'a'.repeat(1024 * 1024)}'`,
    });
    const problem = (length: number) =>
      `The URL has more than ${length} bytes (\`dialect.maxUrlLength\`).`;
    expect([status, body.errors[0]]).toEqual([414, problem(2 ** 20)]);
    const short = createMock({
      dialect: { maxUrlLength: 'https://payments.test/v1/balances?take=10'.length },
    });
    expect((await ask(short, '/balances', 'take=10')).status).toBe(200);
    const longer = await ask(short, '/balances', 'take=100');
    expect([longer.status, longer.body.errors]).toEqual([414, [problem(41)]]);
    expect((await ask(createMock(), '/balances', `${'&'.repeat(7_990)}take=1`)).status).toBe(414);
  });

  test('a key called __proto__ changes no prototype', async () => {
    await names('data:{contains:{__proto__:{polluted:true}}}');
    await names('data:{eq:{constructor:{prototype:{polluted:true}}}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('given and returned rows are copies', () => {
    const given = { name: 'mine', data: { list: [1] } };
    const { db } = mockOfThings({});
    const inserted = db.things.insert(given);
    given.data.list.push(2);
    inserted.name = 'changed';
    (inserted.data as { list: number[] }).list.push(3);
    const again = db.things.all();
    expect(again).toMatchObject([{ name: 'mine', data: { list: [1] } }]);
    again.pop();
    expect(db.things.get(inserted.id)?.data).toEqual({ list: [1] });
  });

  test('the tables of a mock are frozen', () => {
    const { db } = createMock();
    expect(() => Object.assign(db, { balances: {} })).toThrow(TypeError);
    expect(() => Object.assign(db.balances, { all: () => [] })).toThrow(TypeError);
  });
});
