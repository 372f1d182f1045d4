import { isDeepStrictEqual } from 'node:util';
import {
  createClient,
  type Dialect,
  isApiError,
  isConfigurationError,
  isQueryError,
  isResponseError,
} from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { infiniteListQueryOptions } from 'payments-data-client/tanstack-query';
import { type Chance, createChance } from '../types/lib/random.js';
import { createRows, orderings, schema } from './crossing-rows.js';

type Row = { readonly id: string };
type Rows = readonly Row[];
type Query = { readonly where?: object; readonly orderBy?: object; readonly include: object };
type Method = (query: Query) => Promise<Rows>;
type Client = ReturnType<typeof clientOf>;

const clientOf = (options: object, dialect: Dialect | undefined) =>
  createClient({
    baseUrl: 'https://api.example.com',
    apiKey: null,
    ...options,
    schema,
    dialect,
    logLevel: 'off',
    retry: 0,
  });

/**
 * The options of a browser page whose proxy shows every row; `undefined` if the service lacks what
 * a proxy needs.
 */
function throughProxy(options: object, dialect: Dialect, maxTake: number) {
  const proxyOptions = {
    baseUrl: 'https://api.example.com',
    apiKey: null,
    ...options,
    schema,
    serviceSchema: schema,
    dialect,
    maxTake,
    authenticate: () => true,
    policies: { things: true },
    logLevel: 'off',
  } as const;
  try {
    const proxy = createProxy(proxyOptions);
    return { fetch: (request: RequestInfo | URL) => proxy.fetch(request as Request) };
  } catch (error) {
    if (isConfigurationError(error)) return undefined;
    throw error;
  }
}

/** All items of an iteration that ends. */
async function gather<Item>(items: AsyncIterable<Item>, afterEach?: () => void): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    if (found.push(item) > 500) throw new Error('endless');
    afterEach?.();
  }
  return found;
}

/** The methods that return all rows. */
function methodsOf(client: Client, pageSize: number, chance: Chance): Record<string, Method> {
  const { things } = client;
  const infinite = (query: Query) => {
    const options = infiniteListQueryOptions(things, query, { pageSize });
    const read = async (pageParam: unknown): Promise<Rows> =>
      options.queryFn({ signal: new AbortController().signal, pageParam: pageParam as null });
    const next = (page: Rows, pages: readonly Rows[], pageParam: unknown): unknown =>
      options.getNextPageParam(page as never, pages as never, pageParam as null);
    return { first: options.initialPageParam, read, next };
  };
  return {
    all: (query) => things.all(query, { pageSize }),
    pages: async (query) => (await gather(things.pages(query, { pageSize }))).flat(),
    iterate: (query) => gather(things.iterate(query, { pageSize })),
    limit: (query) => things.all(query, { pageSize, limit: 3 }),
    infinite: async (query) => {
      const { first, read, next } = infinite(query);
      const pages: Rows[] = [];
      for (let param: unknown = first; param !== undefined; ) {
        if (pages.length > 500) throw new Error('endless');
        const page = await read(param);
        pages.push(page);
        const json = JSON.stringify(next(page, [page], param)); // as a stored cache
        param = json && JSON.parse(json);
      }
      return pages.flat();
    },
    // Reads on with few pages kept, and then reads those that are kept again.
    maxPages: async (query) => {
      const { first, read, next } = infinite(query);
      const kept = 1 + chance.below(3);
      const params: unknown[] = [];
      const pages: Rows[] = [];
      for (let param: unknown = first; param !== undefined; ) {
        if (pages.length > 500) throw new Error('endless');
        const page = await read(param);
        params.push(param);
        pages.push(page);
        param = next(page, pages.slice(-kept), param);
      }
      let again = params.slice(-kept)[0];
      for (const page of pages.slice(-kept)) {
        const other = await read(again);
        if (!isDeepStrictEqual(other, page)) throw new Error('a refetch returns other rows');
        again = next(other, [other], again);
      }
      return pages.flat();
    },
  };
}

/** What a run found. */
export interface Findings {
  comparisons: number;
  /** Errors that name the reason. */
  errors: number;
  readonly wrong: string[];
}

/** What a client that knows the dialect may reject, because the service cannot do it. */
const lacks =
  /needs? `skip`|pages need an order|no such parameter|cannot be requested without `orderBy`|^take: expected at most|the query string has|of the proxy/;
/** What a client says if a service that it was told nothing of answers in another way. */
const differs =
  /was not found again|`dialect|is not a parameter|expected an array of|is not a property|^POST|not accepted|not a comparator|has no comparator|expected .*, got/;
const accusation = /The service ignores `(orderBy|where|skip|take)/;

async function attempt(run: () => Promise<Rows>): Promise<Rows | Error> {
  try {
    return await run();
  } catch (error) {
    return error as Error;
  }
}

const sorted = (rows: Rows): Rows => [...rows].sort((left, right) => (left.id < right.id ? -1 : 1));

/**
 * Rows with the fields of others only: those of an infinite query have the fields of its order,
 * too.
 */
const withFieldsOf = (rows: Rows, [expected = {}]: readonly object[]): object[] =>
  rows.map((row) =>
    Object.fromEntries(Object.keys(expected).map((name) => [name, Reflect.get(row, name)])),
  );

const idsOf = (rows: Rows | Error) =>
  rows instanceof Error ? `${rows}` : `${rows.length} rows ${rows.map(({ id }) => id).join()}`;

/** Compares each method with one unpaged response of the mock. */
export async function cross(
  dialect: Dialect,
  seed: number,
  findings: Findings,
  rounds: number,
): Promise<void> {
  const chance = createChance(seed);
  const pageSize = chance.pick([1, 2, 7, 100]);
  const rows = createRows(
    chance,
    dialect,
    chance.pick([0, 1, 3, 6, 10, 14, pageSize < 7 ? 20 : 120]),
  );
  const { pageSize: _, ...unpaged } = dialect;
  const max = chance.pick([0, 1, 2, 7]) || undefined;
  const size = { max, default: chance.pick([0, max ?? 5, 1]) || undefined };
  const capped: Dialect =
    max === undefined && !size.default ? dialect : { ...dialect, pageSize: size };
  const data = { things: rows };
  const whole = clientOf(createMock({ schema, dialect: unpaged, data }).clientOptions, unpaged);
  const mock = createMock({ schema, dialect: capped, data });
  const isRenamed = dialect.parameters !== undefined || dialect.orderFormat !== undefined;
  // Without the dialect, the names of parameters are wrong; a service that ignores unknown ones
  // ignores the query.
  const isTold = chance.happens(0.5) || (isRenamed && dialect.unknown !== undefined);
  const page = chance.happens(0.2)
    ? throughProxy(mock.clientOptions, isTold ? capped : unpaged, chance.pick([1, 3, 100]))
    : undefined;
  const { dates, comparators } = dialect;
  // A proxy has its own envelope and names of parameters, but not those that the service lacks.
  const parameters = Object.fromEntries(
    Object.entries(dialect.parameters ?? {}).filter(
      ([name, value]) => name !== 'page' && value === null,
    ),
  );
  const told = !isTold ? {} : page ? { dates, comparators, parameters, pageSize: size } : capped;
  const access = page ?? mock.clientOptions;
  const compare = (
    what: unknown[],
    found: Rows | Error,
    expected: Rows | Error,
    prepare = (result: Rows) => result,
  ) => {
    findings.comparisons++;
    if (found instanceof Error) {
      findings.errors++;
      const isOurs =
        isQueryError(found) ||
        isResponseError(found) ||
        isApiError(found) ||
        isConfigurationError(found);
      const isReason = isTold
        ? lacks.test(found.message) || (page && /expected a multiple of `take`/.test(found.message))
        : (lacks.test(found.message) || differs.test(found.message) || isApiError(found)) &&
          (isRenamed || !accusation.test(found.message));
      if (isOurs && (isReason || expected instanceof Error)) return;
    } else if (
      !(expected instanceof Error) &&
      found.length === expected.length &&
      isDeepStrictEqual(withFieldsOf(prepare(found), expected), prepare(expected))
    )
      return;
    findings.wrong.push(
      `${JSON.stringify({ dialect: capped, isTold, isProxied: Boolean(page), seed })} ${JSON.stringify(what)}: expected ${idsOf(expected)}, got ${idsOf(found)}`,
    );
  };
  for (let round = 0; round < rounds; round++) {
    const client = clientOf(access, told);
    const [first] = chance.happens(0.5) ? orderedBy(dialect) : [];
    const names = [
      ...new Set([...(first ? [first] : []), ...chance.sample(orderings, 1 + chance.below(2))]),
    ].slice(0, 2);
    const orderBy = chance.happens(0.1)
      ? {}
      : Object.fromEntries(names.map((name) => [name, chance.pick(['asc', 'desc'])]));
    const query: Query = {
      ...(Object.keys(orderBy).length > 0 && { orderBy }),
      ...(chance.happens(0.3) && { where: { OR: [{ active: true }, { rank: { gt: 0 } }] } }),
      include: chance.happens(0.3) ? { name: true } : {},
    };
    const total = { ...query, orderBy: { ...orderBy, id: 'asc' } };
    const ordered = await attempt(() => whole.things.list(total as object));
    for (const [name, method] of Object.entries(methodsOf(client, pageSize, chance))) {
      const expected =
        name === 'limit' && !(ordered instanceof Error) ? ordered.slice(0, 3) : ordered;
      compare([name, query, pageSize], await attempt(() => method(query)), expected);
    }
    const listed = await attempt(() => client.things.list(total as object));
    const firstRows =
      listed instanceof Error || ordered instanceof Error
        ? ordered
        : ordered.slice(0, listed.length);
    compare(['list', query], listed, firstRows);
    if (isTold) {
      const taken = await attempt(() => client.things.list({ ...total, take: 100 } as object));
      if (!page || taken instanceof Error)
        compare(
          ['list with take', query],
          taken,
          ordered instanceof Error ? ordered : ordered.slice(0, 100),
        );
    }
    await crossLongList(round);
  }
  if (chance.happens(0.5)) await crossChanges();

  /** A long `in`, split and as one request. */
  async function crossLongList(round: number): Promise<void> {
    const maxUrlLength = 420 + chance.below(200);
    const client = clientOf(access, { ...told, maxUrlLength });
    const field = chance.pick(['id', 'owner_id', 'name']);
    const values = rows.map((row) => row[field as 'id']);
    const others = [
      ...values.map((value) => value.toUpperCase()),
      ...values.map((value) => value.toLowerCase()),
    ];
    const items = chance.sample([...values, ...others, ...values], chance.pick([5, 20, 60]));
    const where = { [field]: { in: items } };
    const expected = await attempt(() => whole.things.list({ where }));
    const [once, twice] = [
      await attempt(() => client.things.list({ where })),
      await attempt(() => client.things.list({ where })),
    ];
    const isSplit = encodeURI(JSON.stringify(items)).length > maxUrlLength;
    if (isSplit) {
      compare(['long list', where, round], once, expected, sorted);
      if (!(once instanceof Error)) compare(['long list again', where], twice, once);
    }
    compare(
      ['all of a long list', where],
      await attempt(() => client.things.all({ where }, { pageSize })),
      expected,
      sorted,
    );
  }

  /**
   * Rows that are inserted and deleted between the pages: the others are returned once and in
   * order.
   */
  async function crossChanges(): Promise<void> {
    const changing = createMock({ schema, dialect: capped, data });
    const client = clientOf(changing.clientOptions, isTold ? capped : undefined);
    const names = chance.sample(orderings, 1 + chance.below(2));
    const orderBy = Object.fromEntries(names.map((name) => [name, chance.pick(['asc', 'desc'])]));
    const total = { orderBy: { ...orderBy, id: 'asc' }, include: { id: true } };
    const ordered = await attempt(() => whole.things.list(total as object));
    const kept = new Set(rows.map(({ id }) => id));
    const change = () => {
      const { things } = changing.db;
      for (const row of createRows(chance, dialect, chance.below(4))) {
        // Among the other rows: one of them with another id.
        const like = chance.happens(0.7) && rows.length > 0 ? chance.pick(rows) : row;
        if (!things.get(row.id)) things.insert({ ...like, id: row.id } as never);
      }
      if (chance.happens(0.5) && kept.size > 1) {
        const id = chance.pick([...kept]);
        things.delete(id);
        kept.delete(id);
      }
    };
    const found = await attempt(async () => {
      let changes = 0;
      const pages = client.things.pages({ orderBy, include: { id: true } } as object, { pageSize });
      return (await gather(pages, () => ++changes < 10 && change())).flat() as Rows;
    });
    const ofKept = (result: Rows | Error) =>
      result instanceof Error ? result : result.filter(({ id }) => kept.has(id));
    compare(['changing rows', { orderBy }, pageSize], ofKept(found), ofKept(ordered));
    if (!(found instanceof Error) && new Set(found.map(({ id }) => id)).size < found.length)
      findings.wrong.push(
        `${JSON.stringify({ dialect: capped, isTold, seed, orderBy })}: repeats a row`,
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
