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

export interface StatementLine {
  readonly date: string;
  readonly reference: string | null;
  readonly amount: string;
  /** The sum of all lines up to this one. */
  readonly total: string;
}

/** The part of a statement in one unit: those of others are never added. */
export interface Statement {
  readonly unit: string;
  readonly lines: readonly StatementLine[];
  readonly credits: string;
  readonly debits: string;
  readonly total: string;
}

/** Returns the period of a month. `month` counts from 1. */
export function monthPeriod(year: number, month: number): Period {
  return {
    from: new Date(Date.UTC(year, month - 1)),
    until: new Date(Date.UTC(year, month)),
  };
}

/** Reads a statement: a part for each unit, with two decimal places. */
export async function readStatement(
  client: Client<typeof schema>,
  accountId: string,
  { from, until }: Period,
): Promise<Statement[]> {
  const parts = new Map<
    string,
    { lines: StatementLine[]; credits: Big; debits: Big }
  >();

  const transactions = client.transactions.iterate({
    where: {
      status: 'completed',
      created_at: { gte: from, lt: until },
      lines: { some: { account_id: accountId } },
    },
    include: {
      created_at: true,
      external_id: true,
      lines: {
        where: { account_id: accountId },
        include: { amount: true, unit: { name: true } },
      },
    },
    orderBy: { created_at: 'asc' },
  });
  for await (const transaction of transactions) {
    for (const { amount, unit } of transaction.lines) {
      const part = parts.get(unit.name) ?? {
        lines: [],
        credits: new Big(0),
        debits: new Big(0),
      };
      parts.set(unit.name, part);
      if (amount < 0) part.debits = part.debits.plus(amount);
      else part.credits = part.credits.plus(amount);
      part.lines.push({
        date: transaction.created_at.slice(0, 10),
        reference: transaction.external_id,
        amount: new Big(amount).toFixed(2),
        total: part.credits.plus(part.debits).toFixed(2),
      });
    }
  }
  return [...parts].map(([unit, { lines, credits, debits }]) => ({
    unit,
    lines,
    credits: credits.toFixed(2),
    debits: debits.toFixed(2),
    total: credits.plus(debits).toFixed(2),
  }));
}
