import type { Dialect } from 'payments-data-client';
import { createMock, type MockData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { ask, mockOfThings } from './send.js';
import type { things } from './things.js';

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
const keys = '`data` has no key teir, but tier, limits.';
const dataNull = nullFact('data', 1);
const dayFact = (use: string) =>
  `\`at\` is later on 2026-02-01 in 1 row, but a day means midnight UTC; use ${use}.`;
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
      "name:'Rent.'": ["`name` differs in punctuation: 'Rent'."],
      "name:{like:'Ta-xes'}": ["`name` differs in punctuation: 'Taxes'."],
      "amount:{like:'19,165'}": ["`amount` differs in punctuation: '19165.72'."],
      "code:'dddddddd000040008000000000000000'": [
        `\`code\` differs in punctuation: '${id('d')}'.`,
        nullFact('code', 3),
      ],
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
      "state:'opened'": ['`state` has the near value open.'],
      "name:{in:['Rent,Taxes']}": [
        '`name` has Rent and Taxes, each on its own; use `in` with several texts.',
      ],
      "amount:'2'": ['`amount` has the value -2, with the other sign.'],
      'score:-0.5': ['`score` has the value 0.5, with the other sign.'],
      // ranges
      "at:{gt:'2026-04-01T10:00:00Z'}": ['`at` is at most 2026-04-01T10:00:00Z.'],
      "amount:{gt:'20000'}": ['`amount` is at most 19165.72.'],
      "amount:{lt:'-2'}": ['`amount` is at least -2.'],
      'score:{gte:5}': ['`score` is at most 4.'],
      'rank:{lte:2}': ['`rank` is at least 3.', nullFact('rank', 1)],
      "name:{gt:'zz'}": ['`name` is at most Taxes.'],
      "at:{gt:'2027-01-01'}": ['`at` is at most 2026-04-01T10:00:00Z, which is before 2027-01-01.'],
      "at:'2026-02-02'": [dateValues],
      // days
      "at:'2026-02-01'": [dayFact("{ gte: '2026-02-01', lt: '2026-02-02' }")],
      "at:{in:['2026-02-01','2020-01-01']}": [dayFact("{ gte: '2026-02-01', lt: '2026-02-02' }")],
      "at:{lte:'2025-12-31'}": [
        '`at` is at least 2026-01-01T10:00:00Z, which is after 2025-12-31.',
      ],
      // a part of a text
      "name:'Tax'": ['`name` contains Tax in 1 row; use `like`.'],
      "name:{like:'%e%'}": ['`name` contains e in 2 rows; use `like` without `%`.'],
      "name:'Rent house'": ['`name` contains Rent in 1 row.'],
      "name:{like:'the Taxes of'}": ['`name` contains Taxes in 1 row.'],
      "name:'Taxis'": ['`name` has the near value Taxes.'],
      "name:{like:'Toxes'}": ['`name` has the near word Taxes.'],
      // the text of another field
      "name:'House rent'": [
        "`name` is never 'House rent', which is the `text` of 00000000-0000-4000-8000-000000000000 in things.",
      ],
      "id:'Rent'": [
        '`id` is never Rent, which is the `name` of 00000000-0000-4000-8000-000000000000 in things.',
      ],
      "box_id:'red'": [
        `\`box_id\` is never red, which is the \`label\` of ${id('a')} in boxes.`,
        nullFact('box_id', 1),
      ],
      // what all rows have
      'active:{neq:true}': ['`active` has the value true.'],
      "name:{not_contains:''}": ["`name` contains '' in every row."],
      // lists
      'name:{in:[]}': ['`name.in` is empty.'],
      'OR:[]': ['`OR` is empty.'],
      // null
      'state:null': ['`state` is never null.'],
      "shout:'rent'": ["`shout` differs in letter case: 'RENT'."],
      "text:'null'": ["`text` is null in 1 of 4 rows, which is not the text 'null'."],
      // ids
      "id:'rant'": ['`id` is not a UUID.'],
      "box_id:'rant'": ['`box_id` is not a UUID.', nullFact('box_id', 1)],
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
      "data:{contains:{teir:'gold'}}": [keys, dataNull],
      "data:{exists:'teir'}": [keys, dataNull],
      "data:{contains:{Tier:'gold'}}": ['`data` has the key tier, not Tier.', dataNull],
      "data:{exists:'Limits.daily'}": ['`data` has the key limits, not Limits.', dataNull],
      "data:{contains:{tier:'Gold'}}": ["`data.tier` differs in letter case: 'gold'.", dataNull],
      "data:{eq:{tier:'bronze'}}": ['`data.tier` has the values silver, gold.', dataNull],
      "data:{exists:'limits.weekly'}": ['`data.limits` has no key weekly, but daily.', dataNull],
      'data:{contains:{limits:{weekly:2}}}': [
        '`data.limits` has no key weekly, but daily.',
        dataNull,
      ],
      "data:{contains:{limits:{daily:'2'}}}": [
        '`data.limits.daily` is a number, not a string; it has the values 1, 2, 3.',
        dataNull,
      ],
      "data:{contains:{'limits.daily':2}}": [
        '`data` has the key daily inside limits; use { limits: { daily: … } }.',
        dataNull,
      ],
      "data:{exists:'daily'}": [
        "`data` has the key daily inside limits; use 'limits.daily'.",
        dataNull,
      ],
      "data:{contains:{tier:['gold']}}": [
        '`data.tier` is a string, not an array; it has the values silver, gold.',
        dataNull,
      ],
      "data:{exists:'tier.name'}": ['`data.tier` is a string, which has no keys.', dataNull],
      "data:{contains:{tier:'silver',limits:{daily:3}}}": [
        '`data` has each of these keys and values, but not together.',
        dataNull,
      ],
      "data:{eq:{tier:'gold'}}": [
        '`data` contains this beside other keys in 2 rows; use `contains`.',
        dataNull,
      ],
    }),
  )('%s', async (where, facts) => {
    const [, path] = /^(?:AND:\[\{)?(\w+)/.exec(where) ?? [];
    const explanation = await explained('/things', { where });
    expect(explanation).toEqual([`No row matches \`${path}\`.`, ...facts]);
  });

  test.each(
    Object.entries<string[]>({
      "name:'rent',state:'shut'": [
        'No row matches `name`; without it 2 of 4 would.',
        "`name` differs in letter case: 'Rent'.",
      ],
      "name:'Nobody',state:'y'": [
        'No row matches `name`.',
        "`name` has the values Rent, Café, Taxes, '50% off'.",
        'No row matches `state`.',
        '`state` has the values shut, open.',
      ],
      "state:'open',score:{lt:2}": [
        '2 rows match `state`; none of them matches `score`.',
        'In those 2 rows, `score` has the values 4, 2.',
      ],
      "AND:[{state:'open'},{OR:[{name:'Nobody'},{amount:{gt:'30000'}}]}]": [
        'No row matches `AND[1].OR`; without it 2 of 4 would.',
        "`AND[1].OR[0].name` has the values Rent, Café, Taxes, '50% off'.",
        '`AND[1].OR[1].amount` is at most 19165.72.',
      ],
      "AND:[{name:'Rent'},{OR:[{rank:7},{AND:[{rank:9},{score:4}]}]}]": [
        '1 row matches `AND[0].name`; it does not match `AND[1].OR`.',
        'In that row, `AND[1].OR[0].rank` has the value 3.',
        'In that row, `AND[1].OR[1].AND[0].rank` has the value 3.',
        'In that row, `AND[1].OR[1].AND[1].score` has the value 1.',
      ],
      "AND:[{state:'open'},{state:'shut'}]": [
        '2 rows match `AND[0].state`; none of them matches `AND[1].state`.',
        'In those 2 rows, `AND[1].state` has the value open.',
      ],
      "AND:[{amount:{gt:'4'}},{state:'open'}],amount:{lt:'5'},score:{gte:1}": [
        '1 row matches `AND[0].amount` and `AND[1].state` and `score`; it does not match `amount`.',
        'In that row, `amount` has the value 19165.72.',
      ],
      "state:'open',name:'Rent',rank:7": [
        '1 row matches `name`; it does not match `rank`.',
        'In that row, `rank` has the value 3.',
      ],
      "at:{gte:'2026-02-01',lte:'2026-02-01'}": [
        '3 rows match `at.gte`; none of them matches `at.lte`.',
        "In those 3 rows, `at` is later on 2026-02-01 in 1 row, but a day means midnight UTC; use lt: '2026-02-02'.",
      ],
      "AND:[{at:{gt:'2026-01-31'}},{at:{lte:'2026-02-01'}}]": [
        '3 rows match `AND[0].at`; none of them matches `AND[1].at`.',
        "In those 3 rows, `AND[1].at` is later on 2026-02-01 in 1 row, but a day means midnight UTC; use lt: '2026-02-02'.",
      ],
      "at:{gte:'2026-02-02',lte:'2026-02-02'}": [
        '2 rows match `at.gte`; none of them matches `at.lte`.',
        'In those 2 rows, `at` has the values 2026-03-01T10:00:00Z, 2026-04-01T10:00:00Z.',
      ],
      "amount:{gt:'5',lt:'4'}": ['`amount.gt` is above `amount.lt`.'],
      "amount:{gt:'3',lt:'3.0'}": ['`amount.gt` equals `amount.lt`.'],
      "at:{gte:'2026-03-01',lte:'2026-02-28'}": ['`at.gte` is above `at.lte`.'],
      "amount:{gt:'3',lt:'10.5'}": [
        '2 rows match `amount.gt`; none of them matches `amount.lt`.',
        'In those 2 rows, `amount` has the values 10.50, 19165.72.',
      ],
      "amount:{gt:'3',lt:'11',neq:'10.50'}": [
        '1 row matches `amount.gt` and `amount.neq`; it does not match `amount.lt`.',
        'In that row, `amount` has the value 19165.72.',
      ],
      "text:{neq:null,like:'rant'}": [
        'No row matches `text.like`; without it 3 of 4 would.',
        "`text` has the values 'House rent', 'two  spaces', x.",
        '`text` is null in 1 of 4 rows.',
      ],
      'rank:{eq:null,neq:null}': [
        '1 row matches `rank.eq`; it does not match `rank.neq`.',
        'In that row, `rank` is null.',
      ],
      "name:{eq:'Rent',in:['Taxes','x']}": [
        '1 row matches `name.eq`; it does not match `name.in`.',
        'In that row, `name` has the value Rent.',
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
        "`things.some.name` has the values Café, Taxes, '50% off'.",
      ],
      "/boxes?where=label:'red',things:{none:{active:true}}": [
        '1 row matches `label`; it does not match `things`.',
        'In that row, `things` has rows that match `things.none.active`.',
      ],
      "/boxes?where=id:'cccccccc-0000-4000-8000-000000000000',things:{some:{active:true}}": [
        '1 row matches `id`; it does not match `things`.',
        'In that row, `things` has no rows.',
      ],
      '/boxes?where=things:{some:{},none:{active:true}}': [
        '1 row matches `things.none`; it does not match `things.some`.',
        'In that row, `things` has no rows.',
      ],
      "/boxes?where=label:'red',things:{every:{state:'open',score:{gt:0}}}": [
        '1 row matches `label`; it does not match `things`.',
        'In that row, `things` has rows that do not match `things.every`.',
        'In 1 of 2 `things`, `things.every.state` has the value shut.',
      ],
      "/boxes?where=label:'blue',things:{some:{name:'Taxes'}}": [
        '1 row matches `label`; it does not match `things`.',
        "In that row, `things.some.name` has the value '50% off'.",
      ],
      "/boxes?where=things:{some:{name:'Taxes',state:'shut'}}": [
        'No row matches `things`.',
        '1 row of things matches `things.some.name`; it does not match `things.some.state`.',
        'In that row, `things.some.state` has the value open.',
      ],
      "/boxes?where=things:{some:{id:'aaaaaaaa-0000-4000-8000-000000000000'}}": [
        'No row matches `things`.',
        '`things.some.id` is the id of a row of boxes, not of things.',
      ],
      "/boxes?where=things:{some:{box:{things:{some:{name:'TAXES'}}}}}": [
        'No row matches `things`.',
        "`things.some.box.things.some.name` differs in letter case: 'Taxes'.",
      ],
      "/boxes?where=parts:{some:{label:'RED'}}": [
        'No row matches `parts`.',
        '`parts` has no rows in every row.',
      ],
      "/things?where=state:'shut',box:{label:'blue'}": [
        '1 row matches `box`; it does not match `state`.',
        'In that row, `state` has the value open.',
      ],
      "/things?where=state:'open',box:{label:'green'}": [
        'No row matches `box`; without it 2 of 4 would.',
        'Rows of boxes match `box`, but none of them is related.',
        '`box.label` has the values red, blue.',
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

  test('by a status that the schema has, and no row', async () => {
    const mock = createMock();
    await ask(mock, '/transactions', { where: "status:'canceled'" });
    expect(mock.requests[0]?.explanation?.[1]).toBe(
      '`status` has the values completed, pending, failed, scheduled; the schema also has cancelled.',
    );
  });

  describe('of many rows', () => {
    const row = (index: number) => ({ name: `n${index}`, state: index < 600 ? 'open' : 'shut' });
    const rows = (length: number) => Array.from({ length }, (_, index) => row(index));

    test.each(
      Object.entries<string[]>({
        "name:'N7'": [
          'No row matches `name`.',
          "In the first 500 of 1200 rows, `name` differs in letter case: 'n7'.",
        ],
        "name:'N700'": [
          'No row matches `name`.',
          'In the first 500 of 1200 rows, `name` has other values, such as n0, n1, n2.',
        ],
        "state:'shut',name:{like:'N'}": [
          '600 rows match `state`; none of them matches `name`.',
          "In the first 500 of those 600 rows, `name` differs in letter case: 'n600'.",
        ],
        "name:{like:'9'},state:'ajar'": [
          '309 rows match `name`; none of them matches `state`.',
          'In those 309 rows, `state` has the values open, shut.',
        ],
      }),
    )('by the first: %s', async (where, expected) => {
      const mock = mockOfThings({ things: rows(1200) });
      await ask(mock, '/things', { where });
      expect(mock.requests[0]?.explanation).toEqual(expected);
    });

    test('by nothing, if there are more than 100,000', async () => {
      const mock = mockOfThings({ things: rows(100_001) });
      await ask(mock, '/things', { where: "name:'N7'" });
      expect(mock.requests[0]?.explanation).toEqual([
        'More than 100000 rows of things are not explained.',
      ]);
    });
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
      '`things` has rows that do not match `things.every.code` in every row.',
      'In 3 of 3 `things`, `things.every.code` is null.',
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

describe('a list is explained that has rows', () => {
  test.each(
    Object.entries<string[] | undefined>({
      '/things?where=rank:{neq:7}': [
        '`rank.neq` also matches null, in 1 of 3 rows. To exclude them, add `AND: [{ rank: { neq: null } }]`.',
      ],
      '/things?where=rank:{not_in:[7]}&take=1': [
        '`rank.not_in` also matches null, in 1 of 3 rows. To exclude them, add `AND: [{ rank: { neq: null } }]`.',
      ],
      "/things?where=AND:[{data:{not_exists:'tier'}}]": [
        '`AND[0].data.not_exists` also matches null, in 1 of 1 rows. To exclude them, add `AND: [{ data: { neq: null } }]`.',
      ],
      "/boxes?where=things:{none:{name:'Rent'}}": [
        '`things.none` also matches rows without `things`, in 1 of 3 rows. To exclude them, add `some: {}`.',
      ],
      '/boxes?where=things:{every:{active:true}}': [
        '`things.every` also matches rows without `things`, in 1 of 3 rows. To exclude them, add `some: {}`.',
      ],
      '/things?where=rank:{neq:null}': undefined,
      '/things?where=rank:{not_in:[7,null]}': undefined,
      "/things?where=name:{neq:'Rent'}": undefined,
      "/boxes?where=things:{some:{},none:{name:'Rent'}}": undefined,
    }),
  )('%s', async (request, expected) => {
    expect(await explained(request)).toEqual(expected);
  });

  test('unless null does not match, as in SQL', async () => {
    expect(await explained('/things?where=rank:{neq:7}', {}, { nulls: 'sql' })).toBe(undefined);
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
