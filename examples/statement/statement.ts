// A monthly statement of an account: its completed transactions by date, with a running total.
import Big from 'big.js';
import { type Client, date, extendSchema, paymentsSchema } from 'payments-data-client';

/** The API specification does not list all fields of transactions. This workspace also uses their creation date. */
export const schema = extendSchema(paymentsSchema, {
  transactions: { fields: { created_at: date() } },
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

export interface Statement {
  readonly lines: readonly StatementLine[];
  readonly credits: string;
  readonly debits: string;
  readonly total: string;
}

/** Returns the period of a month. `month` counts from 1. */
export function monthPeriod(year: number, month: number): Period {
  return { from: new Date(Date.UTC(year, month - 1)), until: new Date(Date.UTC(year, month)) };
}

/** Reads the statement of an account, with two decimal places. */
export async function readStatement(
  client: Client<typeof schema>,
  accountId: string,
  { from, until }: Period,
): Promise<Statement> {
  const lines: StatementLine[] = [];
  let credits = new Big(0);
  let debits = new Big(0);

  const transactions = client.transactions.iterate({
    where: {
      status: 'completed',
      created_at: { gte: from, lt: until },
      lines: { some: { account_id: accountId } },
    },
    include: {
      created_at: true,
      external_id: true,
      lines: { where: { account_id: accountId }, include: { amount: true } },
    },
    orderBy: { created_at: 'asc' },
  });
  for await (const transaction of transactions) {
    for (const { amount } of transaction.lines) {
      if (amount < 0) debits = debits.plus(amount);
      else credits = credits.plus(amount);
      lines.push({
        date: transaction.created_at.slice(0, 10),
        reference: transaction.external_id,
        amount: new Big(amount).toFixed(2),
        total: credits.plus(debits).toFixed(2),
      });
    }
  }
  return {
    lines,
    credits: credits.toFixed(2),
    debits: debits.toFixed(2),
    total: credits.plus(debits).toFixed(2),
  };
}
