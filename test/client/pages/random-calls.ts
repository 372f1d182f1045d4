import {
  boolean,
  createClient,
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
import { createMock } from 'payments-data-client/mock';
import { cursorService } from '../../services/cursors.js';
import { hiddenDigits } from '../../services/hidden-digits.js';
import { numberedPages } from '../../services/numbered-pages.js';
import { parseOrder, type Service } from '../../services/service.js';
import { createChance } from '../../types/lib/random.js';

const schema = defineSchema({
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

/** Chance that also makes UUIDs. */
export function randomOf(seed: number) {
  const chance = createChance(seed);
  const hex = (digits: number) =>
    chance
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(8)}${hex(4)}`;
  return { ...chance, uuid };
}
type Random = ReturnType<typeof randomOf>;

type OrderBy = Readonly<Record<string, 'asc' | 'desc'>>;
const orders: readonly OrderBy[] = [
  ...[{}, { id: 'desc' }, { created_at: 'asc' }, { created_at: 'desc' }, { updated_at: 'desc' }],
  ...[{ account_id: 'asc', created_at: 'desc' }, { priority: 'asc' }, { balance: 'desc' }],
  ...[{ priority: 'desc', created_at: 'asc' }, { balance: 'asc', id: 'desc' }, { name: 'asc' }],
  ...[{ opened_on: 'asc' }, { opened_on: 'desc' }, { updated_at: 'asc', id: 'desc' }],
  ...[{ name: 'desc' }, { external_id: 'asc' }, { status: 'desc', created_at: 'asc' }],
  ...[{ rating: 'asc' }, { archived_at: 'desc' }, { is_frozen: 'asc', created_at: 'desc' }],
  ...[
    { account_id: 'desc', priority: 'asc' },
    { created_at: 'desc', balance: 'asc' },
  ],
] as OrderBy[]; // literals

/** How alike rows are. */
const shapes = ['distinct', 'mixed', 'one instant', 'equal'] as const;
const accounts = [1, 2, 3].map((seed) => randomOf(seed).uuid());

type Row = Record<string, unknown>;
type Shape = (typeof shapes)[number];

function rowOf({ pick, below, happens, uuid }: Random, shape: Shape): Row {
  const micros = (limit: number) => `${below(limit)}`.padStart(6, '0');
  const time = (): string => {
    if (shape === 'distinct')
      return `2026-01-${10 + below(20)}T1${below(10)}:00:00.${micros(1e6)}Z`;
    const second = shape === 'mixed' ? 56 + below(3) : 59;
    return `2026-01-31T11:59:${second}.${shape === 'mixed' ? below(3) : 1}00${micros(1000).slice(3)}Z`;
  };
  const fraction = pick(['10', '100001', '129']);
  const row = {
    ...{ id: uuid(), account_id: pick(accounts), status: pick(['active', 'pending']) },
    ...{ name: pick(['Ada', 'ada', 'ADA', 'Émile', 'emile', 'Zoe', 'zoe']), priority: below(5) },
    external_id: happens(0.3) ? null : pick(['a', 'A', 'b', 'B']),
    balance: `${pick(['', '-'])}${below(shape === 'distinct' ? 1e6 : 4)}.${fraction}`,
    ...{ rating: happens(0.2) ? null : below(8) / 4, is_frozen: happens(0.5) },
    ...{ created_at: time(), updated_at: time(), opened_on: time() },
    archived_at: happens(0.3) ? null : time(),
  };
  if (shape !== 'equal') return row;
  const date = '2026-01-31T11:59:59.123456Z';
  const dates = { created_at: date, updated_at: date, opened_on: date, archived_at: null };
  const values = { account_id: accounts[0], name: 'Ada', external_id: null, status: 'active' };
  return {
    ...row,
    ...values,
    ...dates,
    balance: '1.50',
    priority: 1,
    rating: null,
    is_frozen: true,
  };
}

/** A service with the balances of a call. */
interface World {
  readonly dialect: Dialect;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly rows: () => readonly Row[];
  readonly insert: (row: Row) => unknown;
  readonly delete: (id: string) => unknown;
  readonly change: (id: string, field: string, row: Row) => unknown;
  /** All rows that match, as they are shown, in order. */
  readonly select: (where: object, orderBy: OrderBy) => Promise<readonly Row[]>;
}

function worldOf(service: Service, dialect: Dialect = service.dialect): World {
  const { tables, store, test, compareBy, show, fetch } = service;
  const rows = tables.balances;
  rows.length = 0;
  const indexOf = (id: string) => rows.findIndex((row) => row.id === id);
  return {
    ...{ dialect, fetch, rows: () => rows },
    insert: (row) => rows.push(store('balances', row)),
    delete: (id) => rows.splice(indexOf(id), 1),
    change(id, field, row) {
      rows[indexOf(id)] = { ...rows[indexOf(id)], [field]: store('balances', row)[field] ?? null };
    },
    async select(where, orderBy) {
      const matches = test('balances', where);
      const order = parseOrder(
        Object.entries(orderBy)
          .map((part) => part.join(':'))
          .join(),
      );
      const found = rows.filter((row) => matches(row) === true);
      return found.sort(compareBy('balances', order)).map((row) => show('balances', row, {}));
    },
  };
}

const baseUrl = 'https://api.example.com';

function mockWorld(dialect: Dialect): World {
  const mock = createMock({ schema, dialect, baseUrl, apiKeys: false, data: { balances: [] } });
  const { balances } = mock.db;
  return {
    ...{ dialect, fetch: mock.fetch, rows: () => balances.all() },
    insert: (row) => balances.insert(row as never), // it fits the schema
    delete: (id) => balances.delete(id),
    change: (id, field, row) => balances.update(id, { [field]: row[field] }),
    async select(where, orderBy) {
      const plain = createMock({ schema, data: { balances: balances.all() } });
      const { balances: list } = createClient({ ...plain.clientOptions, schema });
      return list.list({ where, orderBy: { ...orderBy, id: orderBy.id ?? 'asc' } });
    },
  };
}

const data = {};
const sizes = { data, size: 6, max: 10 };
const many = { data, size: 1000, max: 1000 };
const names = { orderBy: 'sort', take: 'limit' };
const offset = {
  parameters: { ...names, skip: 'offset' },
  envelope: 'items',
  orderFormat: '-name',
} as const;
const pageSize = { default: sizes.size, max: sizes.max };

/** The services, each with what a client knows of it. */
const worlds: Readonly<Record<string, () => World>> = {
  'a by cursor': () => worldOf(cursorService(many)),
  'a by cursor, small pages': () => worldOf(cursorService(sizes)),
  'a by offset': () => worldOf(cursorService(many), offset),
  'a by offset, small pages': () => worldOf(cursorService(sizes), { ...offset, pageSize }),
  b: () => worldOf(numberedPages(many)),
  'b, small pages': () => worldOf(numberedPages(sizes)),
  'b, sizes not declared': () => {
    const { pageSize: _, ...dialect } = numberedPages(sizes).dialect;
    return worldOf(numberedPages(sizes), dialect);
  },
  'b, its default declared': () =>
    worldOf(numberedPages(sizes), { ...numberedPages(sizes).dialect, pageSize: { default: 6 } }),
  c: () => worldOf(hiddenDigits({ data })),
  'c, small pages': () => worldOf(hiddenDigits(sizes)),
  mock: () => mockWorld({}),
  'mock by cursor': () =>
    mockWorld({
      parameters: { cursor: 'cursor' },
      envelope: { rows: 'items', cursor: 'meta.next' },
    }),
  'mock by number': () =>
    mockWorld({ parameters: { page: 'page', skip: null }, nulls: 'sql', text: 'insensitive' }),
  'mock, small pages': () => mockWorld({ pageSize, envelope: 'data.rows', orderFormat: '-name' }),
};

export interface Call {
  readonly service: string;
  readonly orderBy: OrderBy;
  readonly pageSize: number;
  readonly rows: number;
  readonly shape: Shape;
  /** The most writes between two requests. */
  readonly writes: number;
  readonly where: Readonly<Record<string, string>>;
  /** Parameters that the service ignores. */
  readonly ignored?: string;
}

export function randomCall(random: Random): Call {
  const { pick, below, happens } = random;
  const pageSize = pick([1, 2, 7, 7, 100]);
  const rows = pageSize === 100 ? pick([5, 100, 101, 130]) : below(pageSize === 1 ? 14 : 40);
  const where: Call['where'] = happens(0.3) ? { status: 'active' } : {};
  const call = { orderBy: pick(orders), pageSize, rows, shape: pick(shapes), where };
  return { ...call, service: pick(Object.keys(worlds)), writes: pick([0, 0, 1, 3]) };
}

/** `whole`, `rejected` with or without a request, `rows-changed`, or what is wrong. */
export async function run(random: Random, call: Call): Promise<readonly [string, string?]> {
  const { orderBy, shape, where } = call;
  const world = worlds[call.service]?.() as World; // there is one of this name
  const insert = () => world.insert(rowOf(random, shape));
  for (let count = 0; count < call.rows; count++) insert();
  const fields = Object.keys(orderBy).filter((field) => field !== 'id');
  const stable = new Set(world.rows().map(({ id }) => id));
  let last: unknown;
  const write = () => {
    const rows = world.rows();
    const isLast = random.happens(0.3);
    const row = isLast ? rows.find(({ id }) => id === last) : rows[random.below(rows.length)];
    const what = random.below(100);
    if (what < 35 || !row) return insert();
    const id = String(row.id);
    if (what < 65) {
      stable.delete(id);
      return world.delete(id);
    }
    const field = random.pick(['name', 'status', 'balance', 'created_at', 'priority', 'rating']);
    if ([...fields, ...Object.keys(where)].includes(field)) stable.delete(id);
    return world.change(id, field, rowOf(random, shape));
  };
  let requests = 0;
  const limit = 80 + call.rows * 8;
  const fetch = async (input: string, init?: RequestInit) => {
    if (++requests > limit) throw new Error('endless');
    if (requests > 1) for (let count = random.below(call.writes + 1); count > 0; count--) write();
    const url = new URL(input);
    if (call.ignored) url.searchParams.delete(call.ignored);
    const response = await world.fetch(url.href, init);
    const body = await response.clone().json();
    last = (body.items ?? body.data?.rows ?? body.data ?? body).at?.(-1)?.id ?? last;
    return response;
  };
  const options = { baseUrl, apiKey: 'test-key', schema, retry: 0 };
  const client = createClient({ ...options, dialect: world.dialect, fetch });
  const got: Row[] = [];
  try {
    const query = { where, ...(Object.keys(orderBy).length > 0 && { orderBy }) };
    for await (const page of client.balances.pages(query, { pageSize: call.pageSize })) {
      if (page.length > call.pageSize || page.length === 0) return ['WRONG', 'size of a page'];
      got.push(...page);
    }
  } catch (error) {
    const { name, message, reason } = error as Error & { reason?: string };
    if (requests > limit) return ['WRONG', 'endless'];
    if (reason === 'rows-changed') return [reason];
    if (!/^(Query|Response)Error$/.test(name)) return ['WRONG', message];
    return [requests === 0 ? 'rejected before' : 'rejected', message];
  }
  const isStable = ({ id }: Row) => stable.has(id as string);
  const wanted = (await world.select(where, orderBy)).filter(isStable);
  const found = got.filter(isStable);
  const ids = found.map(({ id }) => id);
  for (const { id } of wanted) if (!ids.includes(id)) return ['WRONG', 'lost'];
  const isKept = new Set(wanted.map(({ id }) => id));
  const kept = found.filter(({ id }) => isKept.has(id));
  if (kept.length > wanted.length) return ['WRONG', 'twice'];
  // Rows that show the same values, and have hidden digits, come in the order of their ids.
  const shown = (row: Row) =>
    JSON.stringify((shape === 'equal' ? ['id'] : fields).map((field) => row[field]));
  const isInOrder = kept.every((row, index) => shown(row) === shown(wanted[index] ?? {}));
  return isInOrder ? ['whole'] : ['WRONG', 'order'];
}
