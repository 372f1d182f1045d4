import {
  type Account,
  type Balance,
  createClient,
  type Include,
  type OrderBy,
  type Row,
  type Selected,
  type Transaction,
  type TransactionLine,
  type Unit,
  type Where,
} from 'payments-data-client';
import { describe, expectTypeOf, it } from 'vitest';

const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key' });

describe('the type of the rows is', () => {
  it('the named row without an include', async () => {
    expectTypeOf(await client.balances.list()).toEqualTypeOf<Balance[]>();
    expectTypeOf(await client.balances.list({ where: { name: 'x' } })).toEqualTypeOf<Balance[]>();
    expectTypeOf<Row<'balances'>>().toEqualTypeOf<Balance>();
  });

  it('`id` and the fields that are true (rules 2 and 4)', async () => {
    const rows = await client.balances.list({ include: { name: true } });
    expectTypeOf(rows).toEqualTypeOf<{ id: string; name: string }[]>();
  });

  it('all fields but those that are false (rule 3)', async () => {
    const rows = await client.transactions.list({ include: { status: false, route_id: false } });
    expectTypeOf(rows).toEqualTypeOf<
      { id: string; external_id: string | null; entity_id: string | null }[]
    >();
  });

  it('a relation with all its fields, or with those that are asked for (rules 5 and 6)', async () => {
    const rows = await client.balances.list({
      include: { name: true, unit: { name: true }, account: true },
    });
    expectTypeOf(rows).toEqualTypeOf<
      { id: string; name: string; unit: { id: string; name: string }; account: Account }[]
    >();
  });

  it('all fields but those that are false, and a relation (rule 7)', () => {
    type Whole = Selected<'transactionLines', { amount: false }>;
    expectTypeOf<Whole>().toEqualTypeOf<{ id: string; account_id: string }>();
    type WithRelation = Selected<'transactions', { status: false; lines: true }>;
    expectTypeOf<WithRelation>().toEqualTypeOf<{
      id: string;
      external_id: string | null;
      entity_id: string | null;
      route_id: string | null;
      lines: TransactionLine[];
    }>();
  });

  it('a computed field only if the include names it (rule 9)', () => {
    expectTypeOf<Selected<'accounts', { identifier: true }>>().toEqualTypeOf<{
      id: string;
      identifier: string;
    }>();
    expectTypeOf<keyof Selected<'accounts', { status: false }>>().toEqualTypeOf<
      'id' | 'identifier_prefix' | 'identifier_value'
    >();
  });

  it('an array of related rows, filtered or not (rule 11)', async () => {
    const balances = {
      where: { amount: { gt: '100' } },
      include: { amount: true, name: true },
    } as const;
    const rows = await client.accounts.list({ include: { status: true, balances } });
    expectTypeOf(rows).toEqualTypeOf<
      {
        id: string;
        status: Account['status'];
        balances: { id: string; amount: string; name: string }[];
      }[]
    >();
  });

  it('nullable for a to-one relation with a filter (decision 9)', () => {
    type Filtered = Selected<'balances', { id: true; unit: { where: { name: 'x' } } }>;
    expectTypeOf<Filtered>().toEqualTypeOf<{ id: string; unit: Unit | null }>();
  });

  it('optional for a flag that is not a literal', () => {
    expectTypeOf<Selected<'accounts', { status: boolean }>>().toEqualTypeOf<{
      id: string;
      status?: Account['status'];
      identifier_prefix?: string;
      identifier_value?: string;
    }>();
    expectTypeOf<
      Selected<'transactionLines', { amount: true; account_id: true | undefined }>
    >().toEqualTypeOf<{ id: string; amount: number; account_id?: string }>();
    expectTypeOf<Selected<'transactions', { status: true; lines: boolean }>>().toEqualTypeOf<{
      id: string;
      status: Transaction['status'];
      lines?: TransactionLine[];
    }>();
  });

  it('a union for a choice of includes', async () => {
    const flag = Boolean(client);
    const rows = await client.balances.list({ include: flag ? { name: true } : undefined });
    expectTypeOf(rows).toEqualTypeOf<(Balance | { id: string; name: string })[]>();
  });
});

describe('an include, a filter and an order', () => {
  it('can be written with `satisfies`', () => {
    ({ name: true, unit: { symbol: true } }) satisfies Include<'balances'>;
    ({
      account_id: 'x',
      balance: { gte: '100.00' },
      OR: [{ type: 'main' }],
    }) satisfies Where<'balances'>;
    ({ created_at: 'desc', name: 'asc' }) satisfies OrderBy<'balances'>;
    // @ts-expect-error true and false cannot be mixed at the same level
    ({ name: true, type: false }) satisfies Include<'balances'>;
    // @ts-expect-error a JSON field has no order
    ({ variables: 'asc' }) satisfies OrderBy<'balances'>;
  });
});
