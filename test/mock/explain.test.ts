import fc from 'fast-check';
import type { Dialect } from 'payments-data-client';
import { createMock, type MockData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { sampleRows } from './oracle/sample-rows.js';
import { type Where, wheresOf } from './oracle/wheres.js';
import { ask, mockOfThings } from './send.js';
import { things } from './things.js';

const id = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;

const data: MockData<typeof things> = {
  boxes: [
    { id: id('a'), label: 'red' },
    { id: id('b'), label: 'blue' },
    { id: id('c'), label: 'green' },
  ],
  things: [
    { name: 'Rent', text: 'House rent', code: id('d'), amount: '10.50', score: 1, rank: 3 },
    { name: 'Café', text: 'two  spaces', amount: '-2', score: 0.5, rank: 7, box_id: id('a') },
    { name: 'Taxes', amount: '19165.72', score: 4, rank: 9, box_id: id('a') },
    { name: '50% off', text: 'x', amount: '3.00', score: 2, box_id: id('b') },
  ].map((row, index) => ({
    ...row,
    state: index > 1 ? 'open' : 'shut',
    active: true,
    at: `2026-0${index + 1}-01T10:00:00Z`,
    data: index === 0 ? null : { tier: index > 1 ? 'gold' : 'silver', limits: { daily: index } },
  })),
};

const nullFact = (name: string, count: number) => `\`${name}\` is null in ${count} of 4 rows.`;
const values = "`name` has the values Rent, Café, Taxes, '50% off'.";
const keys = '`data` has the keys tier, limits.';
const dates = '`at` ranges from 2026-01-01T10:00:00Z to 2026-04-01T10:00:00Z.';
const dateValues = `\`at\` has the values ${[1, 2, 3, 4].map((month) => `2026-0${month}-01T10:00:00Z`).join(', ')}.`;

/** The explanation of a list or a row. */
async function explained(request: string, search: Record<string, string> = {}, dialect?: Dialect) {
  const mock = mockOfThings(data, dialect);
  const [path = '', text] = request.split('?');
  await ask(mock, path, text ?? search);
  const [answered] = mock.requests;
  expect(answered?.status).toBe(200);
  return answered?.explanation;
}

describe('an empty list is explained [decision 64]', () => {
  test.each(
    Object.entries<string[]>({
      // letter case, spaces, accents
      "name:'rent'": ["`name` differs in letter case: 'Rent'."],
      "name:'Rent '": ["`name` differs in spaces: 'Rent'."],
      "name:'Cafe'": ["`name` differs in accents: 'Café'."],
      "name:' CAFE'": ["`name` differs in accents and spaces and letter case: 'Café'."],
      "name:{like:'RENT'}": ["`name` differs in letter case: 'Rent'."],
      [`code:'${id('D')}'`]: [
        `\`code\` differs in letter case: '${id('d')}'.`,
        nullFact('code', 3),
      ],
      // the values of a field
      "name:'Nobody'": [values],
      "state:'ajar'": ['`state` has the values shut, open.'],
      'active:false': ['`active` has the value true.'],
      'rank:5': ['`rank` has the values 3, 7, 9.', nullFact('rank', 1)],
      'score:{in:[9,10]}': ['`score` has the values 1, 0.5, 4, 2.'],
      "amount:'7'": ['`amount` has the values 10.50, -2, 19165.72, 3.00.'],
      // ranges
      "amount:{gt:'20000'}": ['`amount` is at most 19165.72.'],
      "amount:{lt:'-2'}": ['`amount` is at least -2.'],
      'score:{gte:5}': ['`score` is at most 4.'],
      'rank:{lte:2}': ['`rank` is at least 3.', nullFact('rank', 1)],
      "name:{gt:'zz'}": ['`name` is at most Taxes.'],
      "at:{gt:'2027-01-01'}": [dates],
      "at:'2026-02-01'": [dateValues],
      // bounds
      "amount:{gt:'5',lt:'4'}": ['`amount.gt` is not below `amount.lt`.'],
      "amount:{gt:'3',lt:'3.0'}": ['`amount.gt` is not below `amount.lt`.'],
      "at:{gte:'2026-03-01',lte:'2026-02-28'}": ['`at.gte` is not below `at.lte`.'],
      "amount:{gt:'4',lt:'5'}": ['`amount` has no value between 3.00 and 10.50.'],
      "amount:{gt:'3',lt:'10.5'}": ['`amount` has no value between 3.00 and 10.50.'],
      "at:{gte:'2026-02-02',lt:'2026-02-03'}": [
        '`at` has no value between 2026-02-01T10:00:00Z and 2026-03-01T10:00:00Z.',
      ],
      "amount:{gt:'3',lt:'11',neq:'10.50'}": [
        '`amount.gt: 3` matches 2 rows, but not with the rest of `amount`.',
        '`amount.lt: 11` matches 3 rows, but not with the rest of `amount`.',
        '`amount.neq: 10.50` matches 3 rows, but not with the rest of `amount`.',
      ],
      // several comparators
      'rank:{eq:null,neq:null}': [
        '`rank.eq: null` matches 1 row, but not with the rest of `rank`.',
        '`rank.neq: null` matches 3 rows, but not with the rest of `rank`.',
      ],
      "name:{eq:'Rent',in:['Taxes','x']}": [
        '`name.eq: Rent` matches 1 row, but not with the rest of `name`.',
        '`name.in: \'["Taxes","x"]\'` matches 1 row, but not with the rest of `name`.',
      ],
      // a part of a text
      "name:'Tax'": ['`name` contains Tax in 1 row; use `like`.'],
      "name:{like:'%e%'}": ['`name` contains e in 2 rows; use `like` without `%`.'],
      // lists
      'name:{in:[]}': ['`name.in` is empty.'],
      'OR:[]': ['`OR` is empty.'],
      // null
      'state:null': ['`state` is never null.'],
      "shout:'rent'": ["`shout` differs in letter case: 'RENT'."],
      // ids
      "id:'rent'": ['`id` is not a UUID.'],
      "box_id:'rent'": ['`box_id` is not a UUID.', nullFact('box_id', 1)],
      [`box_id:'${id('e')}'`]: ['`box_id` is not the id of a row of boxes.', nullFact('box_id', 1)],
      [`box_id:'${id('c')}'`]: [
        `\`box_id\` has the values ${id('a')}, ${id('b')}.`,
        nullFact('box_id', 1),
      ],
      "box_id:{in:['00000000-0000-4000-8000-000000000001']}": [
        '`box_id` is the id of a row of things, not of boxes.',
        nullFact('box_id', 1),
      ],
      [`id:'${id('a')}'`]: ['`id` is the id of a row of boxes, not of things.'],
      // JSON
      "data:{contains:{teir:'gold'}}": [keys, nullFact('data', 1)],
      "data:{exists:'teir'}": [keys, nullFact('data', 1)],
      "data:{eq:{tier:'gold'}}": [keys, nullFact('data', 1)],
    }),
  )('%s', async (where, facts) => {
    const [, path] = /^(\w+)/.exec(where) ?? [];
    const explanation = await explained('/things', { where });
    expect(explanation).toEqual([`No row matches \`${path}\`.`, ...facts]);
  });

  test.each(
    Object.entries<string[]>({
      "name:'rent',state:'shut'": [
        'No row matches `name`; without it 2 of 4 would.',
        "`name` differs in letter case: 'Rent'.",
      ],
      "state:'open',score:{lt:2}": [
        '`state` matches 2 rows, but not with the rest of the filter; without it 2 of 4 would.',
        '`score` matches 2 rows, but not with the rest of the filter; without it 2 of 4 would.',
      ],
      "AND:[{state:'open'},{OR:[{name:'x'},{amount:{gt:'30000'}}]}]": [
        'No row matches `OR`; without it 2 of 4 would.',
        '`OR[0].name` contains x in 1 row; use `like`.',
        '`OR[1].amount` is at most 19165.72.',
      ],
      "AND:[{amount:{gt:'4'}},{state:'open'}],amount:{lt:'5'},score:{gte:1}": [
        'No row matches `amount`; without it 2 of 4 would.',
        '`amount` has no value between 3.00 and 10.50.',
      ],
      "name:'x',state:'y'": [
        'No row matches `name`.',
        '`name` contains x in 1 row; use `like`.',
        'No row matches `state`.',
        '`state` has the values shut, open.',
      ],
      "state:'open',name:'Rent',rank:7": [
        '`state` matches 2 rows, but not with the rest of the filter.',
        '`name` matches 1 row, but not with the rest of the filter.',
        '`rank` matches 1 row, but not with the rest of the filter.',
      ],
    }),
  )('by its conditions: %s', async (where, expected) => {
    expect(await explained('/things', { where })).toEqual(expected);
  });

  test.each(
    Object.entries<string[]>({
      "/boxes?where=things:{some:{name:'taxes'}}": [
        'No row matches `things`.',
        "`things.some.name` differs in letter case: 'Taxes'.",
      ],
      "/boxes?where=things:{some:{amount:{gt:'30000'},state:'ajar'}}": [
        'No row matches `things`.',
        '`things.some.amount` is at most 19165.72.',
        '`things.some.state` has the values shut, open.',
      ],
      "/boxes?where=things:{some:{name:'Rent'}}": [
        'No row matches `things`.',
        'Rows of things match `things.some`, but none of them is related.',
      ],
      "/boxes?where=label:'red',things:{none:{active:true}}": [
        '`label` matches 1 row, but not with the rest of the filter; without it 1 of 3 would.',
        '`things` matches 1 row, but not with the rest of the filter; without it 1 of 3 would.',
      ],
      [`/boxes?where=id:'${id('c')}',things:{some:{active:true}}`]: [
        '`id` matches 1 row, but not with the rest of the filter; without it 2 of 3 would.',
        '`things` matches 2 rows, but not with the rest of the filter; without it 1 of 3 would, none with `things`.',
      ],
      '/boxes?where=things:{some:{},none:{active:true}}': [
        'No row matches `things`.',
        '`things.some` matches 2 rows, but not with the rest of `things`.',
        '`things.none` matches 1 row, but not with the rest of `things`.',
      ],
      "/boxes?where=things:{some:{name:'Rent',state:'open'}}": [
        'No row matches `things`.',
        '`things.some.name` matches 1 row, but not with the rest of `things.some`.',
        '`things.some.state` matches 2 rows, but not with the rest of `things.some`.',
      ],
      [`/boxes?where=things:{some:{id:'${id('a')}'}}`]: [
        'No row matches `things`.',
        '`things.some.id` is the id of a row of boxes, not of things.',
      ],
      "/boxes?where=parts:{some:{parts:{some:{label:'RED'}}}}": [
        'No row matches `parts`.',
        "`parts.some.parts.some.label` differs in letter case: 'red'.",
      ],
      "/things?where=box:{label:'Red'}": [
        'No row matches `box`.',
        "`box.label` differs in letter case: 'red'.",
      ],
    }),
  )('by its relations: %s', async (request, expected) => {
    expect(await explained(request)).toEqual(expected);
  });

  test.each<[Record<string, string>, string]>([
    [{ skip: '100' }, '`skip` is 100, but the list has 4 rows.'],
    [{ skip: '1', where: "name:'Rent'" }, '`skip` is 1, but the list has 1 row.'],
    [{ take: '0' }, '`take` is 0.'],
  ])('by its page: %j', async (search, expected) => {
    expect(await explained('/things', search)).toEqual([expected]);
  });

  test('by null in a list of SQL', async () => {
    expect(await explained('/things?where=rank:{in:[null]}', {}, { nulls: 'sql' })).toEqual([
      'No row matches `rank`.',
      '`rank.in` does not match null.',
      nullFact('rank', 1),
    ]);
  });

  test('by a quantifier that no row of a resource matches', async () => {
    const mock = mockOfThings({ ...data, boxes: data.boxes?.slice(0, 2) ?? [] });
    await ask(mock, '/boxes', { where: "things:{every:{code:'EUR'}}" });
    expect(mock.requests[0]?.explanation).toEqual([
      'No row matches `things`.',
      'Every row has `things` that do not match `things.every`.',
      '`things.every.code` is not a UUID.',
      '`things.every.code` is null in 3 of 4 rows.',
    ]);
  });

  test('by a page with a number', async () => {
    const dialect = { parameters: { page: 'page', skip: null }, pageSize: { default: 3 } };
    expect(await explained('/things', { page: '3' }, dialect)).toEqual([
      '`page` begins after 6, but the list has 4 rows.',
    ]);
  });

  test('without a row in the mock', async () => {
    const mock = mockOfThings({});
    await ask(mock, '/things', { where: "name:'a'" });
    await ask(mock, '/boxes', { where: "things:{some:{name:'a'}}" });
    mock.db.boxes.insert({});
    await ask(mock, '/boxes', { where: "things:{some:{name:'a'}}" });
    expect(mock.requests.map(({ explanation }) => explanation)).toEqual([
      ['The mock has no rows of things.'],
      ['The mock has no rows of boxes.'],
      ['No row matches `things`.', 'The mock has no rows of things.'],
    ]);
  });
});

describe('a relation of an include without rows is explained', () => {
  test.each(
    Object.entries<string[] | undefined>({
      "/boxes?include=things:{where:{state:'open'}}": undefined,
      "/boxes?include=things:{where:{state:'Open'},include:{name:true}}": [
        'No row matches `include.things.where.state`.',
        "`include.things.where.state` differs in letter case: 'open'.",
      ],
      "/boxes?include=things:{where:{state:'open',amount:{gt:'30000'}}}": [
        'No row matches `include.things.where.amount`; without it 2 of 3 would.',
        '`include.things.where.amount` is at most 19165.72.',
      ],
      "/boxes?include=things:{name:true,box:{things:{where:{name:'rent'}}}}": [
        'No row matches `include.things.box.things.where.name`.',
        "`include.things.box.things.where.name` has the values Café, Taxes, '50% off'.",
      ],
      "/boxes?include=parts:{where:{label:'red'}}": [
        'No row of the response has `parts`, with or without a filter.',
      ],
      [`/boxes/${id('a')}?include=things:{where:{rank:1}}`]: [
        'No row matches `include.things.where.rank`.',
        '`include.things.where.rank` has the values 7, 9.',
      ],
    }),
  )('%s', async (request, expected) => {
    expect(await explained(request)).toEqual(expected);
  });
});

test('a list with rows, a row and a rejected query have no explanation', async () => {
  const mock = createMock();
  for (const [path, search] of [
    ['/balances', 'take=1'],
    ['/balances', 'where=nmae:1'],
    ['/nothing', ''],
    [`/balances/${mock.db.balances.all()[0]?.id}`, ''],
  ] as const)
    await ask(mock, path, search);
  for (const request of mock.requests) expect(request).not.toHaveProperty('explanation');
});

test('an explanation is never in a response', async () => {
  const mock = createMock({ dialect: { envelope: 'result' } });
  const { body, headers } = await ask(mock, '/balances', { where: "name:'nobody'" });
  expect(body).toEqual({ result: [], pagination: { total: 0 } });
  expect([...headers.keys()]).toEqual(['content-type']);
});

test('an explanation has at most five sentences, each of them once', async () => {
  const parts = ['text', 'name', 'state', 'rank', 'code', 'at'].map((name) => `{${name}:{in:[]}}`);
  const explanation = await explained('/things', { where: `AND:[${parts},{text:{in:[]}}]` });
  expect(explanation).toHaveLength(5);
  expect(new Set(explanation).size).toBe(5);
});

describe('every sentence is true', { timeout: 60_000 }, () => {
  const rows = sampleRows();
  const mock = createMock({ schema: things, data: rows as unknown as MockData<typeof things> });
  const count = async (where: Where) => {
    const { body } = await ask(mock, '/things', { where: JSON.stringify(where) });
    return body.length as number;
  };

  const conditionsOf = (where: Where): [name: string, value: unknown][] =>
    Object.entries(where).flatMap(([name, value]) =>
      name === 'AND' ? (value as Where[]).flatMap(conditionsOf) : [[name, value]],
    );

  /** The filter without a condition, and the condition alone. */
  function split(where: Where, wanted: string): [without: Where, alone: Where] {
    const all = conditionsOf(where).map(([name, value]) => ({ name, filter: { [name]: value } }));
    const filters = (isWanted: boolean) =>
      all.filter(({ name }) => (name === wanted) === isWanted).map(({ filter }) => filter);
    return [{ AND: filters(false) }, { AND: filters(true) }];
  }

  const checks: [pattern: RegExp, check: (match: string[], where: Where) => Promise<void>][] = [
    [
      /^No row matches `(.+)`(?:; without it (\d+) of (\d+) would)?\.$/,
      async ([, path = '', without, all], where) => {
        const [rest, alone] = split(where, path);
        expect(await count(alone)).toBe(0);
        if (without === undefined) return;
        expect(await count(rest)).toBe(Number(without));
        expect(await count({})).toBe(Number(all));
      },
    ],
    [
      /^`(.+)` matches (\d+) rows?, but .*; without it (\d+) of \d+ would\.$/,
      async ([, path = '', matching, without], where) => {
        const [rest, alone] = split(where, path);
        expect([await count(alone), await count(rest)]).toEqual([
          Number(matching),
          Number(without),
        ]);
      },
    ],
    [
      /^`(\w+)` is null in (\d+) of 60 rows\.$/,
      async ([, name = '', nulls]) => expect(await count({ [name]: null })).toBe(Number(nulls)),
    ],
    [
      /^`(\w+)` is at (most|least) '?(.*?)'?\.$/,
      async ([, name = '', most, value]) => {
        const isMost = most === 'most';
        const bound = /score|rank/.test(name) ? Number(value) : value;
        expect(await count({ [name]: { [isMost ? 'gt' : 'lt']: bound } })).toBe(0);
        expect(await count({ [name]: bound })).toBeGreaterThan(0);
      },
    ],
    [
      /^`(\w+)` has no value between '?(.*?)'? and '?(.*?)'?\.$/,
      async ([, name = '', from, to]) => {
        const isNumber = /score|rank/.test(name);
        const [below, above] = isNumber ? [Number(from), Number(to)] : [from, to];
        expect(await count({ [name]: { gt: below, lt: above } })).toBe(0);
        for (const bound of [below, above])
          expect(await count({ [name]: bound })).toBeGreaterThan(0);
      },
    ],
    [
      /^`(\w+)` has the values? ([\w.:, -]+)\.$/,
      async ([, name = '', list = '']) => {
        const texts = list.split(', ');
        const all = texts.map((text) => (/score|rank|active/.test(name) ? JSON.parse(text) : text));
        const present = await count({ [name]: { neq: null } });
        const known = await count({ OR: all.map((value) => ({ [name]: value })) });
        expect(known).toBe(present);
      },
    ],
    [
      /^`(\w+)` differs in .*: '(.*)'\.$/,
      async ([, name = '', text]) => expect(await count({ [name]: text })).toBeGreaterThan(0),
    ],
  ];

  test('of random filters', async () => {
    let explanations = 0;
    let counted = 0;
    const checked = new Set<RegExp>();
    const parts = fc.array(wheresOf('things', 1), { minLength: 1, maxLength: 4 });
    const filters = fc.tuple(parts, parts, fc.boolean()).map(([fields, others, isFlat]): Where => {
      const flat = Object.assign({}, ...fields);
      return isFlat || 'AND' in flat ? flat : { ...flat, AND: others };
    });
    for (const where of fc.sample(filters, { seed: 20260107, numRuns: 150 })) {
      mock.reset();
      if ((await count(where)) > 0) continue;
      const { explanation = [] } = mock.requests[0] ?? {};
      expect(explanation.length, JSON.stringify(where)).toBeGreaterThan(0);
      explanations++;
      for (const sentence of explanation)
        for (const [pattern, check] of checks) {
          const match = pattern.exec(sentence);
          if (!match) continue;
          await check(match, where).catch((error: Error) => {
            throw new Error(`${JSON.stringify(where)}\n${sentence}\n${error.message}`);
          });
          checked.add(pattern);
          if (sentence.includes('without it')) counted++;
        }
    }
    expect(explanations).toBeGreaterThan(45);
    expect(counted).toBeGreaterThan(18);
    expect(checks.filter(([pattern]) => !checked.has(pattern)).map(String)).toEqual([]);
  });
});
