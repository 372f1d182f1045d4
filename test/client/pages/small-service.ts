import JSON5 from 'json5';

/** The ordering values of a row, as they are stored: dates with microseconds. */
export interface Values {
  readonly at: string;
  readonly amount: string;
  readonly name: string;
  readonly note: string | null;
}

export interface SmallRow extends Values {
  readonly id: string;
}

/** What a service does that shares no code with the client. */
export interface SmallService {
  /** The most rows of a page. */
  readonly cap: number;
  readonly nullOrder: 'largest' | 'smallest' | 'last' | 'first';
  /** How a stored date is shown. */
  readonly show: (at: string) => string;
  /** Parameters that it ignores. */
  readonly ignored?: string | undefined;
}

type Test = (row: SmallRow) => boolean;
type Compare = (left: SmallRow, right: SmallRow) => number;

/** A list request, as it was read. */
interface ListRequest {
  readonly test: Test;
  readonly compare: Compare;
  readonly take: number;
  readonly skip: number;
  readonly page: number;
}

const signs: Readonly<Record<string, (sign: number) => boolean>> = {
  eq: (sign) => sign === 0,
  neq: (sign) => sign !== 0,
  gt: (sign) => sign > 0,
  gte: (sign) => sign >= 0,
  lt: (sign) => sign < 0,
  lte: (sign) => sign <= 0,
};

/** The dates that were compared, because there are few. */
const dates = new Map<string, string>();

/** What a value is compared as. A date of a filter may have fewer digits than a stored one. */
function comparable(field: string, value: string | null): string | number {
  if (field === 'amount') return Number(value);
  if (field !== 'at') return `${value}`;
  let date = dates.get(`${value}`);
  if (date === undefined) {
    const [seconds = '', fraction = ''] = `${value}`.replace('Z', '').split('.');
    date = `${seconds}.${fraction.padEnd(6, '0')}`;
    dates.set(`${value}`, date);
  }
  return date;
}

const signOf = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

function readFilter(where: object): Test {
  const tests = Object.entries(where).flatMap(([field, operand]): Test[] => {
    if (field === 'AND') return operand.map(readFilter);
    if (field === 'OR') {
      const members: Test[] = operand.map(readFilter);
      return [(row) => members.some((test) => test(row))];
    }
    const comparators = typeof operand === 'object' ? operand : { eq: operand };
    return Object.entries(comparators).map(([name, bound]): Test => {
      const right = comparable(field, String(bound));
      const isMatch = signs[name];
      if (!isMatch) throw new Error(`The service has no comparator ${name}.`);
      return (row) => isMatch(signOf(comparable(field, row[field as keyof SmallRow]), right)); // its fields
    });
  });
  return (row) => tests.every((test) => test(row));
}

export function readOrder(text: string, nullOrder: SmallService['nullOrder']): Compare {
  const parts = text.split(',').filter(Boolean);
  const comparisons = parts.map((part): Compare => {
    const [field, direction] = part.split(':') as [keyof SmallRow, string];
    const sign = direction === 'asc' ? 1 : -1;
    const isFirst = nullOrder === 'first' || (nullOrder === 'smallest') === sign > 0;
    const nullSign = nullOrder !== 'last' && isFirst ? -1 : 1;
    return ({ [field]: left }, { [field]: right }) => {
      if (left === null || right === null)
        return left === right ? 0 : left === null ? nullSign : -nullSign;
      return sign * signOf(comparable(field, left), comparable(field, right));
    };
  });
  return (left, right) => {
    for (const compare of comparisons) {
      const result = compare(left, right);
      if (result !== 0) return result;
    }
    return 0;
  };
}

/** The requests that were read, by the query string: most are sent a thousand times. */
const read = new Map<string, ListRequest>();

function readRequest(search: string, { nullOrder, ignored = '' }: SmallService): ListRequest {
  const key = `${nullOrder} ${ignored} ${search}`;
  const known = read.get(key);
  if (known) return known;
  const parameters = new URLSearchParams(search);
  parameters.delete(ignored);
  const request = {
    test: readFilter(JSON5.parse(`{${parameters.get('where') ?? ''}}`)),
    compare: readOrder(parameters.get('order_by') ?? '', nullOrder),
    take: Number(parameters.get('take') ?? Infinity),
    skip: Number(parameters.get('skip') ?? 0),
    page: Number(parameters.get('page') ?? 1),
  };
  read.set(key, request);
  return request;
}

/** The rows of a page, as they are sent. */
export function listRows(
  rows: readonly SmallRow[],
  search: string,
  service: SmallService,
): { readonly page: number; readonly rows: readonly object[] } {
  const { test, compare, take, skip, page } = readRequest(search, service);
  const size = Math.min(take, service.cap);
  const start = page > 1 ? (page - 1) * size : skip;
  const found = rows
    .filter(test)
    .sort(compare)
    .slice(start, start + size);
  return { page, rows: found.map((row) => ({ ...row, at: service.show(row.at) })) };
}
