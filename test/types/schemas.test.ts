import { describe, expect, it } from 'vitest';
import { complain, versions } from './lib/compiler.js';

const prelude = `
import { computed, createClient, date, decimal, defineSchema, extendSchema, integer, many, nullable, one, paymentsSchema, string, uuid } from 'payments-data-client';
import type { Balance, Row, Unit } from 'payments-data-client';
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
const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'key', schema: corrected });
`;

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
  ['comparators of the old kind', `client.balances.list({ where: { identifier: { like: 'a' } } })`, `like`],
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
];

const all = [...accepted, ...refused];
const file = prelude + all.map(([, code], index) => `export const s${index} = () => ${code};`).join('\n');
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

  it.each(refused.map(([says, , ...words], index) => [says, words, accepted.length + index] as const))(
    'rejects %s',
    (_, words, index) => {
      const messages = of(index).map(({ message }) => message);
      expect(messages).not.toEqual([]);
      for (const word of words) expect(messages.join('\n')).toContain(word);
    },
  );
});
