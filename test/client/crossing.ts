import {
  boolean,
  computed,
  createClient,
  type Dialect,
  date,
  decimal,
  defineSchema,
  enumeration,
  integer,
  isApiError,
  isConfigurationError,
  isQueryError,
  isResponseError,
  nullable,
  number,
  string,
  uuid,
} from 'payments-data-client';
import { createMock, type Mock } from 'payments-data-client/mock';
import { infiniteListQueryOptions } from 'payments-data-client/tanstack-query';
import { declaredSettings } from '../dialect/declared-settings.js';
import { type Chance, createChance } from '../types/lib/random.js';

/** A resource with a field of every kind that has an order. */
const schema = defineSchema({
  things: {
    path: '/things',
    operations: ['list'],
    fields: {
      id: uuid(),
      name: string(),
      owner_id: uuid(),
      kind: enumeration('b', 'c', 'a'),
      amount: decimal(),
      rank: integer(),
      score: number(),
      active: boolean(),
      created_at: date(),
      note: nullable(string()),
      due_at: nullable(date()),
      label: computed(string(), (row) => `${row.name}!`),
    },
  },
});

type Row = { readonly id: string };
type Rows = readonly Row[];
type Query = { readonly where?: object; readonly orderBy?: object; readonly include: object };
type Method = (query: Query) => Promise<Rows>;

// Values that only some services tell apart.
const names = [
  'Rent',
  'rent',
  'RENT',
  'Rént',
  'rent ',
  'Rent  ',
  'a',
  'B',
  'ä',
  'Z',
  '',
  'é',
  'e',
  '-b',
  '😀',
  '\ufffd',
];
const amounts = [
  '5',
  '5.0',
  '5.00',
  '-1',
  '-1.5',
  '0',
  '0.0',
  '9007199254740993',
  '9007199254740992',
  '0.1',
  '0.10',
];
const scores = [1, 1.5, -2, 0, 0.1, 5e-7];
const ranks = [1, 2, -3, 0, 2 ** 53 - 1];
const orderings = [
  'name',
  'owner_id',
  'kind',
  'amount',
  'rank',
  'score',
  'active',
  'created_at',
  'note',
  'due_at',
  'label',
];

function createRows(chance: Chance, { dates, uuids }: Dialect) {
  const hasTies = chance.happens(0.15);
  const isHidden = dates === 'microseconds';
  const hex = (length: number) => Array.from({ length }, () => chance.below(16).toString(16)).join('');
  const newId = () => {
    const id = `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
    return chance.happens(0.2) ? id.toUpperCase() : id;
  };
  const newDate = () =>
    `2026-01-0${1 + chance.below(2)}T00:00:0${chance.below(2)}.00${chance.below(3)}${isHidden ? String(chance.below(9)).padStart(3, '0') : ''}Z`;
  const count = chance.pick([0, 1, 3, 6, 10, 14]);
  const pool = <Value>(values: readonly Value[]) => (hasTies ? values.slice(0, 1) : values);
  const usedNames = chance.sample(names, chance.pick([2, 3, names.length]));
  const owners = Array.from({ length: 4 }, newId);
  if (uuids !== 'uuid') owners.push(...owners.slice(0, 2).map((id) => id.toUpperCase()));
  return Array.from({ length: count }, () => ({
    id: newId(),
    name: chance.pick(pool(usedNames)),
    owner_id: chance.pick(pool(owners)),
    kind: chance.pick(pool(['a', 'b', 'c'])),
    amount: chance.pick(pool(amounts)),
    rank: chance.pick(pool(ranks)),
    score: chance.pick(pool(scores)),
    active: hasTies || chance.happens(0.5),
    created_at: newDate(),
    note: chance.happens(0.3) ? null : chance.pick(pool(names)),
    due_at: chance.happens(0.3) ? null : newDate(),
  }));
}

/** Every alternative of every setting by itself. */
export const singleDialects: readonly Dialect[] = [
  {},
  ...declaredSettings.flatMap(({ dialects }) => dialects),
];

/** Some alternatives of some settings. */
export function randomDialect(chance: Chance): Dialect {
  const dialect: Record<string, unknown> = {};
  for (const { dialects } of chance.sample(declaredSettings, 2 + chance.below(6)))
    for (const [group, value] of Object.entries(chance.pick(dialects))) {
      const isGroup = typeof value === 'object' && value !== null;
      dialect[group] = isGroup ? { ...(dialect[group] as object), ...value } : value;
    }
  return dialect;
}

/** The methods that return all rows. */
function methodsOf(
  client: ReturnType<typeof clientOf>,
  pageSize: number,
  chance: Chance,
): Record<string, Method> {
  const { things } = client;
  const gather = async <Item>(items: AsyncIterable<Item>) => {
    const found: Item[] = [];
    for await (const item of items) {
      found.push(item);
      if (found.length > 500) throw new Error('endless');
    }
    return found;
  };
  const infinite = (query: Query) => {
    const options = infiniteListQueryOptions(things, query, { pageSize });
    const read = async (pageParam: never) =>
      options.queryFn({ signal: new AbortController().signal, pageParam });
    return { options, read };
  };
  return {
    all: (query) => things.all(query, { pageSize }),
    pages: async (query) => (await gather(things.pages(query, { pageSize }))).flat(),
    iterate: (query) => gather(things.iterate(query, { pageSize })),
    limit: (query) => things.all(query, { pageSize, limit: 3 }),
    infinite: async (query) => {
      const { options, read } = infinite(query);
      const pages: Row[][] = [];
      let param = JSON.parse(JSON.stringify(options.initialPageParam));
      for (let count = 0; param !== undefined; count++) {
        if (count > 500) throw new Error('endless');
        const page = await read(param as never);
        pages.push(page as Row[]);
        const next = options.getNextPageParam(page, [page], param as never);
        param = next === undefined ? undefined : JSON.parse(JSON.stringify(next));
      }
      return pages.flat();
    },
    // Reads on with few pages kept, and then reads those that are kept again.
    maxPages: async (query) => {
      const { options, read } = infinite(query);
      const kept = 1 + chance.below(3);
      const shown: Row[] = [];
      const params: unknown[] = [];
      const pages: unknown[][] = [];
      let param: unknown = options.initialPageParam;
      for (let count = 0; param !== undefined; count++) {
        if (count > 500) throw new Error('endless');
        const page = await read(param as never);
        shown.push(...(page as Row[]));
        params.push(param);
        pages.push(page);
        const next = options.getNextPageParam(page, pages.slice(-kept) as never, param as never);
        param = next;
      }
      let again: unknown = params.slice(-kept)[0];
      const first = pages.slice(-kept);
      for (const page of first) {
        const other = await read(again as never);
        if (JSON.stringify(other) !== JSON.stringify(page)) throw new Error('a refetch returns other rows');
        again = options.getNextPageParam(other, [other], again as never);
      }
      return shown;
    },
  };
}

const clientOf = (mock: Mock<typeof schema>, dialect: Dialect | undefined) =>
  createClient({ ...mock.clientOptions, schema, dialect, logLevel: 'off', retry: 0 });

/** What a run found. */
export interface Findings {
  comparisons: number;
  /** Errors that name the reason. */
  errors: number;
  readonly wrong: string[];
}

const idsOf = (rows: Rows) => rows.map(({ id }) => id).join();
const isOurs = (error: unknown) =>
  isQueryError(error) || isResponseError(error) || isApiError(error) || isConfigurationError(error);

/** Compares each method with one unpaged response of the mock. */
export async function cross(
  dialect: Dialect,
  seed: number,
  findings: Findings,
  rounds: number,
): Promise<void> {
  const chance = createChance(seed);
  const rows = createRows(chance, dialect);
  const { pageSize: _, ...unpaged } = dialect;
  const cap = chance.pick([0, 1, 2, 7]);
  const capped = cap === 0 ? dialect : { ...dialect, pageSize: { ...dialect.pageSize, max: cap } };
  const data = { things: rows };
  const whole = clientOf(createMock({ schema, dialect: unpaged, data }), unpaged);
  const mock = createMock({ schema, dialect: capped, data });
  const attempt = async (run: () => Promise<Rows>): Promise<Rows | Error> => {
    try {
      return await run();
    } catch (error) {
      return error as Error;
    }
  };
  const compare = (what: unknown[], found: Rows | Error, expected: Rows | Error, prepare = idsOf) => {
    findings.comparisons++;
    if (found instanceof Error) {
      findings.errors++;
      if (isOurs(found) && (expected instanceof Error || !isSimple(dialect) || what[0] === 'list with take'))
        return;
    } else if (!(expected instanceof Error) && prepare(found) === prepare(expected)) return;
    const show = (rows: Rows | Error) =>
      rows instanceof Error ? `${rows}` : `${rows.length} rows ${prepare(rows)}`;
    findings.wrong.push(
      `${JSON.stringify({ dialect: capped, seed })} ${JSON.stringify(what)}: expected ${show(expected)}, got ${show(found)}`,
    );
  };
  // Without the dialect, the names of parameters are wrong; a service that ignores unknown ones ignores the query.
  const isTold = chance.happens(0.5) || (dialect.parameters && dialect.unknown);
  for (let round = 0; round < rounds; round++) {
    const client = clientOf(mock, isTold ? capped : undefined);
    const [first] = chance.happens(0.5) ? orderedBy(dialect) : [];
    const names = [
      ...new Set([...(first ? [first] : []), ...chance.sample(orderings, 1 + chance.below(2))]),
    ].slice(0, 2);
    const orderBy = chance.happens(0.1)
      ? {}
      : Object.fromEntries(names.map((name) => [name, chance.pick(['asc', 'desc'])]));
    const pageSize = chance.pick([1, 2, 7, 100]);
    const query: Query = {
      ...(Object.keys(orderBy).length > 0 && { orderBy }),
      ...(chance.happens(0.3) && { where: { OR: [{ active: true }, { rank: { gt: 0 } }] } }),
      include: chance.happens(0.3) ? { name: true } : {},
    };
    const ordered = await attempt(() =>
      whole.things.list({ ...query, orderBy: { ...orderBy, id: 'asc' } } as object),
    );
    for (const [name, method] of Object.entries(methodsOf(client, pageSize, chance))) {
      const expected = name === 'limit' && !(ordered instanceof Error) ? ordered.slice(0, 3) : ordered;
      compare([name, query, pageSize, isTold], await attempt(() => method(query)), expected);
    }
    const listed = await attempt(() =>
      client.things.list({ ...query, orderBy: { ...orderBy, id: 'asc' } } as object),
    );
    const page =
      listed instanceof Error || ordered instanceof Error ? ordered : ordered.slice(0, listed.length);
    compare(['list', query, isTold], listed, page);
    if (isTold)
      compare(
        ['list with take', query],
        await attempt(() =>
          client.things.list({ ...query, orderBy: { ...orderBy, id: 'asc' }, take: 100 } as object),
        ),
        ordered,
      );
    await crossLongList(round);
  }

  /** A long `in`, split and as one request. */
  async function crossLongList(round: number): Promise<void> {
    const maxUrlLength = 420 + chance.below(200);
    const told = { ...(isTold ? capped : {}), maxUrlLength };
    const client = clientOf(mock, told);
    const field = chance.pick(['id', 'owner_id', 'name']);
    const values = rows.map((row) => row[field as 'id']);
    const others = [
      ...values.map((value) => value.toUpperCase()),
      ...values.map((value) => value.toLowerCase()),
    ];
    const items = chance.sample([...values, ...others, ...values], chance.pick([5, 20, 60]));
    const where = { [field]: { in: items } };
    const expected = await attempt(() => whole.things.list({ where }));
    const sorted = (found: Rows) =>
      found
        .map(({ id }) => id)
        .sort()
        .join();
    const [once, twice] = [
      await attempt(() => client.things.list({ where })),
      await attempt(() => client.things.list({ where })),
    ];
    const isSplit = encodeURI(JSON.stringify(items)).length > maxUrlLength;
    if (isSplit) {
      compare(['long list', where, isTold, round], once, expected, sorted);
      if (!(once instanceof Error)) compare(['long list again', where, isTold], twice, once);
    }
    compare(
      ['all of a long list', where, isTold],
      await attempt(() => client.things.all({ where }, { pageSize: chance.pick([1, 2, 7]) })),
      expected,
      sorted,
    );
  }
}

/** The fields whose order a dialect changes. */
const orderedBy = ({ text, dates, uuids, enumerations, order }: Dialect) => [
  ...(text ? ['name'] : []),
  ...(dates ? ['created_at'] : []),
  ...(uuids ? ['owner_id'] : []),
  ...(enumerations ? ['kind'] : []),
  ...(order ? ['note'] : []),
];

/** Whether a dialect has nothing that may make a right call fail. */
const isSimple = (dialect: Dialect) => Object.keys(dialect).length === 0;
