import type { Mock } from 'payments-data-client/mock';
import { createMock } from 'payments-data-client/mock';
import { type Change, type ChangedServer, Rejection } from './changed-server.js';
import { changeQuery, readQuery, withParameters } from './service-query.js';

const ids = 'include=id:true';
const unknownId = '00000000-0000-4000-8000-000000000000';
const refused = `/balances?where=nmae:'x'`;
const accepted = `/balances?where=name:{like:'Ada'}&${ids}`;

const path = '/balances?take=1';
const withoutKey = { path, authorization: () => undefined };
const withOtherKey = { path, authorization: () => 'APIKey another-key' };
const withLowerCase = { path, authorization: (apiKey: string) => `apikey ${apiKey}` };

/** Changes the responses with a status. */
const changeStatus =
  (status: number, change: (body: { errors: string[] }, response: Response) => Response): Change =>
  async ({ request, next }) => {
    const response = await next(request);
    return response.status === status ? change(await response.json(), response) : response;
  };

/** Changes the body of rejected requests. */
const changeErrors =
  (change: (message: string, status: number) => Response): Change =>
  async ({ request, next }) => {
    const response = await next(request);
    if (response.ok) return response;
    const { errors }: { errors: string[] } = await response.json();
    return change(errors.join(' '), response.status);
  };

/** Changes the body of successful requests. */
const changeBody =
  (change: (body: unknown, name: string) => unknown): Change =>
  async ({ request, next }) => {
    const response = await next(request);
    const query = readQuery(request);
    return response.ok && query
      ? Response.json(change(await response.json(), query.resource))
      : response;
  };

/** Changes the rows of one resource, but not as related rows. */
const changeRows = (resource: string, change: (row: object) => object): Change =>
  changeBody((body, name) => {
    if (name !== resource) return body;
    return Array.isArray(body) ? body.map(change) : change(body as object);
  });

const mapDecimals = (row: object, change: (decimal: string) => number): object =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      /(^|_)balance$|^amount$/.test(name) && typeof value === 'string'
        ? [[name, change(value)]]
        : [],
    ),
  );

const withoutId = ({ id: _, ...row }: { id?: unknown }): object => row;

/** Whether a request reads a single row. */
const isRow = ({ url }: Request): boolean => /^\/v1\/balances\/./.test(new URL(url).pathname);

/** Sends the key of the mock, whatever the request has. */
const signed = (request: Request, mock: Mock): Request => {
  const copy = new Request(request);
  copy.headers.set('authorization', `APIKey ${mock.clientOptions.apiKey}`);
  return copy;
};

export const responseServers: readonly ChangedServer[] = [
  {
    name: 'wraps bodies in result',
    mock: (data) => createMock({ data, dialect: { envelope: 'result' } }),
    shownBy: '/balances?take=1',
    keeps: [refused],
  },
  {
    name: 'wraps bodies in data',
    change: changeBody((data) => ({ data })),
    shownBy: '/balances?take=1',
    keeps: [refused],
  },
  {
    name: 'wraps bodies in the name of the resource',
    change: changeBody((body, name) => ({ [name]: body, total: 24 })),
    shownBy: '/balances?take=1',
    keeps: [refused],
  },
  {
    name: 'sends 403 in place of 401',
    change: changeStatus(401, (body) => Response.json(body, { status: 403 })),
    shownBy: withoutKey,
    keeps: ['/balances?take=1', refused],
  },
  {
    name: 'sends 422 in place of 400',
    change: changeStatus(400, (body) => Response.json(body, { status: 422 })),
    shownBy: refused,
    keeps: [accepted, `/balances/${unknownId}`],
  },
  {
    name: 'sends 501 in place of 400',
    change: changeStatus(400, (body) => Response.json(body, { status: 501 })),
    shownBy: refused,
    keeps: [accepted, `/balances/${unknownId}`],
  },
  {
    name: 'sends 200 with errors in place of 400',
    change: changeStatus(400, (body) => Response.json(body)),
    shownBy: refused,
    keeps: [accepted, `/balances/${unknownId}`],
  },
  {
    name: 'sends error bodies of the form { error: { message } }',
    change: changeErrors((message, status) => Response.json({ error: { message } }, { status })),
    shownBy: refused,
    keeps: [accepted],
  },
  {
    name: 'sends error bodies of the form { detail }',
    change: changeErrors((detail, status) => Response.json({ detail }, { status })),
    shownBy: refused,
    keeps: [accepted],
  },
  {
    name: 'sends error bodies of plain text',
    change: changeErrors((message, status) => new Response(message, { status })),
    shownBy: refused,
    keeps: [accepted],
  },
  {
    name: 'sends another body with 401',
    change: changeStatus(401, () => Response.json({ message: 'Unauthorized' }, { status: 401 })),
    shownBy: withoutKey,
    keeps: ['/balances?take=1', refused],
  },
  {
    name: 'has no list of transaction lines',
    change: ({ request, next }) => {
      if (new URL(request.url).pathname === '/v1/transactions/lines')
        throw new Rejection('No such path.', 404);
      return next(request);
    },
    shownBy: `/transactions/lines?${ids}`,
    keeps: [`/transactions?${ids}`, `/transactions?include=lines:true&take=1`],
  },
  {
    name: 'returns decimals as numbers',
    change: changeRows('balances', (row) => ({ ...row, ...mapDecimals(row, Number) })),
    shownBy: '/balances?take=1&include=balance:true',
    keeps: ['/balances?take=1&include=name:true', `/balances?where=balance:{gt:'9'}&${ids}`],
  },
  {
    name: 'returns null for text that is not nullable',
    change: changeRows('balances', (row) =>
      'description' in row ? { ...row, description: null } : row,
    ),
    shownBy: '/balances?take=1&include=description:true',
    keeps: [
      '/balances?take=1&include=name:true',
      `/balances?where=description:{like:'Held'}&${ids}`,
    ],
  },
  {
    name: 'returns rows without ids',
    change: changeBody((body) =>
      Array.isArray(body) ? body.map(withoutId) : withoutId(body as object),
    ),
    shownBy: '/balances?take=1',
    keeps: [refused],
  },
  {
    name: 'sends 404 for an empty list',
    change: changeQuery(async ({ isList }, { request, next }) => {
      const body: unknown = await (await next(request)).json();
      if (isList && Array.isArray(body) && body.length === 0)
        throw new Rejection('Nothing was found.', 404);
      return undefined;
    }),
    shownBy: `/balances?where=name:'nobody'&${ids}`,
    keeps: [accepted, refused],
  },
  {
    name: 'sends 200 and null for an unknown id',
    change: (exchange) =>
      isRow(exchange.request)
        ? changeStatus(404, () => Response.json(null))(exchange)
        : exchange.next(exchange.request),
    shownBy: `/balances/${unknownId}`,
    keeps: [accepted, '/nowhere'],
  },
  {
    name: 'sends 400 for an unknown path',
    change: (exchange) =>
      isRow(exchange.request)
        ? exchange.next(exchange.request)
        : changeStatus(404, (body) => Response.json(body, { status: 400 }))(exchange),
    shownBy: '/nowhere',
    keeps: [accepted, `/balances/${unknownId}`],
  },
  {
    name: 'accepts paths with a trailing slash',
    change: ({ request, next }) => {
      const url = new URL(request.url);
      url.pathname = url.pathname.replace(/\/$/, '');
      return next(new Request(url, request));
    },
    shownBy: `/balances/?${ids}`,
    keeps: [accepted, '/nowhere'],
  },
];

export const authenticationServers: readonly ChangedServer[] = [
  {
    name: 'needs no key',
    change: ({ request, next, mock }) =>
      next(request.headers.has('authorization') ? request : signed(request, mock)),
    shownBy: withoutKey,
    keeps: ['/balances?take=1'],
  },
  {
    name: 'accepts every scheme and every key',
    change: ({ request, next, mock }) =>
      next(request.headers.has('authorization') ? signed(request, mock) : request),
    shownBy: withOtherKey,
    keeps: ['/balances?take=1', withoutKey],
  },
  {
    name: 'distinguishes upper and lower case in the scheme',
    change: async ({ request, next }) => {
      const header = request.headers.get('authorization');
      if (header !== null && !header.startsWith('APIKey '))
        throw new Rejection('Use the scheme APIKey.', 401);
      return next(request);
    },
    shownBy: withLowerCase,
    keeps: ['/balances?take=1', withoutKey],
  },
];

/** Services that differ from the mock in what no rule and no decision is about. */
export const harmlessServers: readonly ChangedServer[] = [
  {
    name: 'returns lists without order_by in the order of their ids',
    change: changeQuery(async ({ isList, parameters }, { request, next }) => {
      if (!isList || parameters.has('order_by')) return undefined;
      return next(withParameters(request, new Map([...parameters, ['order_by', 'id:asc']])));
    }),
    shownBy: `/balances?${ids}`,
    keeps: [`/balances?order_by=name:asc&${ids}`],
  },
  {
    name: 'returns further fields of accounts by default',
    change: changeQuery(async (query, { request, next }) => {
      if (query.resource !== 'accounts' || query.parameters.has('include')) return undefined;
      const body: object[] = await (await next(request)).json();
      return Response.json(
        body.map((row) => ({ ...row, legal_name: 'Example Ltd', created_at: '2025-01-01' })),
      );
    }),
    shownBy: '/accounts?take=1',
    keeps: ['/accounts?take=1&include=status:true', '/balances?take=1'],
  },
  {
    name: 'writes bodies with line breaks and other headers',
    change: async ({ request, next }) => {
      const response = await next(request);
      const text = JSON.stringify(await response.json(), undefined, 2);
      const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '7' };
      return new Response(text, { status: response.status, headers });
    },
    shownBy: '/balances?take=1',
    keeps: [],
  },
];
