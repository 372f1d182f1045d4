const id = { kind: 'string' };
const text = { kind: 'string' };
const maybeText = { kind: 'string', nullable: true };
const number = { kind: 'number' };
const flag = { kind: 'boolean' };
const json = { kind: 'json' };
const date = { kind: 'date' };
const maybeDate = { kind: 'date', nullable: true };
const oneOf = (...values) => ({ kind: 'enum', values });

/** Five entities, which each library declares in its own syntax. A relation is `[cardinality, target, foreign key]`. */
export const schema = {
  balance: {
    plural: 'balances',
    fields: {
      id,
      unit_id: text,
      account_id: text,
      name: text,
      code: text,
      amount: number,
      opening_amount: number,
      closing_amount: number,
      version: number,
      status: oneOf('open', 'closed', 'pending'),
      kind: oneOf('debit', 'credit'),
      note: maybeText,
      meta: json,
      created_at: date,
      posted_at: maybeDate,
    },
    relations: { unit: ['one', 'unit', 'unit_id'], account: ['one', 'account', 'account_id'] },
  },
  unit: {
    plural: 'units',
    fields: {
      id,
      name: text,
      code: text,
      symbol: text,
      decimals: number,
      factor: number,
      base: maybeText,
      active: flag,
      category: oneOf('money', 'mass', 'count'),
      meta: json,
      note: maybeText,
      created_at: date,
      updated_at: date,
    },
    relations: {},
  },
  account: {
    plural: 'accounts',
    fields: {
      id,
      name: text,
      number,
      type: oneOf('asset', 'liability', 'equity'),
      currency: text,
      active: flag,
      parent_id: maybeText,
      meta: json,
      created_at: date,
      updated_at: date,
    },
    relations: { balances: ['many', 'balance', 'account_id'] },
  },
  transaction: {
    plural: 'transactions',
    fields: {
      id,
      ref: text,
      memo: maybeText,
      status: oneOf('draft', 'posted', 'void'),
      total: number,
      posted_at: maybeDate,
      created_at: date,
      updated_at: date,
      meta: json,
    },
    relations: { lines: ['many', 'line', 'transaction_id'] },
  },
  line: {
    plural: 'lines',
    fields: {
      id,
      transaction_id: text,
      balance_id: text,
      line_no: number,
      amount: number,
      side: oneOf('debit', 'credit'),
      memo: maybeText,
      created_at: date,
    },
    relations: { balance: ['one', 'balance', 'balance_id'] },
  },
};

/** The name of an entity's type, such as `TransactionLine`. */
export const titled = (name) => name[0].toUpperCase() + name.slice(1);

/** The type of a field's values. */
export function typeOf({ kind, nullable, values }, dateType = 'string') {
  const types = {
    enum: values?.map((value) => `'${value}'`).join(' | '),
    date: dateType,
    json: 'unknown',
  };
  return `${types[kind] ?? kind}${nullable ? ' | null' : ''}`;
}
