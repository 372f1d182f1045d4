import { describe, expect, it } from 'vitest';
import { complain, versions } from './lib/compiler.js';

const prelude = `
import { computed, createClient, date, decimal, defineSchema, extendSchema, integer, many, nullable, one, paymentsSchema, pickSchema, string, uuid } from 'payments-data-client';
import type { Balance, Client, ResourceClient, Row, Unit } from 'payments-data-client';
type Same<One, Two> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Two ? 1 : 2 ? true : false;
declare function same<One, Two>(same: Same<One, Two>): void;
const corrected = extendSchema(paymentsSchema, {
  balances: {
    fields: { description: nullable(string()), identifier: integer(), amount: decimal(), name: computed(string(), () => '') },
    relations: { unit: one('units', { foreignKey: 'unit_id', nullable: true, filterable: true }) },
  },
  accounts: { relations: { balances: one('balances', { foreignKey: 'balance_id' }) } },
});
type Corrected = Row<'balances', typeof corrected>;
const options = { baseUrl: 'https://api.example.com', apiKey: 'key' };
const client = createClient({ ...options, schema: corrected });
async function total(client: Client) {
  const rows = await client.balances.list({ where: { external_id: null }, include: { balance: true, unit: { symbol: true } } });
  return rows.reduce((sum, { balance, unit }) => sum + Number(balance) + unit.symbol.length, 0);
}
const oneOf = (balances: ResourceClient<'balances'>) => balances.get('id');
`;

/** A call of `total`, which takes a `Client`, with a client of an extended schema. */
const totalOf = (extension: string) =>
  `total(createClient({ ...options, schema: extendSchema(paymentsSchema, ${extension}) }))`;

const accepted: [says: string, code: string][] = [
  ['a field that becomes nullable', `same<Corrected['description'], string | null>(true)`],
  ['a field of another kind', `same<Corrected['identifier'], number>(true)`],
  ['a computed field that is stored now', `same<Corrected['amount'], string>(true)`],
  ['a stored field that is computed now', `same<keyof Corrected & 'name', never>(true)`],
  [
    'all other fields as they were',
    `same<Omit<Corrected, 'description' | 'identifier' | 'amount'>, Omit<Balance, 'description' | 'identifier' | 'name'>>(true)`,
  ],
  ['a resource without changes as it was', `same<Row<'units', typeof corrected>, Unit>(true)`],
  [
    'a relation that becomes nullable',
    `async () => same<Awaited<ReturnType<typeof unit>>, Unit | null | undefined>(true); const unit = async () => (await client.balances.list({ include: { unit: true } }))[0]?.unit`,
  ],
  ['comparators of the new kind', `client.balances.list({ where: { identifier: { gt: 1 } } })`],
  ['null for a nullable field', `client.balances.list({ where: { description: null } })`],
  [
    'no quantifier for a relation that is to-one now',
    `client.accounts.list({ include: { balances: { name: true } } })`,
  ],
  [
    'a client with an added field, where a Client is expected',
    totalOf(`{ balances: { fields: { reference: nullable(string()) } } }`),
  ],
  [
    'a client with an added to-one relation',
    totalOf(
      `{ transactionLines: { relations: { account: one('accounts', { foreignKey: 'account_id' }) } } }`,
    ),
  ],
  [
    'a client with an added to-many relation',
    totalOf(
      `{ accounts: { relations: { lines: many('transactionLines', { foreignKey: 'account_id' }) } } }`,
    ),
  ],
  [
    'a client with an added resource',
    totalOf(`{ entities: { path: '/entities', operations: ['list'], fields: { id: uuid() } } }`),
  ],
  [
    'a client with more operations',
    totalOf(
      `{ accounts: { operations: ['get', 'list'] }, units: { path: '/units', operations: ['list'] } }`,
    ),
  ],
  [
    'a client with a relation that became filterable',
    totalOf(
      `{ balances: { relations: { unit: one('units', { foreignKey: 'unit_id', filterable: true }) } } }`,
    ),
  ],
  [
    'a client with a computed field that is stored now',
    totalOf(`{ balances: { fields: { amount: decimal() } } }`),
  ],
  [
    'a resource of such a client, where a ResourceClient is expected',
    `oneOf(createClient({ ...options, schema: extendSchema(paymentsSchema, { balances: { fields: { reference: string() } } }) }).balances)`,
  ],
];

const refused: [says: string, code: string, ...words: string[]][] = [
  [
    'a misspelled option of one()',
    `one('units', { foreignKey: 'unit_id', nulable: true })`,
    `'nulable' does not exist`,
    `Did you mean to write 'nullable'?`,
  ],
  [
    'a misspelled option of many()',
    `many('units', { foreignKey: 'unit_id', nullable: true })`,
    `'nullable' does not exist`,
  ],
  [
    'a misspelled option of one() in a schema',
    `defineSchema({ a: { fields: { id: uuid() }, relations: { b: one('a', { foreignKey: 'b_id', filtrable: true }) } } })`,
    `'filtrable' does not exist`,
  ],
  [
    'comparators of the old kind',
    `client.balances.list({ where: { identifier: { like: 'a' } } })`,
    `like`,
  ],
  [
    'a quantifier for a relation that is to-one now',
    `client.accounts.list({ where: { balances: { some: {} } } })`,
    `balances`,
  ],
  [
    'a filter on a relation that is not filterable',
    `client.balances.list({ where: { account: { status: 'active' } } })`,
    'account',
  ],
  [
    'a relation to a resource that does not exist',
    `defineSchema({ a: { fields: { id: uuid() }, relations: { b: one('bs', { foreignKey: 'b_id' }) } } })`,
    `"bs"`,
  ],
  [
    'a client without a field that a Client has',
    totalOf(`{ balances: { fields: { description: null } } }`),
    `'[contract].balances.fields`,
  ],
  [
    'a client without a computed field that a Client has',
    totalOf(`{ balances: { fields: { amount: null } } }`),
    `'[contract].balances.fields`,
  ],
  [
    'a client without a relation that a Client has',
    totalOf(`{ balances: { relations: { unit: null } } }`),
    `'[contract].balances.relations`,
  ],
  [
    'a client with a field that became nullable',
    totalOf(`{ balances: { fields: { description: nullable(string()) } } }`),
    `'[contract].balances.fields`,
  ],
  [
    'a client with a field that is no longer nullable, which null as an operand needs',
    totalOf(`{ balances: { fields: { external_id: string() } } }`),
    `'[contract].balances.fields`,
  ],
  [
    'a client with a field of another kind',
    totalOf(`{ balances: { fields: { name: date() } } }`),
    `'[contract].balances.fields`,
  ],
  [
    'a client with a stored field that is computed now',
    totalOf(`{ balances: { fields: { name: computed(string(), () => '') } } }`),
    `'[contract].balances.fields`,
  ],
  [
    'a client with a relation that became nullable',
    totalOf(
      `{ balances: { relations: { unit: one('units', { foreignKey: 'unit_id', nullable: true }) } } }`,
    ),
    `'[contract].balances.relations`,
  ],
  [
    'a client with a relation to another resource',
    totalOf(`{ balances: { relations: { unit: one('accounts', { foreignKey: 'unit_id' }) } } }`),
    `'[contract].balances.relations`,
  ],
  [
    'a client with a to-many relation that is to-one now',
    totalOf(
      `{ accounts: { relations: { balances: one('balances', { foreignKey: 'balance_id' }) } } }`,
    ),
    `'[contract].accounts.relations`,
  ],
  [
    'a client without an operation that a Client has',
    totalOf(`{ balances: { operations: ['list'] } }`),
    `'[contract].balances.operations`,
    `Property 'get' is missing`,
  ],
  [
    'a client of a picked schema',
    `total(createClient({ ...options, schema: pickSchema(paymentsSchema, { balances: ['name'] }) }))`,
    `is missing the following properties from type 'Contract<PaymentsSchema>'`,
  ],
  [
    'a resource without a field that a ResourceClient has',
    `oneOf(createClient({ ...options, schema: extendSchema(paymentsSchema, { balances: { fields: { name: null } } }) }).balances)`,
    `Property 'name' is missing`,
  ],
];

const all = [...accepted, ...refused];
const file =
  prelude + all.map(([, code], index) => `export const s${index} = () => ${code};`).join('\n');
const firstLine = prelude.split('\n').length - 1;

describe.each(versions)('A schema with TypeScript %s', (version) => {
  const complaints = complain(version, file);
  const of = (index: number) => complaints.filter(({ line }) => line === firstLine + index);

  it('compiles', () => {
    expect(complaints.filter(({ line }) => line < firstLine)).toEqual([]);
  });

  it.each(accepted.map(([says], index) => [says, index] as const))('accepts %s', (_, index) => {
    expect(of(index)).toEqual([]);
  });

  it.each(
    refused.map(([says, , ...words], index) => [says, words, accepted.length + index] as const),
  )('rejects %s', (_, words, index) => {
    const messages = of(index).map(({ message }) => message);
    expect(messages).not.toEqual([]);
    for (const word of words) expect(messages.join('\n')).toContain(word);
  });
});
