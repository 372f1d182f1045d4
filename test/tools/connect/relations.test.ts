import { extendSchema, paymentsSchema, type Relation, uuid } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import {
  readStatic,
  rowsWith,
  type ServiceRow,
  type StaticService,
  uuidOf,
} from './static-service.js';

const account = (more: object = {}) => ({
  status: 'active',
  identifier_prefix: 'a',
  identifier_value: 'b',
  ...more,
});
const accounts = (count: number, more: (index: number) => object = () => ({})) =>
  rowsWith(count, (index) => account(more(index)));

/**
 * The relations that are written, as code, and what is listed about the others.
 *
 * @param resource - What the schema declares in addition, without a list.
 */
async function relationsOf(service: StaticService, resource?: string) {
  const base = resource
    ? extendSchema(paymentsSchema, { [resource]: { fields: { id: uuid() } } })
    : undefined;
  const read = await readStatic(service, {}, base && { ...base });
  const written = [...read.text.matchAll(/^ {6}(\w+): ((?:one|many)\(.*\)),$/gm)].map(
    ([, name, code]) => `${name}: ${code}`,
  );
  const listed = read.undeclared.map(({ path, text }) => `${path.join('.')}: ${text}`);
  return { written, listed, read };
}

/** Rows of a bank, which has no list. */
const bank = (number: number) => ({ id: uuidOf(900 + number), name: `Bank ${number}` });

describe('a relation to one row [decision 46]', () => {
  const rows = accounts(4, (index) => ({ bank_id: index === 3 ? null : bank(index % 2).id }));
  const included = {
    bank: ({ bank_id }: { readonly [name: string]: unknown }) =>
      bank_id === null ? null : bank(bank_id === bank(0).id ? 0 : 1),
  };

  test('leads to a new resource if no list has its rows', async () => {
    const { written, read } = await relationsOf({ '/accounts': { rows, included } });
    expect(written).toEqual(["bank: one('banks', { foreignKey: 'bank_id', nullable: true })"]);
    expect(read.schema.banks).toMatchObject({
      path: undefined,
      fields: { name: { kind: 'string' } },
    });
  });

  test('leads to the resource whose list has its rows, whatever the relation is called', async () => {
    const owned = accounts(4, (index) => ({ chief_id: uuidOf(3 - index) }));
    const { written } = await relationsOf({
      '/accounts': {
        rows: owned,
        included: { chief: ({ chief_id }) => owned.find(({ id }) => id === chief_id) },
      },
    });
    expect(written).toEqual(["chief: one('accounts', { foreignKey: 'chief_id' })"]);
  });

  test('leads to the resource that it is named after if ids are not unique', async () => {
    const numbered = accounts(2).map((row, index) => ({ ...row, id: `${index}`, bank_id: '1' }));
    const { written } = await relationsOf({
      '/accounts': { rows: numbered, included: { bank: () => ({ id: '1', name: 'x' }) } },
    });
    expect(written).toEqual(["bank: one('banks', { foreignKey: 'bank_id' })"]);
  });

  test('is found if the service returns it by default', async () => {
    const embedded = rows.map((row) => ({ ...row, bank: included.bank(row) }));
    const { written, listed } = await relationsOf({ '/accounts': { rows: embedded } });
    expect(written).toEqual(["bank: one('banks', { foreignKey: 'bank_id', nullable: true })"]);
    expect(listed).toEqual([]);
  });

  test('is not declared if its id is not that of the foreign key', async () => {
    const { written, listed } = await relationsOf({
      '/accounts': { rows, included: { bank: () => ({ id: uuidOf(77), name: 'x' }) } },
    });
    expect(written).toEqual([]);
    expect(listed).toEqual(['accounts.bank: an object whose `id` is not the value of `bank_id`']);
  });

  test('is not declared if it is always null', async () => {
    const { written, listed } = await relationsOf({
      '/accounts': { rows, included: { bank: () => null } },
    });
    expect(written).toEqual([]);
    expect(listed).toEqual(['accounts.bank: null in every row']);
  });

  test('that the schema declares becomes nullable', async () => {
    const unit = { id: uuidOf(5), name: 'EUR' };
    const balances = rowsWith(2, (index) => ({ unit_id: index === 0 ? unit.id : null }));
    const { written } = await relationsOf({
      '/balances': {
        rows: balances,
        included: { unit: ({ unit_id }) => (unit_id === null ? null : unit) },
      },
    });
    expect(written).toEqual(["unit: one('units', { foreignKey: 'unit_id', nullable: true })"]);
  });
});

describe('an object', () => {
  test('without an id is JSON', async () => {
    const { read, listed } = await relationsOf({
      '/accounts': { rows: accounts(2, () => ({ address: { city: 'x' } })) },
    });
    expect(read.text).toContain('address: json(),');
    expect(listed).toEqual([]);
  });

  test('with an id of its own is JSON', async () => {
    const { read } = await relationsOf({
      '/accounts': { rows: accounts(2, () => ({ device: { id: 'x' } })) },
    });
    expect(read.text).toContain('device: json(),');
  });
});

describe('a relation to many rows [decision 46]', () => {
  const documents = rowsWith(6, (index) => ({
    account_id: uuidOf(index % 2),
    title: `Title ${index}`,
  }));
  const ofAccount = (key: string) => (row: { readonly id: string }) =>
    documents.filter((one) => Reflect.get(one, key) === row.id);
  const withDocuments = (shown: (row: ServiceRow) => object): StaticService => ({
    '/accounts': {
      rows: accounts(3),
      included: { documents: (row) => ofAccount('account_id')(row).map(shown) },
    },
  });

  test('is found by the name of a resource, with the field that holds the id', async () => {
    const { written, read } = await relationsOf(
      withDocuments((row) => row),
      'documents',
    );
    expect(written).toEqual(["documents: many('documents', { foreignKey: 'account_id' })"]);
    expect(read.text).toContain('/** 3 of 3 rows; 6 related rows. */');
  });

  test('may have a foreign key that no row shows', async () => {
    const { written } = await relationsOf(
      withDocuments(({ account_id, ...row }) => row),
      'documents',
    );
    expect(written).toEqual(["documents: many('documents', { foreignKey: 'account_id' })"]);
  });

  test('may have a foreign key with any name', async () => {
    const renamed = withDocuments(({ account_id, ...row }) => ({
      ...row,
      owner_ref: account_id,
    }));
    expect((await relationsOf(renamed, 'documents')).written).toEqual([
      "documents: many('documents', { foreignKey: 'owner_ref' })",
    ]);
  });

  test('is not declared if the foreign key has other values', async () => {
    const wrong = withDocuments((row) => ({ ...row, account_id: uuidOf(99) }));
    const { written, listed } = await relationsOf(wrong, 'documents');
    expect(written).toEqual([]);
    expect(listed).toEqual(['accounts.documents: an array without a foreign key to accounts']);
  });

  test('is not declared if rows belong to several rows', async () => {
    const shared: StaticService = {
      '/accounts': { rows: accounts(2), included: { tags: () => [{ id: uuidOf(50) }] } },
    };
    const { written, listed } = await relationsOf(shared, 'tags');
    expect(written).toEqual([]);
    expect(listed).toEqual([
      'accounts.tags: an array whose rows belong to several parents, so no foreign key is possible',
    ]);
  });

  test('is not declared if it is always empty', async () => {
    const empty: StaticService = {
      '/accounts': { rows: accounts(2), included: { tags: () => [] } },
    };
    expect((await relationsOf(empty, 'tags')).listed).toEqual([
      'accounts.tags: an empty array in every row',
    ]);
  });

  test('gets another name for its resource if the obvious one is taken', async () => {
    const { written, read } = await relationsOf({
      '/accounts': { rows: accounts(1) },
      '/balances': {
        rows: rowsWith(1, () => ({})),
        included: { accounts: () => [{ id: uuidOf(70) }] },
      },
    });
    expect(written).toEqual(["accounts: many('balancesAccounts', { foreignKey: 'balance_id' })"]);
    expect(read.schema.balancesAccounts).toBeDefined();
  });
});

test.each([
  ['an array', [{ id: uuidOf(1) }]],
  ['text', 'x'],
  ['an object without an id', { name: 'x' }],
])('a declared relation to one row with %s is removed', async (_, unit) => {
  const rows = rowsWith(2, () => ({ unit_id: uuidOf(1), unit }));
  const { read } = await relationsOf({ '/balances': { rows, included: { unit: () => unit } } });
  expect(read.schema.balances?.relations.unit).toSatisfy(
    (relation?: Relation) => relation === undefined || relation.cardinality === 'many',
  );
});
