import JSON5 from 'json5';
import { createClient } from 'payments-data-client';
import { json } from '../fixtures/answering-fetch.js';

/** A row of {@link naiveService}. */
export interface NaiveRow {
  readonly id: string;
  readonly name: string;
  readonly balance: string;
  readonly created_at: string;
}

type Filter = { readonly [key: string]: unknown };

/** Compares like the service: decimals and dates by value, everything else as text. */
function compare(field: string, left: unknown, right: unknown): number {
  if (field === 'balance') {
    const scaled = (value: unknown) => {
      const [whole = '', fraction = ''] = String(value).split('.');
      return BigInt(whole + fraction.padEnd(30, '0'));
    };
    return scaled(left) < scaled(right) ? -1 : Number(scaled(left) > scaled(right));
  }
  if (field === 'created_at') return Date.parse(String(left)) - Date.parse(String(right));
  return String(left) < String(right) ? -1 : Number(String(left) > String(right));
}

function matches(row: NaiveRow, filter: Filter): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === 'AND') return (value as Filter[]).every((inner) => matches(row, inner));
    if (key === 'OR') return (value as Filter[]).some((inner) => matches(row, inner));
    const comparators = typeof value === 'object' ? (value as Filter) : { eq: value };
    return Object.entries(comparators).every(([comparator, operand]) => {
      const difference = compare(key, row[key as keyof NaiveRow], operand);
      switch (comparator) {
        case 'eq':
          return difference === 0;
        case 'gt':
          return difference > 0;
        case 'gte':
          return difference >= 0;
        case 'lt':
          return difference < 0;
        case 'lte':
          return difference <= 0;
        default:
          throw new Error(`the naive service has no comparator ${comparator}`);
      }
    });
  });
}

/**
 * A second implementation of lists, written without regard to the mock: filters, sorts and cuts an
 * array.
 *
 * @param maxPageSize - The service returns no more rows than this, whatever `take` says.
 */
export function naiveService(rows: NaiveRow[], maxPageSize = Number.POSITIVE_INFINITY) {
  const requests: URLSearchParams[] = [];
  const fetch = async (input: RequestInfo | URL): Promise<Response> => {
    const query = new URL((input as Request).url).searchParams;
    requests.push(query);
    const parse = (name: string) => JSON5.parse(`{${query.get(name) ?? ''}}`);
    const where: Filter = parse('where');
    const include: Record<string, boolean> = parse('include');
    const order = (query.get('order_by') ?? '').split(',').filter(Boolean);
    const found = rows
      .filter((row) => matches(row, where))
      .sort((left, right) => {
        for (const [field = '', direction] of order.map((one) => one.split(':'))) {
          const key = field as keyof NaiveRow;
          const difference = compare(field, left[key], right[key]);
          if (difference !== 0) return direction === 'asc' ? difference : -difference;
        }
        return 0;
      });
    const skip = Number(query.get('skip') ?? 0);
    const page = found.slice(
      skip,
      skip + Math.min(maxPageSize, Number(query.get('take') ?? rows.length)),
    );
    const isInclusion = Object.values(include).includes(true);
    const select = (row: NaiveRow) =>
      Object.fromEntries(
        Object.entries(row).filter(([key]) => key === 'id' || (include[key] ?? !isInclusion)),
      );
    return json(page.map(select));
  };
  const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'test-key', fetch });
  return { client, requests, fetch };
}
