// A monthly statement of an account: its completed transactions by date, with a
// running total for each unit.
// Install first: npm install big.js
import Big from 'big.js';
import {
  type Client,
  date,
  extendSchema,
  one,
  paymentsSchema,
} from 'payments-data-client';

/** This workspace has dates of transactions, and units of their lines. */
export const schema = extendSchema(paymentsSchema, {
  transactions: { fields: { created_at: date() } },
  transactionLines: {
    relations: { unit: one('units', { foreignKey: 'unit_id' }) },
  },
});

/** A range of time in UTC, without its end. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}

/** The part of a statement in one unit: those of others are never added. */
export interface Statement {
  readonly unit: string;
  /** The sum of all lines before the period. */
  readonly opening: string;
  readonly lines: readonly StatementLine[];
  readonly closing: string;
}

export interface StatementLine {
  readonly date: string;
  readonly reference: string | null;
  readonly amount: string;
  /** The opening balance and all lines up to this one. */
  readonly total: string;
}

/** Returns the period of a month. `month` counts from 1. */
export function monthPeriod(year: number, month: number): Period {
  return {
    from: new Date(Date.UTC(year, month - 1)),
    until: new Date(Date.UTC(year, month)),
  };
}

/** Reads a statement: a part for each unit that the account has used. */
export async function readStatement(
  client: Client<typeof schema>,
  accountId: string,
  { from, until }: Period,
): Promise<Statement[]> {
  const parts = new Map<
    string,
    { digits: number; opening: Big; total: Big; lines: StatementLine[] }
  >();

  const transactions = client.transactions.iterate({
    where: {
      status: 'completed',
      created_at: { lt: until }, // the earlier ones are the opening balance
      lines: { some: { account_id: accountId } },
    },
    include: {
      created_at: true,
      external_id: true,
      lines: {
        where: { account_id: accountId },
        include: {
          amount: true,
          unit: { name: true, default_precision: true },
        },
      },
    },
    orderBy: { created_at: 'asc' },
  });
  for await (const transaction of transactions) {
    for (const { amount, unit } of transaction.lines) {
      const part = parts.get(unit.name) ?? {
        digits: unit.default_precision,
        opening: new Big(0),
        total: new Big(0),
        lines: [],
      };
      parts.set(unit.name, part);
      part.total = part.total.plus(amount);
      if (new Date(transaction.created_at) < from) {
        part.opening = part.total;
        continue;
      }
      part.lines.push({
        date: transaction.created_at.slice(0, 10),
        reference: transaction.external_id,
        amount: toText(new Big(amount), part.digits),
        total: toText(part.total, part.digits),
      });
    }
  }
  return [...parts].sort().map(([unit, { digits, opening, lines, total }]) => ({
    unit,
    opening: toText(opening, digits),
    lines,
    closing: toText(total, digits),
  }));
}

/** With the decimal places of the unit, or with more if it has more. */
function toText(amount: Big, digits: number): string {
  const text = amount.toFixed(digits);
  return amount.eq(text) ? text : amount.toFixed();
}
