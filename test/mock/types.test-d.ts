import { type Balance, createClient, type PaymentsSchema, type Row } from 'payments-data-client';
import {
  createMock,
  type MockData,
  type MockOptions,
  type MockService,
  type NewRow,
  sampleData,
} from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { mockHandlers } from 'payments-data-client/msw';
import { describe, expectTypeOf, test } from 'vitest';
import { things } from './things.js';

const mock = createMock();
const [balance] = mock.db.balances.all();
if (!balance) throw new Error('the sample has balances');

describe('the types of a mock', () => {
  test('name the rows of the schema', () => {
    expectTypeOf(mock.db.balances.all()).toEqualTypeOf<Balance[]>();
    expectTypeOf(mock.db.balances.get('')).toEqualTypeOf<Balance | undefined>();
    expectTypeOf(mock.db.balances.insert({ name: 'one' })).toEqualTypeOf<Balance>();
    expectTypeOf(mock.db.balances.insert([])).toEqualTypeOf<Balance[]>();
    expectTypeOf<keyof typeof mock.db>().toEqualTypeOf<keyof PaymentsSchema>();
  });

  test('take rows of the named interfaces, and the sample', () => {
    expectTypeOf<Balance>().toExtend<NewRow<'balances'>>();
    expectTypeOf(sampleData()).toExtend<MockData>();
  });

  test('take a Date for a date, and a row or an id for a link', () => {
    mock.db.balances.insert({
      created_at: new Date(0),
      unit: { symbol: '¤' },
      account: balance.account_id,
    });
    mock.db.accounts.insert({ balances: [{ name: 'nested', unit: mock.db.units.all()[0] }] });
  });

  test('take a foreign key that is no field', () => {
    const [transaction] = mock.db.transactions.all();
    mock.db.transactionLines.insert({ amount: 1, transaction_id: transaction?.id });
    expectTypeOf<NewRow<'boxes', typeof things>>().toHaveProperty('parent_id');
    expectTypeOf<Row<'boxes', typeof things>>().not.toHaveProperty('parent_id');
  });

  test('say whether clients get an API key', () => {
    expectTypeOf(mock.clientOptions.apiKey).toEqualTypeOf<string>();
    expectTypeOf(
      createMock({ apiKeys: [{ name: 'a' }] }).clientOptions.apiKey,
    ).toEqualTypeOf<string>();
    expectTypeOf(createMock({ apiKeys: false }).clientOptions.apiKey).toEqualTypeOf<null>();
    const options: MockOptions = { apiKeys: false };
    expectTypeOf(createMock(options).clientOptions.apiKey).toEqualTypeOf<string | null>();
    expectTypeOf(createMock({ schema: things, apiKeys: false }).db).toHaveProperty('boxes');
    expectTypeOf(createClient).toBeCallableWith(createMock({ apiKeys: false }).clientOptions);
  });

  test('name the parts of a mock, whatever its schema', () => {
    expectTypeOf(createMock({ schema: things }).service).toEqualTypeOf<MockService>();
    expectTypeOf(mock.requests[0]?.state).toEqualTypeOf<
      'pending' | 'answered' | 'aborted' | 'failed' | undefined
    >();
    expectTypeOf(mock.requests[0]?.explanation).toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf(serveMock).toBeCallableWith(createMock({ schema: things, apiKeys: false }));
    expectTypeOf(mockHandlers).toBeCallableWith(createMock({ schema: things, apiKeys: false }));
  });

  test('reject what a row does not have', () => {
    const { db } = createMock();
    const wrong = () => {
      // @ts-expect-error a field that is not there
      db.balances.insert({ nmae: 'a' });
      // @ts-expect-error a decimal is text
      db.balances.insert({ balance: 1 });
      // @ts-expect-error a computed field is not given
      db.balances.insert({ amount: '1' });
      // @ts-expect-error a key of another resource
      db.balances.insert({ transaction_id: '' });
      // @ts-expect-error a resource that is not there
      createMock({ data: { balnces: [] } });
    };
    expectTypeOf(wrong).toBeFunction();
  });
});
