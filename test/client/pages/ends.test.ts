import { createClient, type Dialect, isQueryError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, it } from 'vitest';
import { failure } from '../../fixtures/failure.js';
import { uuidOf } from '../../services/sample-rows.js';
import { groups } from './all-worlds.js';
import { explore, noFindings, type Outcome } from './small-worlds.js';

type Options = Parameters<typeof createClient>[0];

const { clientOptions } = createMock();

/** A client of a mock with another dialect, or of a service that answers always the same. */
function clientOf(dialect: Dialect, fetch: Options['fetch'], most = 100) {
  let count = 0;
  const counted: Options['fetch'] = async (url, init) => {
    if (++count > most) throw new Error(`more than ${most} requests`);
    return fetch?.(url, init) as never; // it is there
  };
  return createClient({ ...clientOptions, retry: 0, dialect, fetch: counted }).balances;
}

const orders = [
  {},
  ...[{ created_at: 'desc' }, { balance: 'asc' }, { name: 'asc' }].map((orderBy) => ({ orderBy })),
  { orderBy: { unit_id: 'asc', created_at: 'asc' } },
] as readonly object[] as readonly { orderBy?: { created_at: 'desc' } }[]; // such as this

describe('a cap on the rows of a page', () => {
  const cases: [service: Dialect, client: Dialect][] = [
    ...[1, 2, 3, 5].map((max): [Dialect, Dialect] => [{ pageSize: { max } }, {}]),
    ...[{ pageSize: { default: 1 } }, { pageSize: { max: 1 } }].map(
      (dialect): [Dialect, Dialect] => [dialect, dialect],
    ),
    [
      { parameters: { take: null }, pageSize: { default: 1 } },
      { parameters: { take: null }, pageSize: { default: 1 } },
    ],
  ];

  it.each(cases)('of %j ends no call early that declares %j', async (service, declared) => {
    for (const query of orders)
      for (const pageSize of [1, 2, 100]) {
        const mock = createMock({ dialect: service });
        const balances = clientOf(declared, mock.fetch, 500);
        const found = await balances.all(query, { pageSize }).catch((error: Error) => error);
        if (found instanceof Error) {
          expect(found.message).toMatch(/counted|pages are too short to count/);
          expect(query).toMatchObject({ orderBy: { name: 'asc' } });
        } else expect(found).toHaveLength(mock.db.balances.all().length);
      }
  });

  it.each([undefined, 50, 99, 100, 101, 250])(
    'and a page size of %s lose no row if others insert into the instant that is read',
    async (pageSize) => {
      const at = (hour: number) => `2025-01-01T${`${hour}`.padStart(2, '0')}:00:00.000Z`;
      const rowOf = (index: number, hour: number) => ({
        ...{ id: `${`${index}`.padStart(8, '0')}-0000-4000-8000-000000000000` },
        created_at: at(hour),
      });
      const rows = [
        rowOf(1, 1),
        ...Array.from({ length: 99 }, (_, index) => rowOf(100 + index, 2)),
        ...Array.from({ length: 300 }, (_, index) => rowOf(1000 + index, 3 + (index % 20))),
      ];
      const mock = createMock({ data: { balances: rows } });
      let count = 0;
      const balances = clientOf({}, (url, init) => {
        if (++count === 2) mock.db.balances.insert(rowOf(50, 2));
        return mock.fetch(url, init);
      });
      const query = { orderBy: { created_at: 'asc' }, include: { created_at: true } } as const;
      const found = await balances.all(query, { pageSize });
      const ids = found.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(rows.filter(({ id }) => !ids.includes(id))).toEqual([]);
    },
  );
});

it('numbered pages of every number of rows are counted to their end', async () => {
  const rows = Array.from({ length: 24 }, (_, index) => ({ id: uuidOf(3, index), name: 'Ada' }));
  const dialect = { parameters: { page: 'page', skip: null }, pageSize: { default: 20, max: 20 } };
  for (let count = 0; count <= rows.length; count++) {
    const mock = createMock({ dialect, data: { balances: rows.slice(0, count) } });
    for (const pageSize of [1, 2, 3]) {
      const query = { orderBy: { name: 'asc' }, include: { id: true } } as const;
      const found = await clientOf(dialect, mock.fetch).all(query, { pageSize });
      expect(found.map(({ id }) => id)).toEqual(
        rows
          .slice(0, count)
          .map(({ id }) => id)
          .sort(),
      );
    }
  }
});

describe('a service that sends the same page for ever', () => {
  const rowOf = (index: number) => ({
    ...{ id: uuidOf(3, index), name: `n${index}`, balance: `${index}` },
    created_at: `2025-01-${10 + (index % 20)}T00:00:00.000Z`,
  });
  const many = Array.from({ length: 50 }, (_, index) => rowOf(index));
  const ids = Array.from({ length: 400 }, (_, index) => uuidOf(3, index));

  it.each([
    ['one row twice', [rowOf(1), rowOf(1)]],
    ['the first row again at the end', [rowOf(1), rowOf(2), rowOf(1)]],
    ['one row', [rowOf(1)]],
    ['fifty rows', many],
  ])('of %s ends every call within a few requests', async (_, rows) => {
    for (const query of [...orders, { where: { id: { in: ids } } }]) {
      const call = clientOf({}, async () => Response.json(rows), 4).all(query as never);
      expect((await failure(call)).name, JSON.stringify(query).slice(0, 50)).toBe('ResponseError');
    }
  });

  it('with a row twice is named', async () => {
    const rows = [rowOf(1), rowOf(2), rowOf(1)];
    const call = clientOf({}, async () => Response.json(rows)).all();
    expect((await failure(call)).message).toBe(
      `GET /v1/balances failed: the row "${rowOf(1).id}" is in the response twice.`,
    );
  });
});

describe('a loop over cursors', () => {
  const dialect = { parameters: { cursor: 'cursor' }, envelope: { rows: 'items', cursor: 'next' } };
  const pageOf = (index: number, next: string) => ({ items: [{ id: uuidOf(3, index) }], next });
  const query = { include: { id: true } } as const;

  it.each([
    ['two alternate', (count: number) => pageOf(count, `c${count % 2}`), 'the cursor is repeated'],
    ['a page comes again', (count: number) => pageOf(1, `c${count}`), 'the page is repeated'],
  ])('ends with an error if %s', async (_, answer, problem) => {
    let count = 0;
    const balances = clientOf(dialect, async () => Response.json(answer(count++)), 4);
    expect((await failure(balances.all(query))).message).toBe(
      `GET /v1/balances failed: ${problem}. The service ignores \`cursor\`.`,
    );
  });

  it.each([
    [{ a: 1 }, 'got an object.'],
    ['https://api.example.com/next', 'got "https://api.example.com/next". A URL is not supported.'],
    [2 ** 53, 'got 9007199254740992. The reader of JSON may have rounded it.'],
    ['\ud800', 'got "\\ud800".'],
  ])('ends with an error if the cursor is %j', async (cursor, problem) => {
    const balances = clientOf(dialect, async () => Response.json(pageOf(1, cursor as string)), 1);
    expect((await failure(balances.all(query))).message).toBe(
      `GET /v1/balances failed: expected a cursor, ${problem}`,
    );
  });

  it('ends with an error if the service says that there are more rows, without a cursor', async () => {
    const balances = clientOf(dialect, async () =>
      Response.json({ ...pageOf(1, ''), next: null, has_more: true }),
    );
    expect((await failure(balances.all(query))).message).toContain('there may be more rows');
  });

  it('ends with an error if rows come without the envelope of the cursor', async () => {
    const answers = [[{ id: uuidOf(3, 1) }], []];
    const [rows, none] = answers.map((body) => clientOf(dialect, async () => Response.json(body)));
    expect((await failure(rows?.all(query) as never)).message).toBe(
      'GET /v1/balances failed: there may be more rows, but the response has no `dialect.envelope.cursor`.',
    );
    expect(await rows?.list(query)).toEqual(answers[0]); // one page may have it
    expect(await none?.all(query)).toEqual([]);
  });

  it('can be repeated', async () => {
    const balances = clientOf(dialect, async (url) =>
      Response.json(/cursor=/.test(url) ? { items: pageOf(2, '').items } : pageOf(1, 'c1')),
    );
    const pages = balances.pages(query);
    for (const expected of [2, 2]) {
      let count = 0;
      for await (const page of pages) count += page.length;
      expect(count).toBe(expected);
    }
  });

  it('rejects a cursor that does not fit into a URL, before it is sent', async () => {
    const balances = clientOf(dialect, async () => Response.json(pageOf(1, 'x'.repeat(9_000))), 1);
    expect((await failure(balances.all(query))).message).toBe(
      'query: the URL has 9082 bytes, more than `dialect.maxUrlLength` (8000). Shorten the filter or the include.',
    );
  });
});

describe('a service that cannot be asked for pages', () => {
  it.each([
    { page: 'page' },
    { page: 'page', skip: null },
    { where: null },
    { where: null, skip: null },
  ])(
    'with the parameters %j is refused before the first request, or not at all',
    async (parameters) => {
      const byType = { orderBy: { type: 'desc' } } as const;
      for (const query of [...orders, byType])
        for (const pageSize of [1, 7, 10]) {
          const mock = createMock({ dialect: { parameters } });
          const balances = clientOf({ parameters }, mock.fetch);
          const found = await balances.all(query, { pageSize }).catch((error: Error) => error);
          if (isQueryError(found)) expect(mock.requests).toEqual([]);
          else expect(found).toHaveLength(24);
          expect(isQueryError(found)).toBe('where' in parameters && 'skip' in parameters);
        }
    },
  );
});

describe('a service that ignores', () => {
  const isSilent = (outcome: Outcome) =>
    outcome.is === 'wrong' && /^(lost|twice|out of order|endless)$/.test(outcome.problem);

  it.each([
    ['where', 'keyset'],
    ['skip', 'counting by `skip`'],
    ['page', 'counting of numbered pages'],
  ] as const)('`%s` is found in every world', async (ignored, way) => {
    const findings = noFindings();
    for (const { worlds } of groups.filter((group) => group.way === way))
      for (const world of worlds)
        await explore(
          { ...world, ignored },
          { rows: 2, writes: 0 },
          (outcome) => !isSilent(outcome),
          findings,
        );
    expect(findings.first).toBeUndefined();
    expect(findings.outcomes.whole).toBeLessThan(findings.calls);
  });
});
