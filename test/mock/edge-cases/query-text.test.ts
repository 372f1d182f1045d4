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

describe('an invalid query', () => {
  test.each([
    [
      'an unknown field',
      '{nmae:1}',
      'where: `nmae` is not a field or relation of things. Did you mean `name`?',
    ],
    [
      'an unknown comparator',
      '{AND:[{},{amount:{gtee:1}}]}',
      'where.AND[1].amount: `gtee` is not a comparator of decimal fields. Did you mean `gte`?',
    ],
    [
      'a field of every object',
      '{constructor:1}',
      'where: `constructor` is not a field or relation of things.',
    ],
    ['the prototype', '{__proto__:1}', 'where: `__proto__` is not a field or relation of things.'],
    [
      'an object for a value',
      '{amount:{gt:{}}}',
      "where.amount.gt: expected a decimal string such as '100.00', or a number, got an empty object.",
    ],
    ['an array for a value', '{score:{gt:[]}}', 'where.score.gt: expected a number, got an array.'],
    ['a boolean for a value', '{name:{gt:true}}', 'where.name.gt: expected a string, got true.'],
    ['text for a number', "{score:'1'}", 'where.score: expected a number, got "1".'],
    [
      'a value for a list',
      "{name:{in:'x'}}",
      'where.name.in: expected an array of values, got "x".',
    ],
    ['mixed types in a list', "{name:{in:['x',1]}}", 'where.name.in[1]: expected a string, got 1.'],
    [
      'a list for a value',
      "{name:['a']}",
      'where.name: expected a value, got an array. Use { in: […] } for an array.',
    ],
    [
      'a comparator beside a name',
      '{score:{eq:1,foo:2}}',
      'where.score: `foo` is not a comparator of number fields. Use eq, neq, in, not_in, gt, lt, gte, lte.',
    ],
    ['null', 'null', `where: expected a filter of things such as { id: '…' }, got null.`],
    ['an array', '[]', `where: expected a filter of things such as { id: '…' }, got an array.`],
    ['text', "'a'", `where: expected a filter of things such as { id: '…' }, got "a".`],
    [
      'text behind the end',
      '{}x',
      "where: invalid character 'x' at 1:3. Write relaxed JSON such as {name:'value'}, with text in quotes.",
    ],
    [
      'a key with a hyphen and no quotes',
      'a-b:1',
      "where: invalid character '-' at 1:2. Write relaxed JSON such as {name:'value'}, with text in quotes.",
    ],
    [
      'a missing end',
      "{name:'a'",
      "where: invalid end of input at 1:10. Write relaxed JSON such as {name:'value'}, with text in quotes.",
    ],
  ])('%s', async (_, where, message) => {
    expect(await names(where)).toBe(message);
  });

  test('any text is a value of an enumeration [decision 15]', async () => {
    expect(await names("state:'never heard of'")).toEqual([]);
  });
});

describe('text that is not relaxed JSON is rejected with its position', () => {
  test.each([
    ['a value that is missing', 'name:', 'invalid end of input at 1:6'],
    ['text that does not end', "  name:'a", 'invalid end of input at 1:10'],
    ['a comment that does not end', 'name:1/*', 'invalid end of input at 1:9'],
    ['text without quotes [decision 48]', 'name:main', "invalid character 'm' at 1:6"],
    [
      'an id without quotes',
      'code:3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b',
      "invalid character 'f' at 1:7",
    ],
    ['a bracket that is missing', 'name:{in:[1,2]', 'invalid end of input at 1:15'],
    ['a brace too many', "name:'a'}", 'closes more braces than it opens'],
    ['a bracket too many', "name:'a'],text:'b'", "invalid character ']' at 1:9"],
    ['on a later line', "\n name:'a',\n  text:b", "invalid character 'b' at 3:8"],
    ['on a later line, in braces', "{\n name:'a',\n  text:b}", "invalid character 'b' at 3:8"],
    ['at the end of a line', "{name:'a\n'}", "invalid character '\\n' at 2:0"],
    ['behind a line separator', "name:'\u2028',text:b", "invalid character 'b' at 1:15"],
    [
      'a brace too many behind a line separator',
      "name:'\u2028'}",
      'closes more braces than it opens',
    ],
  ])('%s', async (_, where, trouble) => {
    expect(await names(where)).toBe(
      `where: ${trouble}. Write relaxed JSON such as {name:'value'}, with text in quotes.`,
    );
  });
});

describe('how a query may be written [include 10] [decision 28]', () => {
  test.each([
    ['relaxed, without braces', "name:'a'"],
    ['relaxed, with braces', "{name:'a'}"],
    ['strict', '{"name":"a"}'],
    ['strict, without braces', '"name":"a"'],
    ['with white space and line breaks', "\n { name :\t'a' }\n"],
    ['with a trailing comma', "{name:'a',}"],
    ['with comments', "/* who */ { name: 'a' } // that one"],
    ['with a comment and no braces', "name: 'a' // that one"],
    ['with braces in a comment', `/* ${'{'.repeat(99)} */ name:'a'`],
    ['with braces in text', `OR:[{name:'${'{'.repeat(99)}'},{name:'a'}]`],
  ])('%s', async (_, where) => {
    expect(await names(where)).toEqual(['a']);
  });

  test.each([
    ['plain', "name:'b',name:'a'", 'name'],
    ['strict JSON', '{"name":"b","name":"a"}', 'name'],
    ['quoted in other ways', `name:'b',"name":'a'`, 'name'],
    ['in single quotes', `'name':'b',name:'a'`, 'name'],
    ['escaped', `name:'b',"n\\u0061me":'a'`, 'name'],
    ['escaped without quotes', `name:'b',n\\u0061me:'a'`, 'name'],
    ['escaped in hexadecimal', `name:'b','n\\x61me':'a'`, 'name'],
    ['over two lines', `name:'b','na\\\nme':'a'`, 'name'],
    ['behind comments', `name:'b'/* : */,name// :\n:'a'`, 'name'],
    ['deep', `OR:[{AND:[{name:{eq:'a',neq:'b',eq:'b'}}]}]`, 'eq'],
    ['combinators', `{OR:[{name:'a'}],OR:[{name:'b'}]}`, 'OR'],
    ['in a JSON operand', `data:{eq:{'a b':1,"a b":1}}`, 'a b'],
    ['the prototype', `data:{eq:{__proto__:1,'__proto__':1}}`, '__proto__'],
  ])('a repeated key is rejected: %s [decision 28]', async (_, where, key) => {
    expect(await names(where)).toBe(
      `where: \`${key}\` is given more than once. Write it once, or combine the filters with AND.`,
    );
  });

  test.each([
    ['a colon in text', `OR:[{name:'a:b:"c":'},{name:"a"}]`],
    ['a key in text', `OR:[{name:'{name:1,name:2}'},{name:'a'}]`],
    ['the same key in two objects', `AND:[{name:'a'},{name:'a'}],OR:[{name:'a'}]`],
    ['a URL in text, and a comment', `OR:[{name:'http://a/*:*/'},{name:'a'}]// a:b`],
    ['an escaped quote', `OR:[{name:'\\':'},{name:"\\":"},{name:'a'}]`],
    ['a key of another script', `OR:[{data:{eq:{größe:1,名:2,'größe ':3}}},{name:'a'}]`],
  ])('a key is not repeated by %s', async (_, where) => {
    expect(await names(where)).toEqual(['a']);
  });

  test('a repeated key of an include is rejected', async () => {
    expect(await statusAndError('include=name:true,name:false')).toEqual([
      400,
      'include: `name` is given more than once. Write it once.',
    ]);
  });

  test('a line separator in text prints no warning to the console', async () => {
    const warn = vi.spyOn(console, 'warn');
    expect(await names("name:'line\u2028break'")).toEqual(['line\u2028break']);
    expect(await names("name:'line\u2028break',")).toEqual(['line\u2028break']);
    expect(await names('/**/ name:"line\u2028break"')).toEqual(['line\u2028break']);
    expect(await names("name:'a'\u2028")).toEqual(['a']);
    expect(warn).not.toHaveBeenCalled();
  });

  test('an empty where or include counts as absent [decision 28]', async () => {
    expect(await statusAndError('where=&include=%20')).toEqual([200, 2]);
    expect(await statusAndError('where')).toEqual([200, 2]);
    expect(await statusAndError('')).toEqual([200, 2]);
  });

  test('an empty parameter of any kind counts as absent', async () => {
    expect(await statusAndError('order_by=%20&take=&skip=%20&after=&before=%20')).toEqual([200, 2]);
  });

  test('white space around a number is ignored', async () => {
    expect(await statusAndError('take=%201&skip=1%20')).toEqual([200, 1]);
  });

  test.each([
    [
      'a parameter given twice',
      'where=name:1&where=name:2',
      'where: is given more than once. Send it once.',
    ],
    [
      'a parameter given twice, empty',
      'take=&take=',
      'take: is given more than once. Send it once.',
    ],
    [
      'a misspelled parameter',
      'wher=name:1',
      'query: `wher` is not a parameter of the service. Did you mean `where`?',
    ],
    [
      'a parameter in capitals',
      'Include=name:true',
      'query: `Include` is not a parameter of the service. Did you mean `include`?',
    ],
    [
      'a parameter as the client calls it',
      'orderBy=name',
      'query: `orderBy` is not a parameter of the service. Did you mean `order_by`?',
    ],
    ['bytes that are not UTF-8', 'where=%ff', 'query: is not percent-encoded UTF-8.'],
    ['an incomplete percent-encoding', 'where=%e', 'query: is not percent-encoded UTF-8.'],
    [
      'a take that is not a number',
      'take=ten',
      'take: expected a non-negative integer, got "ten".',
    ],
    ['a negative take', 'take=-1', 'take: expected a non-negative integer, got "-1".'],
    ['a skip with a fraction', 'skip=1.5', 'skip: expected a non-negative integer, got "1.5".'],
    [
      'an order by an unknown field',
      'order_by=nmae:asc',
      'order_by: `nmae` is not a field or relation of things. Did you mean `name`?',
    ],
    [
      'an order in an unknown direction',
      'order_by=name:up',
      "order_by.name: expected 'asc' or 'desc', got \"up\".",
    ],
    [
      'an order by JSON',
      'order_by=data',
      'order_by.data: cannot order by a relation or a JSON field.',
    ],
    [
      'an order with a field given twice',
      'order_by=name,name:desc',
      'order_by: `name` is given more than once.',
    ],
    [
      'an include of an unknown field',
      'include=nmae:true',
      'include: `nmae` is not a field or relation of things. Did you mean `name`?',
    ],
    [
      'true and false on one level',
      'include=name:true,text:false',
      'include.text: true and false cannot be mixed: `name` is true. Use one of them at each level.',
    ],
    [
      'a filter beside fields',
      'include=box:{where:{},label:true}',
      'include.box: `label` is not allowed next to `where`. Move it into `include`.',
    ],
  ])('%s is rejected', async (_, search, message) => {
    expect(await statusAndError(search)).toEqual([400, message]);
  });

  test('an empty include is the default set', async () => {
    const [plain, empty] = [await ask(mock, '/things'), await ask(mock, '/things', 'include={}')];
    expect(empty.body).toEqual(plain.body);
  });

  test.each([
    ['limit', 'take'],
    ['offset', 'skip'],
    ['sort', 'order_by'],
    ['fields', 'include'],
    ['select', 'include'],
    ['filter', 'where'],
    ['Limit', 'take'],
  ])('the unknown parameter %s is rejected, with the hint %s [decision 28]', async (name, hint) => {
    expect(await statusAndError(`${name}=5`)).toEqual([
      400,
      `query: \`${name}\` is not a parameter of the service. Did you mean \`${hint}\`?`,
    ]);
  });

  test('other unknown parameters are rejected with a list of the known ones [decision 28]', async () => {
    expect(await statusAndError('utm_source=mail')).toEqual([
      400,
      `query: \`utm_source\` is not a parameter of the service. Use where, include, order_by, take, skip, after, before.`,
    ]);
    expect((await statusAndError('x'.repeat(101)))[1]).toContain('`xxxxxxx…` is not a parameter');
    const { id } = mock.db.things.all()[0] ?? { id: '' };
    expect(await statusAndError('trace', `/things/${id}`)).toEqual([
      400,
      `query: \`trace\` is not a parameter of the service. Use include.`,
    ]);
    expect(await statusAndError('fields=name', `/things/${id}`)).toEqual([
      400,
      'query: `fields` is not a parameter of the service. Did you mean `include`?',
    ]);
    expect((await statusAndError('limit=1', `/things/${id}`))[1]).not.toContain('take');
  });

  test('a parameter that the service does not have is not suggested', async () => {
    const parameters = { take: null, skip: null, after: null, before: null };
    const { status, body } = await ask(mockOfThings({}, { parameters }), '/things', 'limit=5');
    expect([status, body.errors[0]]).toEqual([
      400,
      'query: `limit` is not a parameter of the service. Use where, include, order_by.',
    ]);
  });

  test.each([
    ['name desc', 'expected a field and a direction, got "name desc". Use name:desc.'],
    ['id,name ASC', 'expected a field and a direction, got "name ASC". Use name:asc.'],
    ['name  desc', 'expected a field and a direction, got "name  desc". Use name:desc.'],
    ['-name', 'expected a field and a direction, got "-name". Use name:desc.'],
    [
      "{name:'asc'}",
      'expected fields and directions such as name:asc,id:desc, got "{name:\'asc\'}".',
    ],
    ['name:asc:id', 'expected fields and directions such as name:asc,id:desc, got "name:asc:id".'],
    ['name,,id', 'expected fields and directions such as name:asc,id:desc, got "".'],
    // No direction can be read out of these: they are names.
    ...['second-hand desc', 'second descending', '-second-hand', 'second-hand', 'se{cond'].map(
      (name) => [name, `\`${name}\` is not a field or relation of things.`],
    ),
  ])('order_by=%s is rejected', async (text, problem) => {
    expect(await statusAndError(`order_by=${encodeURIComponent(text)}`)).toEqual([
      400,
      `order_by: ${problem}`,
    ]);
  });

  test.each([
    ['a plus sign is a space', "where=text:'a+b'"],
    ['%20 is a space', "where=text:'a%20b'"],
    ['raw braces are read', "where={text:'a b'}"],
    ['a plus sign that is meant is encoded', "where=OR:[{text:'c%2Bd'},{text:'a+b'}]"],
  ])('%s', async (_, search) => {
    const spaced = mockOfThings({ things: [{ text: 'a b' }] });
    expect((await ask(spaced, '/things', search)).body).toHaveLength(1);
  });

  test('text that is encoded twice is decoded once', async () => {
    expect(await statusAndError('where=%257B%257D')).toEqual([
      400,
      "where: invalid character '%' at 1:1. Write relaxed JSON such as {name:'value'}, with text in quotes.",
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

  test.each(['{', '[', '{a:', 'a:{'])('100,000 times %s is rejected at once', async (text) => {
    const { status, body } = await ask(mock, '/things', { where: text.repeat(100_000) });
    expect([status, body.errors[0]]).toEqual([
      400,
      expect.stringMatching(/^where: invalid (character|end)/),
    ]);
  });

  test.each([
    ['strict', '{"AND":[', ']}'],
    ['relaxed', '{AND:[', ']}'],
  ])('%s JSON with 40,000 nested objects and arrays is rejected', async (_, open, close) => {
    const { status, body } = await ask(mock, '/things', {
      where: open.repeat(20_000) + close.repeat(20_000),
    });
    expect([status, body.errors[0]]).toEqual([
      400,
      'where: is nested too deeply. Use at most 1000 levels in a filter, 32 in an include or JSON.',
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

  test('a list of 20,000 values is answered', async () => {
    const list = Array.from({ length: 20_000 }, (_, index) => `v${index}`);
    expect(await names(`name:{in:${JSON.stringify(['a', ...list])}}`)).toEqual(['a']);
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
