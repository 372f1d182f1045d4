import { type Dialect, paymentsSchema } from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { measure } from '../../../src/tools/connect/measure/measure-service.js';
import { createService } from '../../../src/tools/connect/service/live-service.js';

const data = sampleData({ accounts: 30, transactions: 40 });

type Change = (url: URL, send: (url: URL) => Promise<Response>) => Promise<Response>;

/** Measures a mock with a dialect, whose requests and responses may be changed. */
async function measureMock(
  dialect: Dialect,
  change: Change = (url, send) => send(url),
  start?: Dialect,
) {
  const mock = createMock({ data, dialect });
  const fetch: typeof mock.fetch = (input, init) => {
    const request = new Request(input, init);
    return change(new URL(request.url), (url) => mock.fetch(new Request(url, request)));
  };
  const service = createService({ ...mock.clientOptions, fetch });
  const measured = await measure(service, { ...paymentsSchema }, start);
  return { ...measured, requests: service.requests, service };
}

const cases: readonly Dialect[] = [
  {},
  { envelope: 'data' },
  {
    envelope: 'items',
    parameters: { take: 'limit', skip: 'offset', orderBy: 'sort' },
    orderFormat: '-name',
  },
  { parameters: { take: 'page_size', skip: 'start', orderBy: 'ordering' }, unknown: 'ignored' },
  {
    parameters: {
      where: 'filter',
      include: 'fields',
      after: 'starting_after',
      before: 'ending_before',
    },
  },
  { parameters: { skip: null, after: null, before: null }, pageSize: { default: 10, max: 20 } },
  { orderFormat: '-name', parameters: { after: 'cursor' }, unknown: { parameters: 'ignored' } },
  { pageSize: { default: 25, max: 25 } },
  { rejections: { query: 422, credentials: 403, id: 400, body: 'error.message' } },
  { rejections: { query: 422, body: 'message' }, unknown: 'ignored' },
  { rejections: { body: 'error' }, pageSize: { default: 7, max: 9 }, envelope: 'rows' },
];

describe('measure finds', () => {
  test('the envelope `result` only if it is known: it is read by default', async () => {
    const dialect = { envelope: 'result' };
    expect((await measureMock(dialect)).dialect).toEqual({});
    expect((await measureMock(dialect, undefined, dialect)).dialect).toEqual(dialect);
  });

  test.each<Dialect>([
    { envelope: { rows: 'data', pagination: 'meta' } },
    { envelope: { pagination: 'meta' } },
  ])('the known envelope with its pagination: %j', async (known) => {
    expect((await measureMock(known, undefined, known)).dialect).toEqual(known);
    expect((await measureMock({ envelope: 'rows' }, undefined, known)).dialect).toEqual({
      envelope: 'rows',
    });
    expect((await measureMock({}, undefined, known)).dialect).toEqual({});
  });

  test.each(cases)('%j', async (dialect) => {
    const { dialect: measured, notes, requests } = await measureMock(dialect);
    const { unknown: _, ...expected } = dialect;
    expect(measured).toEqual(expected);
    expect(notes).toEqual([]);
    expect(requests).toBeLessThan(60);
  });

  test('nothing without rows, and says so', async () => {
    const { notMeasured } = await measureMock({}, async () => Response.json([]));
    expect(notMeasured).toEqual([
      'Parameters and page sizes cannot be measured: no list has three rows.',
    ]);
  });

  test('names that only the pagination of a body mentions', async () => {
    const renamed: Change = async (url, send) => {
      const wanted = Number(url.searchParams.get('rows_per_page') ?? 20);
      const from = Number(url.searchParams.get('first_row') ?? 0);
      url.searchParams.delete('rows_per_page');
      url.searchParams.delete('first_row');
      url.searchParams.set('take', String(Math.min(wanted, 50)));
      url.searchParams.set('skip', String(from));
      const response = await send(url);
      if (!response.ok) return response;
      const paging = { rows_per_page: Math.min(wanted, 50), first_row: from };
      return Response.json({ data: await response.json(), paging });
    };
    const { dialect } = await measureMock({}, renamed);
    expect(dialect).toMatchObject({
      envelope: 'data',
      parameters: { take: 'rows_per_page', skip: 'first_row' },
      pageSize: { default: 20, max: 50 },
    });
  });

  test('the largest page of a service that rejects larger ones', async () => {
    const { dialect } = await measureMock({ pageSize: { default: 10 } }, async (url, send) =>
      Number(url.searchParams.get('take')) > 37
        ? Response.json({ errors: ['take is at most 37'] }, { status: 400 })
        : send(url),
    );
    expect(dialect).toEqual({ pageSize: { default: 10, max: 37 } });
  });

  test('the longest URL, to 100 bytes', async () => {
    const { dialect } = await measureMock({}, async (url, send) =>
      url.href.length > 2_500 ? new Response('', { status: 414 }) : send(url),
    );
    expect(dialect.maxUrlLength).toBeGreaterThan(2_400);
    expect(dialect.maxUrlLength).toBeLessThanOrEqual(2_500);
  });

  test('nothing that it cannot measure, and keeps what is known', async () => {
    const known: Dialect = { nulls: 'sql', pageSize: { default: 500, max: 500 }, envelope: 'data' };
    const { dialect } = await measureMock({ envelope: 'data' }, undefined, known);
    expect(dialect).toEqual(known);
  });

  test('what has changed since', async () => {
    const known: Dialect = {
      parameters: { take: 'limit' },
      orderFormat: '-name',
      rejections: { query: 422 },
      pageSize: { default: 10, max: 200 },
    };
    const { dialect } = await measureMock({ parameters: { take: 'size' } }, undefined, known);
    expect(dialect).toEqual({ parameters: { take: 'size' }, pageSize: { max: 200 } });
  });

  test('the same at a service that fails three of ten requests', async () => {
    let number = 0;
    const { dialect } = await measureMock({ parameters: { take: 'limit' } }, async (url, send) =>
      number++ % 10 < 3 ? new Response('', { status: 500 }) : send(url),
    );
    expect(dialect).toEqual({ parameters: { take: 'limit' } });
  }, 60_000);

  test('include also if the longest list ignores it', async () => {
    const { dialect } = await measureMock({}, async (url, send) => {
      // Only then, because it writes a long query in a longer way.
      const isIgnored = url.pathname.endsWith('/lines') && url.searchParams.has('include');
      if (isIgnored) url.searchParams.delete('include');
      return send(url);
    });
    expect(dialect).toEqual({});
  });
});

test('measure says which lists it cannot read', async () => {
  const { notes } = await measureMock({}, async (url, send) =>
    url.pathname === '/v1/accounts'
      ? Response.json({ errors: ['forbidden'] }, { status: 403 })
      : send(url),
  );
  expect(notes).toEqual(['/accounts cannot be read: status 403']);
});

test('measure says how many digits dates are shown with, unless it is three', async () => {
  const { notes } = await measureMock({}, async (url, send) => {
    const response = await send(url);
    return new Response((await response.text()).replaceAll(/(\.\d{3})Z"/g, '$1000Z"'), response);
  });
  expect(notes).toEqual(['Dates are shown with 6 digits after the second']);
});
