import { createMock } from 'payments-data-client/mock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenInspector, openInspector } from './open-inspector.js';

let inspector: OpenInspector;
beforeEach(async () => {
  inspector = await openInspector();
});
afterEach(() => inspector.close());

const rows = (query: object) =>
  inspector.post('rows', { resource: 'balances', take: 200, skip: 0, ...query });

describe('the rows of a resource', () => {
  test('come in pages, with the number of all', async () => {
    const all = inspector.mock.db.balances.all();
    expect((await rows({})).body).toEqual({ rows: all, total: 24, hints: [] });
    expect((await rows({ take: 5, skip: 3 })).body).toEqual({
      rows: all.slice(3, 8),
      total: 24,
      hints: [],
    });
    expect((await rows({ take: 0 })).body).toEqual({ rows: [], total: 24, hints: [] });
    expect((await rows({ take: 5, skip: 22 })).body.rows).toHaveLength(2);
  });

  test('are filtered, ordered and selected as the service does', async () => {
    const where = "type:'main', balance:{gt:'100'}";
    const include = 'name:true, unit:{symbol:true}';
    const served = await inspector.ask(
      `/v1/balances?${new URLSearchParams({ where, include, order_by: 'name:desc' })}`,
    );
    const { body } = await rows({ where, include, orderBy: 'name:desc', take: 4 });
    expect(body).toEqual({ rows: served.body.slice(0, 4), total: served.body.length, hints: [] });
    expect(body.total).toBeGreaterThan(4);
  });

  test('have the foreign keys that no response has, also in filters and orders', async () => {
    const { mock } = inspector;
    const transaction = mock.db.transactions.insert({ lines: [{ amount: 1 }, { amount: -1 }] });
    const where = `transaction_id:'${transaction.id}'`;
    const orderBy = 'transaction_id:asc,amount:asc';
    const { body } = await rows({ resource: 'transactionLines', where, orderBy });
    expect(body.error).toBeUndefined();
    expect(body.total).toBe(2);
    expect(body.rows).toMatchObject([
      { amount: -1, transaction_id: transaction.id },
      { amount: 1, transaction_id: transaction.id },
    ]);
    const state = (await inspector.get('state')).body;
    const lines = state.resources.find(({ name }: { name: string }) => name === 'transactionLines');
    expect(lines.fields).toContainEqual({
      name: 'transaction_id',
      kind: 'uuid',
      nullable: true,
      computed: false,
      values: [],
      foreignKeyOf: 'transactions',
    });
  });

  test.each([
    [
      { where: 'nmae:1' },
      'where: `nmae` is not a field or relation of balances. Did you mean `name`?',
    ],
    [
      { where: '{name' },
      /^where: .* Write relaxed JSON such as \{name:'value'\}, with text in quotes\.$/,
    ],
    [{ include: 'name:true,type:false' }, /^include\.type: true and false cannot be mixed/],
    [{ orderBy: 'nmae:asc' }, /^order_by: `nmae` is not a field/],
    [{ resource: 'balance' }, 'balance is not a resource of the schema.'],
    [{ take: 501 }, 'take: a page has at most 500 rows.'],
    [{ take: -1 }, 'rows: expected `take` to be a non-negative integer, got -1.'],
    [{ skip: undefined }, 'rows: `skip` is missing.'],
    [{ wher: '' }, /^rows: `wher` is not an option\. Did you mean `where`\?/],
  ])('are refused with the message of the service: %j', async (query, message) => {
    const { status, body } = await rows(query);
    expect([status, body.error]).toEqual([
      400,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });

  test('of a large table come in pages, too', async () => {
    const data = {
      units: Array.from({ length: 20_000 }, (_, index) => ({ name: `Unit ${index}` })),
    };
    const large = await openInspector(createMock({ data }));
    try {
      const { body } = await large.post('rows', { resource: 'units', take: 50, skip: 19_990 });
      expect([body.rows.length, body.total]).toEqual([10, 20_000]);
      const found = await large.post('rows', {
        resource: 'units',
        where: "name:{like:'99'}",
        orderBy: 'name:desc',
        take: 1,
        skip: 0,
      });
      expect(found.body.rows[0].name).toBe('Unit 9999');
      expect(found.body.total).toBe(data.units.filter(({ name }) => name.includes('99')).length);
    } finally {
      await large.close();
    }
  });
});

describe('changes', () => {
  test('go through the checks of mock.db', async () => {
    const { mock, post } = inspector;
    const inserted = await post('insert', {
      resource: 'balances',
      row: "{ name: 'New', balance: '1.50' }",
    });
    const { id } = inserted.body;
    expect(mock.db.balances.get(id)).toMatchObject({ name: 'New', balance: '1.50' });
    const row = '{ "name": "Newer", "variables": null }';
    const updated = await post('update', {
      resource: 'balances',
      id,
      before: '{ "name": "New" }',
      row,
    });
    expect(updated.body).toEqual({ isChanged: true });
    expect(mock.db.balances.get(id)).toMatchObject({
      name: 'Newer',
      variables: null,
      balance: '1.50',
    });
    expect((await post('delete', { resource: 'balances', id })).body).toEqual({});
    expect(mock.db.balances.get(id)).toBeUndefined();
  });

  test('of a row are only those of the edited fields, so that other changes in the meantime stay', async () => {
    const { mock, post } = inspector;
    const { id } = mock.db.balances.insert({ name: 'Ada', variables: { tier: 'gold' } });
    const before = JSON.stringify({ name: 'Ada', balance: '100.00', variables: { tier: 'gold' } });
    const update = async (row: string) =>
      (await post('update', { resource: 'balances', id, before, row })).body;
    mock.db.balances.update(id, { name: 'Renamed', balance: '5.00' });
    for (const same of [before, "name: 'Ada', variables: { tier: 'gold' }", '', '{}']) {
      expect(await update(same)).toEqual({ isChanged: false });
      expect(mock.db.balances.get(id)).toMatchObject({ name: 'Renamed', balance: '5.00' });
    }
    expect(await update(before.replace('100.00', '100.000'))).toEqual({ isChanged: true });
    expect(mock.db.balances.get(id)).toMatchObject({ name: 'Renamed', balance: '100.000' });
    expect(await update("variables: { tier: 'gold', since: 1 }")).toEqual({ isChanged: true });
    expect(mock.db.balances.get(id)).toMatchObject({ variables: { tier: 'gold', since: 1 } });
  });

  test.each([
    ["name: 'a', name: 'b'", 'row: `name` is given more than once. Write it once.'],
    ['variables: { a: 1e400 }', 'balances.variables.a: expected a finite number, got Infinity.'],
    [
      'variables: { a: 9007199254740993 }',
      'balances.variables.a: expected a safe integer, got 9007199254740992.',
    ],
    [
      'balance: 1e400',
      "balances.balance: expected a decimal string such as '100.00', got Infinity.",
    ],
    ['[]', "row: expected an object such as {name:'value'}, got an array."],
    ['{ name: 1', /^row: invalid end of input at .* Write relaxed JSON such as \{name:'value'\}/],
  ])('of text that is no row are rejected: %s', async (row, message) => {
    const { mock, post } = inspector;
    const [balance] = mock.db.balances.all();
    const change = {
      resource: 'balances',
      id: balance?.id,
      before: 'name: null, balance: null',
      row,
    };
    const error = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(await post('update', change)).toMatchObject({ status: 400, body: { error } });
    expect(mock.db.balances.all()[0]).toEqual(balance);
  });

  test.each([
    ['insert', { resource: 'balances', row: { balance: 1.5 } }],
    ['insert', { resource: 'balances', row: { unit_id: '4da237e7-e4db-4d99-aa39-782324cb6ec4' } }],
    ['insert', { resource: 'balances', row: { amount: '1' } }],
    ['update', { resource: 'balances', id: 'none', row: {} }],
  ] as const)('are refused with its message: %s %j', async (action, { row, ...change }) => {
    const { mock, post } = inspector;
    const before = mock.db.balances.all();
    let message = '';
    try {
      if (action === 'insert') mock.db.balances.insert(row as never);
      else mock.db.balances.update('none', row as never);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).not.toBe('');
    const shown = action === 'update' ? { before: '{}' } : {};
    const sent = await post(action, { ...change, ...shown, row: JSON.stringify(row) });
    expect(sent).toMatchObject({ status: 400, body: { error: message } });
    expect(mock.db.balances.all()).toEqual(before);
  });

  test('that make no sense are refused', async () => {
    const { post, mock } = inspector;
    const id = mock.db.units.all()[0]?.id;
    const errors = [
      await post('delete', { resource: 'units', id }),
      await post('delete', { resource: 'units', id: 'none' }),
      await post('delete', { resource: '__proto__', id: 'none' }),
      await post('insert', { resource: 'units', row: '[]' }),
      await post('insert', { resource: 'units' }),
    ].map(({ status, body }) => [status, body.error]);
    expect(errors).toEqual([
      [
        400,
        expect.stringMatching(
          /^units: .* cannot be deleted: it is the `unit_id` of \d+ rows? of balances\./,
        ),
      ],
      [400, 'units: no row has the id "none".'],
      [400, '__proto__ is not a resource of the schema.'],
      [400, "row: expected an object such as {name:'value'}, got an array."],
      [400, 'insert: `row` is missing.'],
    ]);
  });

  test('can be undone with a snapshot', async () => {
    const { mock, post, get } = inspector;
    expect((await post('restore')).body).toEqual({
      error: 'There is no snapshot. Take one first.',
    });
    expect((await get('state')).body.snapshot).toBeNull();
    await post('snapshot');
    mock.db.units.insert({});
    expect((await get('state')).body).toMatchObject({
      counts: { units: 5 },
      snapshot: expect.stringMatching(/Z$/),
    });
    expect((await post('restore')).status).toBe(200);
    expect(mock.db.units.all()).toHaveLength(4);
    mock.db.units.insert({});
    mock.fail({});
    await post('reset');
    expect((await get('state')).body).toMatchObject({ counts: { units: 4 }, faults: [] });
  });

  test('can be downloaded as rows of a new mock, with relations that no response shows', async () => {
    const { mock, get } = inspector;
    mock.db.transactions.insert({ external_id: 'mine', lines: [{ amount: 5 }] });
    const { body } = await get('download');
    const copy = createMock({ data: body });
    for (const name of [
      'balances',
      'units',
      'accounts',
      'transactions',
      'transactionLines',
    ] as const)
      expect(copy.db[name].all()).toEqual(mock.db[name].all());
    const response = await copy.fetch(
      `${copy.baseUrl}/v1/transactions?where=external_id:'mine'&include=lines:{amount:true}`,
      { headers: { Authorization: `APIKey ${copy.clientOptions.apiKey}` } },
    );
    expect(await response.json()).toMatchObject([{ lines: [{ amount: 5 }] }]);
  });
});
