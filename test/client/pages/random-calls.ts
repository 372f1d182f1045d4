import {
  boolean,
  type Dialect,
  date,
  decimal,
  defineSchema,
  enumeration,
  integer,
  nullable,
  number,
  string,
  uuid,
} from 'payments-data-client';
import { cursorService } from '../../services/cursors.js';
import type { Row } from '../../services/filters.js';
import { hiddenDigits } from '../../services/hidden-digits.js';
import { numberedPages } from '../../services/numbered-pages.js';
import { type Order, parseOrder, type Service } from '../../services/service.js';
import { clientOf } from './client-of.js';

export const schema = defineSchema({
  balances: {
    path: '/balances',
    operations: ['list'],
    fields: {
      ...{ id: uuid(), account_id: uuid(), name: string(), external_id: nullable(string()) },
      ...{ status: enumeration(), balance: decimal(), priority: integer() },
      ...{ rating: nullable(number()), is_frozen: boolean(), created_at: date() },
      ...{ updated_at: date(), opened_on: date(), archived_at: nullable(date()) },
    },
  },
});

/** Numbers that are the same in each run. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const hex = (digits: number) => below(16 ** digits).toString(16).padStart(digits, '0');
  return {
    ...{ next, below },
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item, // not empty
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(8)}${hex(4)}`,
  };
}
type Random = ReturnType<typeof randomOf>;

type OrderBy = Record<string, 'asc' | 'desc'>;
export const orders: readonly OrderBy[] = [
  ...[{}, { id: 'desc' }, { created_at: 'asc' }, { created_at: 'desc' }, { updated_at: 'desc' }],
  ...[{ account_id: 'asc', created_at: 'desc' }, { priority: 'asc' }, { balance: 'desc' }],
  ...[{ priority: 'desc', created_at: 'asc' }, { balance: 'asc', id: 'desc' }, { name: 'asc' }],
  ...[{ opened_on: 'asc' }, { opened_on: 'desc' }, { updated_at: 'asc', id: 'desc' }],
  ...[{ name: 'desc' }, { external_id: 'asc' }, { status: 'desc', created_at: 'asc' }],
  ...[{ rating: 'asc' }, { archived_at: 'desc' }, { is_frozen: 'asc', created_at: 'desc' }],
  ...[{ account_id: 'desc', priority: 'asc' }, { created_at: 'desc', balance: 'asc' }],
] as OrderBy[]; // literals

/** How alike the values of rows are. */
const shapes = ['distinct', 'mixed', 'one instant', 'equal'] as const;

export function rowOf(random: Random, shape: (typeof shapes)[number]): Record<string, unknown> {
  const { pick, below, next } = random;
  const isEqual = shape === 'equal';
  const micros = (count: number) => `${below(count)}`.padStart(6, '0');
  const time = () => {
    if (isEqual) return '2026-01-31T11:59:59.123456Z';
    if (shape === 'one instant') return `2026-01-31T11:59:59.123${micros(1000).slice(3)}Z`;
    if (shape === 'mixed') return `2026-01-31T11:59:5${below(4)}.${below(3)}00${micros(1000).slice(3)}Z`;
    return `2026-01-${10 + below(20)}T${10 + below(10)}:0${below(10)}:5${below(10)}.${micros(1e6)}Z`;
  };
  const amounts = shape === 'distinct' ? 1e6 : 4;
  return {
    ...{ id: random.uuid(), account_id: isEqual ? accounts[0] : pick(accounts) },
    ...{ name: isEqual ? 'Ada' : pick(['Ada', 'ada', 'ADA', 'Émile', 'emile', 'Zoe', 'zoe']) },
    ...{ external_id: next() < 0.3 ? null : pick(['a', 'A', 'b', 'B']), status: pick(statuses) },
    ...{ balance: isEqual ? '1.50' : `${pick(['', '-'])}${below(amounts)}.${pick(['10', '100001', '129'])}` },
    ...{ priority: isEqual ? 1 : below(5), rating: next() < 0.2 ? null : below(8) / 4 },
    ...{ is_frozen: next() < 0.5, archived_at: next() < 0.3 ? null : time() },
    ...{ created_at: time(), updated_at: time(), opened_on: time() },
  };
}
const statuses = ['active', 'pending', 'closed'];
const accounts = [1, 2, 3].map((index) => randomOf(index).uuid());

/** What a random call meets. */
export interface Service_ extends Pick<Service, 'fetch' | 'tables' | 'store' | 'test' | 'compareBy' | 'show'> {
  readonly dialect: Dialect;
}

const limited = { size: 6, max: 10 };
const unlimited = { size: 1000, max: 1000 };
const skipping = { parameters: { cursor: null, after: null, before: null, orderBy: 'sort', take: 'limit', skip: 'offset' }, envelope: 'items', orderFormat: '-name' } as const;
/** The services, each with what a client knows of it. */
export const services: Record<string, () => Service_> = {
  'a, cursors': () => cursorService(unlimited),
  'a, small pages': () => cursorService(limited),
  'a, skip': () => ({ ...cursorService(unlimited), dialect: skipping }),
  'a, skip and small pages': () => ({ ...cursorService(limited), dialect: { ...skipping, pageSize: { default: 6, max: 10 } } }),
  b: () => numberedPages(unlimited),
  'b, small pages': () => numberedPages(limited),
  'b, sizes not declared': () => {
    const service = numberedPages(limited);
    const { pageSize: _, ...dialect } = service.dialect;
    return { ...service, dialect };
  },
  c: () => hiddenDigits(),
  'c, small pages': () => hiddenDigits({ max: 10 }),
};

export interface Call {
  readonly service: string;
  readonly orderBy: OrderBy;
  readonly pageSize: number;
  readonly rows: number;
  readonly shape: (typeof shapes)[number];
  /** The most writes between two requests. */
  readonly writes: number;
  readonly where: Record<string, string>;
  /** Parameters that the service ignores. */
  readonly ignores?: readonly string[];
}

export function randomCall(random: Random): Call {
  const { pick, below } = random;
  const pageSize = pick([1, 2, 7, 100]);
  return {
    ...{ service: pick(Object.keys(services)), orderBy: pick(orders), pageSize },
    rows: pageSize === 100 ? pick([5, 100, 101, 230]) : below(pageSize === 1 ? 14 : 40),
    ...{ shape: pick(shapes), writes: pick([0, 0, 1, 3]) },
    where: random.next() < 0.3 ? { status: 'active' } : {},
  };
}

/** `whole`, `rejected before`, `rejected`, `rows-changed`, or what is wrong. */
export async function run(random: Random, call: Call): Promise<{ result: string; reason: string }> {
  const { orderBy, pageSize, shape, where } = call;
  const service = services[call.service]?.() as Service_; // there is one of this name
  const { tables, store, compareBy } = service;
  const insert = () => void tables.balances.push(store('balances', rowOf(random, shape)));
  tables.balances.length = 0;
  for (let count = 0; count < call.rows; count++) insert();
  const written = Object.entries(orderBy).map(([field, direction]) => `${field}:${direction}`);
  const order: Order = parseOrder([...written, 'id:asc'].join());
  const fields = order.slice(0, order.findIndex(([field]) => field === 'id')).map(([field]) => field);
  const stable = new Map(tables.balances.map((row) => [row.id, row]));
  let lastShown: unknown;
  const write = () => {
    const rows = tables.balances;
    const isAnchor = random.next() < 0.3;
    const at = isAnchor ? rows.findIndex(({ id }) => id === lastShown) : random.below(rows.length);
    const row = rows[at];
    const what = random.next();
    if (what < 0.35 || !row) return insert();
    if (what < 0.65) {
      rows.splice(at, 1);
      stable.delete(row.id);
      return;
    }
    const field = random.pick(['name', 'status', 'balance', 'created_at', 'priority', 'rating']);
    const changed = { ...row, [field]: store('balances', rowOf(random, shape))[field] ?? null };
    rows[at] = changed;
    if ([...fields, ...Object.keys(where)].includes(field) && row[field] !== changed[field])
      stable.delete(row.id);
    else if (stable.has(row.id)) stable.set(row.id, changed);
  };
  let requests = 0;
  const limit = 80 + call.rows * 8;
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    if (++requests > limit) throw new Error('endless');
    if (requests > 1) for (let count = random.below(call.writes + 1); count > 0; count--) write();
    const request = new Request(input, init);
    const url = new URL(request.url);
    for (const name of call.ignores ?? []) url.searchParams.delete(name);
    const response = await service.fetch(url, { headers: request.headers });
    const body = await response.clone().json();
    lastShown = (body.items ?? body.data ?? body).at?.(-1)?.id ?? lastShown;
    return response;
  };
  const got: unknown[] = [];
  try {
    const query = { where, ...(fields.length > 0 || orderBy.id ? { orderBy } : {}) };
    for await (const page of clientOf(fetch, service.dialect, schema).pages(query, { pageSize })) {
      if (page.length > pageSize || page.length === 0) return { result: 'WRONG', reason: 'size' };
      for (const row of page) got.push(row.id);
    }
  } catch (error) {
    const { name, message, reason } = error as Error & { reason?: string };
    if (requests > limit) return { result: 'WRONG', reason: 'endless' };
    if (!/^(Query|Response)Error$/.test(name)) return { result: 'WRONG', reason: `${name}: ${message}` };
    if (reason === 'rows-changed') return { result: reason, reason };
    return { result: requests === 0 ? 'rejected before' : 'rejected', reason: message };
  }
  const test = service.test('balances', where);
  const compare = compareBy('balances', order);
  const wanted = [...stable.values()].filter((row) => test(row) === true);
  for (const { id } of wanted) {
    const count = got.filter((other) => other === id).length;
    if (count !== 1) return { result: 'WRONG', reason: count === 0 ? 'lost' : 'twice' };
  }
  const seen = got.flatMap((id) => stable.get(id as string) ?? []).filter((row) => test(row) === true);
  const shown = (row: Row) => JSON.stringify(fields.map((field) => service.show('balances', row, {})[field]));
  const isMisplaced = seen.some((row, index) => {
    const previous = seen[index - 1];
    if (!previous || compare(previous, row) <= 0) return false;
    // Rows that show the same values may have hidden digits; they are then in the order of ids.
    return shown(previous) !== shown(row) || compareBy('balances', order.slice(fields.length))(previous, row) > 0;
  });
  return isMisplaced ? { result: 'WRONG', reason: 'order' } : { result: 'whole', reason: '' };
}
