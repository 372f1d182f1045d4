import { ConfigurationError } from '../errors.js';
import { checkOptions, integerUpTo, type OptionCheck } from '../messages/check-options.js';
import type { Field, JsonObject } from '../schema/field.js';
import type { Account, Balance, Transaction, TransactionLine, Unit } from '../schema/rows.js';
import { isStorable } from './field-value.js';
import { positivePart } from './payments-fields.js';
import { type Random, randomUuid, seededRandom } from './random.js';
import type { RowsByResource } from './row-writer.js';
import type { Store } from './store.js';

/** The size of the sample data, and a seed for other rows. */
export interface SampleOptions {
  /** An integer from 0 to 2^32 - 1. Default: 1. */
  readonly seed?: number | undefined;
  /** The number of accounts, at most 100,000. Each has one to three balances. Default: 12. */
  readonly accounts?: number | undefined;
  /**
   * The number of transactions, at most 200,000. Each has two or three lines, or none if it is
   * scheduled. Default: twice the number of accounts.
   */
  readonly transactions?: number | undefined;
}

/** The rows of a sample workspace by resource, in the form of the `data` option of `createMock`. */
export interface SampleData {
  units: Unit[];
  accounts: Account[];
  balances: Balance[];
  transactions: Transaction[];
  /** With the foreign key to the transaction, which no response contains. */
  transactionLines: (TransactionLine & { transaction_id: string })[];
}

const checks: Readonly<Record<keyof SampleOptions, OptionCheck>> = {
  seed: integerUpTo(2 ** 32 - 1),
  accounts: integerUpTo(100_000),
  transactions: integerUpTo(200_000),
};

/**
 * Creates a realistic workspace: units, accounts of customers and of the house, balances above, at
 * and below zero, and transactions whose lines sum to zero. The same options give the same rows.
 *
 * @throws ConfigurationError that names the invalid option.
 * @example
 * createMock({ data: sampleData({ accounts: 1000 }) })
 */
export function sampleData(options: SampleOptions = {}): SampleData {
  checkOptions('sampleData', options, checks);
  const { seed = 1, accounts: size = 12, transactions: count = size * 2 } = options;
  if (size === 0 && count > 0)
    throw new ConfigurationError(
      '`transactions` need accounts. Leave out `accounts: 0`.',
      'sampleData',
    );
  const random = seededRandom(seed);
  const rows = <Row extends { id: string }>(length: number, make: (index: number) => Row) =>
    sortIds(Array.from({ length }, (_, index) => make(index)));
  const units = rows(unitValues.length, makeUnits(random));
  const accounts = rows(size, (index) => makeAccount(random, index));
  const balances = sortIds(
    accounts.flatMap((account, index) => makeBalances(random, account, index, units)),
  );
  const entities = accounts.map(() => randomUuid(random));
  const routes = Array.from({ length: 3 }, () => randomUuid(random));
  const transactions = rows(count, (index) => makeTransaction(random, index, entities, routes));
  const transactionLines = sortIds(
    transactions.flatMap(({ id, status }, index) => {
      const lines = makeLines(random, index, accounts);
      // Those of a scheduled transaction are written when it is executed.
      return status === 'scheduled' ? [] : lines.map((line) => ({ ...line, transaction_id: id }));
    }),
  );
  return { units, accounts, balances, transactions, transactionLines };
}

/**
 * The sample rows as the schema declares them, without the ids of resources that it does not have:
 * a relation that a schema adds has no row that nobody has written. A required id stays, and refers
 * to a generated row: without it, the rows would contradict the schema, and a client that validates
 * them would reject them.
 */
export const fittingSample = (data: RowsByResource, store: Store): RowsByResource =>
  Object.fromEntries(
    Object.entries(data).map(([name, rows]) => {
      const { foreignKeys, columns } = store.table(name);
      const missing = [...foreignKeys].filter(
        ([column, { target }]) => !Object.hasOwn(data, target) && columns.get(column)?.nullable,
      );
      const nulls = Object.fromEntries(missing.map(([column]) => [column, null]));
      const fitting = rows.map((row) => fittingRow(row as object, columns)); // of `sampleData`
      return [name, fitting.map((row) => ({ ...row, ...nulls }))];
    }),
  );

/** A row without the values that do not fit their fields, so that the mock makes others. */
const fittingRow = (row: object, columns: ReadonlyMap<string, Field>): object =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const field = columns.get(name);
      const text = field?.kind === 'decimal' && typeof value === 'number' ? `${value}` : value;
      return field && !isStorable(field, text) ? [] : [[name, text]];
    }),
  );

/** Gives the rows ids in their order, which is then the order of a list. */
function sortIds<Row extends { id: string }>(rows: Row[]): Row[] {
  const ids = rows.map(({ id }) => id).sort();
  for (const [index, row] of rows.entries()) row.id = ids[index] ?? row.id;
  return rows;
}

/** An item of an array that is not empty; the index starts over at its end. */
const item = <Item>(items: readonly Item[], index: number): Item =>
  items[index % items.length] as Item;

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  item(items, Math.floor(random() * items.length));

const START = Date.UTC(2025, 0, 6, 9);
const END = Date.UTC(2025, 11, 31, 17);
const HOUR = 3_600_000;

/** A date from another one to the end of the sample, in milliseconds since 1970. */
const makeDate = (random: Random, from = START): number =>
  from + Math.floor((random() * (END - from)) / HOUR) * HOUR + 61_007;

const sampleDate = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The last unit is archived. */
function makeUnits(random: Random): (index: number) => Unit {
  const workspace_id = randomUuid(random);
  return (index) => {
    const [name, description, symbol, colors, precisions] = item(unitValues, index);
    const isArchived = index === unitValues.length - 1;
    const updated_at = sampleDate(START + (isArchived ? 2400 : index) * HOUR);
    return {
      id: randomUuid(random),
      name,
      description,
      symbol,
      default_mode: 'floats',
      workspace_id,
      updated_at,
      background_color: colors[0],
      color: colors[1],
      max_precision: precisions[0],
      default_precision: precisions[1],
      created_at: sampleDate(START + index * HOUR),
      archived_at: isArchived ? updated_at : null,
    };
  };
}

/** The first accounts belong to the house, the others to numbered customers. */
function makeAccount(random: Random, index: number): Account {
  const house = houseAccounts[index];
  return {
    id: randomUuid(random),
    status: index % 12 === 10 ? 'blocked' : 'active',
    identifier_prefix: house ? 'house' : 'customer',
    identifier_value: house ?? String(index - houseAccounts.length + 1).padStart(4, '0'),
  };
}

/** One to three balances of an account, in different units. */
function makeBalances(
  random: Random,
  { id: account_id, identifier_prefix, identifier_value }: Account,
  index: number,
  units: readonly Unit[],
): Balance[] {
  const customer = index - houseAccounts.length;
  const use = Math.floor(customer / customers.length); // once all names are used, they get a number
  const name = `${item(customers, Math.max(customer, 0))}${use > 0 ? ` ${use + 1}` : ''}`;
  const owner = customer < 0 ? `House ${identifier_value}` : name;
  return Array.from({ length: 1 + (index % 3) }, (_, number) => {
    const unit = item(units, index + number);
    const created = makeDate(random);
    const updated_at = sampleDate(makeDate(random, created));
    const balance = makeAmount(random, index + number, unit);
    return {
      id: randomUuid(random),
      identifier: `${identifier_prefix}-${identifier_value}-${unit.name.toLowerCase()}`,
      name: `${owner}, ${unit.name}`,
      description: number === 0 ? `Available to ${owner}` : `Held by ${owner} in ${unit.name}`,
      account_id,
      unit_id: unit.id,
      type: item(['main', 'custom', 'children'], number),
      balance,
      available_balance: positivePart(balance),
      negative_balance: positivePart(balance, true),
      external_id: index % 4 === 3 ? null : `core-${10_000 + index * 3 + number}`,
      variables: structuredClone(item(variables, index + number)),
      created_at: sampleDate(created),
      updated_at,
      archived_at: (index + number) % 9 === 8 ? updated_at : null,
    };
  });
}

/** Every sixth amount is zero, every fifth negative. Amounts have the precision of their unit. */
function makeAmount(random: Random, number: number, unit: Unit): string {
  const digits = unit.default_precision;
  if (number % 6 === 4) return (0).toFixed(digits);
  const amount = (random() * (unit.name === 'BTC' ? 3 : 20_000) + 0.01).toFixed(digits);
  return number % 5 === 2 ? `-${amount}` : amount;
}

/** The statuses of transactions by their index modulo 8. All others are completed. */
const statuses: Readonly<Record<number, string>> = { 3: 'pending', 5: 'failed', 7: 'scheduled' };

const makeTransaction = (
  random: Random,
  index: number,
  entities: readonly string[],
  routes: readonly string[],
): Transaction => ({
  id: randomUuid(random),
  status: statuses[index % 8] ?? 'completed',
  external_id: index % 5 === 4 ? null : `order-${1001 + index}`,
  entity_id: index % 3 === 2 ? null : pick(random, entities),
  route_id: index % 4 === 1 ? null : pick(random, routes),
});

/**
 * From one account to another, every third time with a fee. Quarters, which floats add exactly, so
 * that the sum is zero.
 */
function makeLines(random: Random, index: number, accounts: readonly Account[]): TransactionLine[] {
  const amount = (1 + Math.floor(random() * 4000)) / 4;
  const fee = index % 3 === 0 ? 0.25 : 0;
  const line = (account: Account, value: number) => ({
    id: randomUuid(random),
    account_id: account.id,
    amount: value,
  });
  const payer = Math.floor(random() * accounts.length);
  const payee = payer + 1 + Math.floor(random() * Math.max(1, accounts.length - 1));
  const lines = [line(item(accounts, payer), -amount - fee), line(item(accounts, payee), amount)];
  return fee === 0 ? lines : [...lines, line(item(accounts, 1), fee)];
}

const unitValues = [
  ['USD', 'United States dollar', '$', ['#e6f4ea', '#137333'], [4, 2]],
  ['EUR', 'Euro', '€', ['#e8f0fe', '#174ea6'], [4, 2]],
  ['BTC', 'Bitcoin', '₿', ['#fef7e0', '#b06000'], [8, 8]],
  ['PTS', 'Reward points of the closed loyalty scheme', 'P', ['#f1f3f4', '#5f6368'], [2, 2]],
] as const;

const houseAccounts: readonly string[] = ['treasury', 'fees', 'settlement'];

const customers: readonly string[] = [
  'Ada Lovelace',
  'Blue Lagoon Café',
  'Chiara Rossi',
  'Dunder Paper',
  "Eoin O'Brien",
  'Fjord & Fell Outfitters',
  'Grace Hopper',
  'Hanako Sato (佐藤花子)',
  'Iguazú Travel',
];

const owners = [
  { name: 'Ada', share: 60 },
  { name: 'Grace', share: 40 },
];

/** Values of a balance's `variables`, from null to nested objects. */
const variables: readonly (JsonObject | null)[] = [
  { tier: 'gold', limits: { daily: '5000.00', monthly: '60000.00' } },
  null,
  { tier: 'silver', tags: ['vip', 'eu'] },
  {},
  { kyc: { level: 2, verified: true, checked_at: '2025-03-01T00:00:00.000Z' }, note: null },
  { 'risk.score': 0.25, owners },
];
