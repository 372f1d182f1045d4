import { describe, expect, it } from 'vitest';
import { complain, type Version } from './compiler.js';
import { table } from './table.js';

const prelude = `
import { computed, createClient, date, decimal, defineSchema, extendSchema, integer, many, nullable, one, paymentsSchema, pickSchema, string, uuid } from 'payments-data-client';
import type { Balance, Client, GetMethod, Row, Unit } from 'payments-data-client';
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
const oneOf = (balances: GetMethod<'balances'>) => balances.get('id');
`;

// What it is about; what the messages have, or `-` if nothing is wrong; the code.
const cases = table('schemas.txt', 3);
const file =
  prelude + cases.map(([, , code], index) => `export const s${index} = () => ${code};`).join('\n');
const firstLine = prelude.split('\n').length - 1;

/** Tests what a compiler accepts and rejects about schemas. */
export const testSchemas = (version: Version) =>
  describe(`A schema with TypeScript ${version}`, () => {
    const complaints = complain(version, file);

    it('compiles', () => {
      expect(complaints.filter(({ line }) => line < firstLine)).toEqual([]);
    });

    it.each(cases.map(([says, words = ''], index) => ({ says, words, index })))(
      'accepts, or rejects with the words: $says | $words',
      ({ words, index }) => {
        const found = complaints.filter(({ line }) => line === firstLine + index);
        const messages = found.map(({ message }) => message);
        if (words === '-') expect(messages).toEqual([]);
        else for (const word of words.split(' & ')) expect(messages.join('\n')).toContain(word);
      },
    );
  });
