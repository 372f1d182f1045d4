import JSON5 from 'json5';
import {
  createClient,
  decimal,
  defineSchema,
  extendSchema,
  integer,
  json,
  many,
  one,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { zodValidator } from 'payments-data-client/validation';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask } from './send.js';

const mock = createMock();
const { db } = mock;
beforeEach(() => mock.reset());

describe('the rows of a mock', () => {
  test('are the rows that the service returns', async () => {
    expect((await ask(mock, '/balances')).body).toEqual(db.balances.all());
    expect((await ask(mock, '/transactions/lines')).body).toEqual(db.transactionLines.all());
    expect(db.balances.get(sampleData().balances[3]?.id ?? '')).toEqual(sampleData().balances[3]);
    expect(db.balances.get('nothing')).toBeUndefined();
  });

  test('get deterministic, valid values for fields that are left out [decision 32]', () => {
    const inserted = () =>
      createMock({ now: '2026-05-01T10:00:00+02:00' }).db.balances.insert({ balance: '5.00' });
    expect(inserted()).toEqual(inserted());
    const [account, unit] = [db.accounts.all()[0], db.units.all()[0]];
    expect(inserted()).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      identifier: 'identifier 25',
      name: 'name 25',
      description: 'description 25',
      account_id: account?.id,
      unit_id: unit?.id,
      type: 'main',
      balance: '5.00',
      available_balance: '5.00',
      negative_balance: '0.00',
      external_id: null,
      variables: null,
      created_at: '2026-05-01T08:00:00.000Z',
      updated_at: '2026-05-01T08:00:00.000Z',
      archived_at: null,
    });
  });

  test.each([
    ['10.10', '10.10', '0.00'],
    ['-12.50', '0.00', '12.50'],
    ['-3', '0', '3'],
    ['0.00', '0.00', '0.00'],
    ['-0.00', '0.00', '0.00'],
    ['007.5', '007.5', '0.0'],
    [`-${'9'.repeat(40)}.5`, '0.0', `${'9'.repeat(40)}.5`],
  ])(
    'with the balance %s have %s available and %s negative [decision 57]',
    (balance, available, negative) => {
      const amounts = { balance, available_balance: available, negative_balance: negative };
      const inserted = db.balances.insert({ balance });
      expect(inserted).toMatchObject(amounts);
      const { db: given } = createMock({ data: { accounts: [{ balances: [{ balance }] }] } });
      expect(given.balances.all()).toMatchObject([amounts]);
      const other = db.balances.insert({ balance: '77.7' });
      expect(db.balances.update(other.id, { balance })).toMatchObject(amounts);
    },
  );

  test('has dates with the digits that it is given [decision 51]', () => {
    const { db } = createMock();
    const inUtc = (fraction: string) => `2026-01-31T12:00:00${fraction}Z`;
    const dateOf = (created_at: string) => db.balances.insert({ created_at }).created_at;
    for (const date of ['2026-01-31', ...['', '.5', '.590', '.591220', '.999999999'].map(inUtc)])
      expect(dateOf(date)).toBe(date);
    expect(dateOf('2026-01-31T13:00:00.5912+01:00')).toBe('2026-01-31T12:00:00.5912Z');
    expect(dateOf('2026-01-31t12:00+0000')).toBe('2026-01-31T12:00:00Z');
    expect(() => dateOf('9999-12-31T23:00:00-05:00')).toThrow('expected a date such as 2026-01-31');
  });

  test('of transactions link to accounts that exist [decision 33]', () => {
    const account_id = '3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b';
    const problem = `account_id: no row of accounts has the id ${account_id}. Insert that row first.`;
    expect(() => db.transactions.insert({ lines: [{ account_id }] })).toThrow(
      `transactions.lines[0].${problem}`,
    );
    expect(() =>
      createMock({ data: { accounts: [], transactionLines: [{ account_id }] } }),
    ).toThrow(`transactionLines[0].${problem}`);
    expect(db.transactionLines.insert({}).account_id).toBe(db.accounts.all()[0]?.id);
    const { db: given } = createMock({ data: { transactions: [{ lines: [{ account_id }] }] } });
    expect(given.accounts.all()).toMatchObject([{ id: account_id }]);
  });

  test('are made if a required link has no row yet [decision 33]', async () => {
    const empty = createMock({ data: { balances: [{ name: 'alone' }] } });
    const { body } = await ask(empty, '/balances', {
      include: 'name:true,unit:{default_mode:true,color:true},account:true',
    });
    const unit = { default_mode: 'floats', color: '#ffffff' };
    expect(body).toMatchObject([{ name: 'alone', unit, account: { status: 'active' } }]);
    expect(empty.db.units.all()).toHaveLength(1);
  });

  test('of the sample fit a schema that corrects their fields', () => {
    const schema = extendSchema(paymentsSchema, {
      transactionLines: { fields: { amount: decimal() } },
      balances: {
        fields: { variables: json('array'), created_at: string(), description: integer() },
      },
      transactions: { fields: { entity_id: uuid() } },
    });
    const corrected = createMock({ schema }).db;
    const amounts = corrected.transactionLines.all().map(({ amount }) => amount);
    expect(amounts).toEqual(db.transactionLines.all().map(({ amount }) => `${amount}`));
    expect(corrected.balances.all()[0]).toMatchObject({ variables: [], description: 0 });
  });

  test('have a required key of a relation that only the other resource declares', () => {
    const schema = defineSchema({
      customers: {
        fields: { id: uuid() },
        relations: { orders: many('orders', { foreignKey: 'customer_id' }) },
      },
      orders: {
        path: '/orders',
        operations: ['list'],
        fields: { id: uuid(), customer_id: uuid() },
      },
    });
    const { db } = createMock({ schema });
    const { customer_id } = db.orders.insert({});
    expect(db.customers.all()).toEqual([{ id: customer_id }]);
  });

  test('are linked by row, by id or by foreign key', () => {
    const unit = db.units.insert({ symbol: '¤' });
    for (const given of [{ unit }, { unit: unit.id }, { unit_id: unit.id }])
      expect(db.balances.insert(given).unit_id).toBe(unit.id);
    expect(db.units.all()).toHaveLength(5);
  });

  test('are inserted with the rows of their relations', async () => {
    const { id } = db.transactions.insert({ lines: [{ amount: 5 }, { amount: -5 }] });
    const { body } = await ask(mock, '/transactions', {
      where: `id:'${id}'`,
      include: 'lines:{amount:true}',
    });
    expect(body[0].lines.map(({ amount }: { amount: number }) => amount).sort()).toEqual([-5, 5]);
    const account = db.accounts.insert({ balances: [{ unit: { symbol: '!' } }] });
    expect(db.balances.all().at(-1)).toMatchObject({
      account_id: account.id,
      unit_id: db.units.all().at(-1)?.id,
    });
  });

  test('have a foreign key to their transaction that no response contains', async () => {
    const [transaction] = db.transactions.all();
    const line = db.transactionLines.insert({ amount: 0, transaction_id: transaction?.id });
    expect(line).toEqual({ id: line.id, account_id: line.account_id, amount: 0 });
    const where = `lines:{some:{id:'${line.id}'}}`;
    expect((await ask(mock, '/transactions', { where })).body).toMatchObject([
      { id: transaction?.id },
    ]);
  });

  test('are updated', async () => {
    const [{ id } = { id: '' }] = db.balances.all();
    const unit = db.units.insert({ symbol: '¤' });
    const updated = db.balances.update(id, { balance: '1.50', unit, name: undefined });
    expect(updated).toEqual({
      ...sampleData().balances[0],
      balance: '1.50',
      available_balance: '1.50',
      unit_id: unit.id,
    });
    expect((await ask(mock, `/balances/${id}`)).body).toEqual(updated);
    expect((await ask(mock, '/balances', { where: 'amount:1.5' })).body).toHaveLength(1);
  });

  test('are deleted', async () => {
    const [{ id } = { id: '' }] = db.balances.all();
    expect(db.balances.delete(id)).toBe(true);
    expect(db.balances.delete(id)).toBe(false);
    expect((await ask(mock, `/balances/${id}`)).status).toBe(404);
    expect((await ask(mock, '/balances')).body).toEqual(db.balances.all());
  });

  test.each(
    Object.entries({
      '{ balance: 5 }': ".balance: expected a decimal string such as '100.00', got 5.",
      "{ blance: '5' }":
        ': `blance` is not a field or relation of balances. Did you mean `balance`?',
      "{ id: 'b1' }":
        '.id: expected a UUID such as 3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b, got "b1". For ids of another form, declare the field as string() with extendSchema().',
      '{ name: null }':
        '.name: is not nullable, got null. Leave it out, or declare it as nullable.',
      "{ name: '\ud800' }": '.name: contains an unpaired surrogate.',
      '{ variables: [] }': '.variables: expected a JSON object, got an array.',
      '{ variables: { a: NaN } }': '.variables.a: expected a finite number, got NaN.',
      "{ amount: '1' }": '.amount: a computed field cannot be set. Leave it out.',
      "{ unit: 'x' }": '.unit: expected a UUID such as',
      "{ created_at: '2026-02-30' }": `.created_at: expected a date such as 2026-01-31 or 2026-01-31T12:00:00Z, or a Date, got "2026-02-30".`,
      "{ unit: {}, unit_id: '3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b' }":
        ': `unit` and `unit_id` set the same relation. Pass one of them.',
      "{ unit_id: '3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b' }":
        '.unit_id: no row of units has the id 3f1c2b4a-5d6e-4f70-8a9b-0c1d2e3f4a5b. Insert that row first, or give the row itself as `unit`.',
      '{ unit: { symbol: 1 } }': '.unit.symbol: expected a string, got 1.',
      null: ': expected a row (an object), got null.',
    }),
  )('are rejected with the path of the field: %s [decision 32]', (row, message) => {
    const before = [db.balances.all(), db.units.all()];
    expect(() =>
      db.balances.insert([{ name: 'fine', unit: { symbol: 'fine' } }, JSON5.parse(row)]),
    ).toThrow(`balances[1]${message}`);
    expect([db.balances.all(), db.units.all()]).toEqual(before);
  });
});

describe('an update', () => {
  const [{ id } = { id: '' }, other] = db.balances.all();
  test.each<[object, string]>([
    [
      { balance: '1e3' },
      'balances.balance: expected a decimal string such as \'100.00\', got "1e3".',
    ],
    [{ id: other?.id }, 'balances.id: an id cannot be changed. Insert a new row instead.'],
  ])('is rejected: %j', (patch, message) => {
    expect(() => db.balances.update(id, patch)).toThrow(message);
    expect(() => db.balances.update('nothing', patch)).toThrow('no row has the id "nothing".');
    expect(db.balances.all()).toEqual(sampleData().balances);
  });

  test('does not change the rows of a to-many relation', () => {
    const [{ id } = { id: '' }] = db.accounts.all();
    expect(() => db.accounts.update(id, { balances: [] })).toThrow(
      'accounts.balances: a to-many relation cannot be updated. Update `account_id` of the balances instead.',
    );
  });
});

describe('snapshots', () => {
  const state = () => [db.balances.all(), db.units.all(), mock.apiKeys.all()];

  test('restore rows and keys, in any order and more than once', () => {
    const start = state();
    const first = mock.snapshot();
    const added = db.balances.insert({ name: 'added', unit: { symbol: '+' } });
    db.balances.delete(db.balances.all()[0]?.id ?? '');
    mock.apiKeys.create({ name: 'second' });
    const later = state();
    const second = mock.snapshot();
    db.balances.update(added.id, { name: 'changed' });
    for (const [snapshot, expected] of [
      [first, start],
      [second, later],
      [first, start],
    ] as const) {
      mock.restore(snapshot);
      expect(state()).toEqual(expected);
      db.balances.insert({ name: 'a branch' });
    }
    mock.restore(second);
    expect(state()).toEqual(later);
    mock.reset();
    expect(state()).toEqual(start);
  });

  test('have the secrets of their keys', async () => {
    const mock = createMock();
    const isAccepted = async (key: string) =>
      (
        await createClient({ ...mock.clientOptions, apiKey: key })
          .accounts.list()
          .catch(() => [])
      ).length > 0;
    const before = mock.snapshot();
    mock.apiKeys.create({ key: 'first-key-1' });
    const first = mock.snapshot();
    mock.restore(before);
    mock.apiKeys.create({ key: 'other-key-2' }); // which has the same id
    mock.restore(first);
    expect(await Promise.all(['first-key-1', 'other-key-2'].map(isAccepted))).toEqual([
      true,
      false,
    ]);
  });

  test('belong to one mock', () => {
    expect(() => mock.restore(createMock().snapshot())).toThrow(
      'restore: expected a snapshot that snapshot() of this mock returned.',
    );
    expect(() => mock.restore({} as never)).toThrow('restore: expected a snapshot');
  });
});

describe('initial rows', () => {
  const [balance] = sampleData().balances;
  const links = { account_id: balance?.account_id ?? '', unit_id: balance?.unit_id ?? '' };

  test('may link to resources that are left out: each id gets a row [decision 33]', () => {
    const inside = { id: links.account_id, balances: [{ unit_id: links.unit_id }] };
    const { db } = createMock({ data: { accounts: [inside], balances: [links] } });
    expect(db.units.all()).toMatchObject([{ id: links.unit_id, name: 'name 1' }]);
    expect(createMock({ data: { balances: [links] } }).db.accounts.all()).toMatchObject([
      { id: links.account_id },
    ]);
  });
});

test('a new unit has hex colors, as the API specification says', () => {
  const { background_color, color } = createMock().db.units.insert({ name: 'CHF' });
  for (const value of [background_color, color]) expect(value).toMatch(/^#[\da-f]{6}$/);
});

test('a relation that a schema adds has only rows that somebody wrote', async () => {
  const schema = extendSchema(paymentsSchema, {
    entities: {
      path: '/entities',
      operations: ['list'],
      fields: { id: string(), name: string() },
      relations: { transactions: many('transactions', { foreignKey: 'entity_id' }) },
    },
    transactions: {
      relations: { entity: one('entities', { foreignKey: 'entity_id', nullable: true }) },
    },
  });
  const mock = createMock({ schema });
  expect(mock.db.entities.all()).toEqual([]);
  const client = createClient({ ...mock.clientOptions, schema });
  const rows = await client.transactions.list({ include: { entity_id: true, entity: true } });
  expect(rows).toHaveLength(24);
  for (const row of rows) expect(row).toMatchObject({ entity_id: null, entity: null });
  const { id } = mock.db.entities.insert({ name: 'ACME' });
  mock.db.transactions.update(rows[0]?.id ?? '', { entity_id: id });
  expect(await client.entities.list({ include: { transactions: { id: true } } })).toEqual([
    { id, name: 'ACME', transactions: [{ id: rows[0]?.id }] },
  ]);
  // A user's own row that refers to another row does create it [decision 33].
  const own = createMock({ schema, data: { transactions: [{ entity_id: 'e1' }] } });
  expect(own.db.entities.all()).toMatchObject([{ id: 'e1' }]);
});

test('a required relation that a schema adds has a generated row, because a row needs it', async () => {
  const schema = extendSchema(paymentsSchema, {
    regions: { path: '/regions', operations: ['list'], fields: { id: uuid(), name: string() } },
    balances: {
      fields: { region_id: uuid() },
      relations: { region: one('regions', { foreignKey: 'region_id' }) },
    },
  });
  const mock = createMock({ schema });
  const [region, ...others] = mock.db.regions.all();
  expect(others).toEqual([]);
  const client = createClient({ ...mock.clientOptions, schema, validator: zodValidator() });
  const rows = await client.balances.list({ include: { region: { id: true } } });
  expect(rows).toHaveLength(24);
  for (const row of rows) expect(row.region).toEqual({ id: region?.id });
});

describe('a mock of another schema', () => {
  const schema = extendSchema(paymentsSchema, {
    transactions: { fields: { reference: string() } },
    entities: {
      path: '/entities',
      operations: ['get', 'list'],
      fields: { id: uuid(), name: string() },
      relations: {
        accounts: many('accounts', { foreignKey: 'entity_id' }),
        parent: one('entities', { foreignKey: 'parent_id', nullable: true }),
      },
    },
  });

  test('starts with the sample data if it extends the payments schema', async () => {
    const extended = createMock({ schema });
    expect(
      (await ask(extended, '/transactions', { where: "reference:'reference 1'" })).body,
    ).toHaveLength(1);
    const parent = extended.db.entities.insert({
      name: 'parent',
      accounts: [{ status: 'active' }],
    });
    const { id } = extended.db.entities.insert({ name: 'child', parent });
    const { body } = await ask(extended, `/entities/${id}`, { include: 'parent:{accounts:true}' });
    expect(body).toMatchObject({ id, parent: { id: parent.id, accounts: [{ status: 'active' }] } });
  });

  test('rejects the sample data if no row can be the first', () => {
    const parent = one('accounts', { foreignKey: 'parent_id' });
    const corrected = extendSchema(paymentsSchema, {
      accounts: { fields: { parent_id: uuid() }, relations: { parent } },
    });
    expect(() => createMock({ schema: corrected })).toThrow(
      'createMock: the sample data is invalid for `schema`: accounts[0].parent_id.parent_id: is required, because accounts has no row yet that it could refer to. Pass `data`.',
    );
    expect(createMock({ schema: corrected, data: {} }).db.balances.all()).toEqual([]);
  });

  test('may have ids that are not UUIDs, and links by them [decision 32]', async () => {
    const schema = defineSchema({
      files: {
        path: '/files',
        operations: ['list'],
        fields: { id: string() },
        relations: { folder: one('folders', { foreignKey: 'folder_id' }) },
      },
      folders: { fields: { id: string() } },
    });
    const own = createMock({ schema, data: { folders: [{ id: 'home' }] } });
    for (const given of [{ folder: 'home' }, { folder_id: 'home' }, { folder: { id: 'work' } }])
      own.db.files.insert(given);
    const { body } = await ask(own, '/files', { include: 'id:true,folder:true' });
    const ids = body.map(({ folder }: { folder: { id: string } }) => folder.id);
    expect(ids).toEqual(['home', 'home', 'work']);
  });
});

describe('the sample data', () => {
  const { transactions, transactionLines } = sampleData();

  test('is the same in each run, depends on the seed, and has the requested size', () => {
    expect(sampleData()).toEqual(sampleData({ seed: 1, accounts: 12, transactions: 24 }));
    expect(sampleData({ seed: 2 }).balances).not.toEqual(sampleData().balances);
    const { accounts, balances } = sampleData({ accounts: 100, transactions: 3 });
    expect(accounts).toHaveLength(100);
    expect(new Set(balances.map(({ id }) => id)).size).toBe(balances.length);
    expect(new Set(balances.map(({ created_at }) => created_at.slice(0, 7))).size).toBe(12);
  });

  test.each([
    [{ acounts: 3 }, '`acounts` is not an option. Did you mean `accounts`?'],
    [{ seed: -1 }, 'expected `seed` to be an integer from 0 to 4294967295, got -1.'],
    [{ accounts: 0, transactions: 1 }, '`transactions` need accounts.'],
  ])('rejects %j', (options, message) => {
    expect(() => sampleData(options as never)).toThrow(`sampleData: ${message}`);
  });

  test('has transactions whose lines sum to zero, and scheduled ones without lines', () => {
    for (const { id, status } of transactions) {
      const lines = transactionLines.filter(({ transaction_id }) => transaction_id === id);
      if (status === 'scheduled') expect(lines).toEqual([]);
      else expect(lines.length).toBeGreaterThan(1);
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    }
  });
});
