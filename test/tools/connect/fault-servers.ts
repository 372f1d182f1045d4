import { createMock, type Mock } from 'payments-data-client/mock';
import { expect } from 'vitest';
import {
  answer,
  breakOff,
  junk,
  reset,
  silence,
  type Turn,
} from '../../fixtures/hostile-server.js';
import { createChance } from '../../types/lib/random.js';
import { type Change, Rejection, startServer } from './servers/changed-server.js';
import { changeParameters } from './servers/service-query.js';
import { isJson, rejectText } from './servers/syntax-servers.js';

/** A service that does not work, or not always. */
export interface FaultServer {
  /** What the service does: `closes every connection`. */
  readonly name: string;
  /** Creates what the server does to its requests, with the mock that it may ask. */
  readonly turn: (mock: Mock) => Turn;
  /**
   * `failure`: nothing can be read; `unknown`: too little; `same`: the service is that of a mock.
   */
  readonly finds: 'failure' | 'unknown' | 'same';
  /** All that `connect` prints if nothing can be read. */
  readonly says?: string;
  /** The timeout of a call in milliseconds, for a service that does not respond. */
  readonly timeout?: number;
}

/** Responds as a mock does. */
const asMock = ({ baseUrl, fetch }: Pick<Mock, 'baseUrl' | 'fetch'>): Turn => {
  return async (response, { url = '', headers: { authorization = '' } }) => {
    const reply = await fetch(`${baseUrl}${url}`, { headers: { authorization } });
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(await reply.text());
  };
};

/**
 * Does something else with some requests: by their number and by how often the same one was sent,
 * from 0.
 */
const sometimes =
  (isFaulty: (number: number, attempt: number) => boolean, fault: Turn) =>
  (mock: Mock): Turn => {
    const usual = asMock(mock);
    const attempts = new Map<string, number>();
    let number = 0;
    return (response, request) => {
      const key = `${request.url} ${request.headers.authorization}`;
      const attempt = attempts.get(key) ?? 0;
      attempts.set(key, attempt + 1);
      (isFaulty(number++, attempt) ? fault : usual)(response, request);
    };
  };

/** Fails a share of the requests. */
const failing = (share: number) => (mock: Mock) => {
  const chance = createChance(7);
  return sometimes(() => chance.happens(share), answer(500, { errors: ['try again'] }))(mock);
};

/** Responds as a mock with a change does. */
const changed =
  (change: Change) =>
  (mock: Mock): Turn =>
    asMock(startServer({ mock: () => mock, change }));

/**
 * Returns the rows with a value that is one of the words in `q`, and ignores all other parameters.
 */
const searchText: Change = async ({ request, next }) => {
  const { origin, pathname, searchParams } = new URL(request.url);
  const response = await next(new Request(`${origin}${pathname}`, request));
  const words = searchParams.get('q')?.match(/[\w-]+/g);
  if (!words || !response.ok) return response;
  const rows: object[] = await response.json();
  return Response.json(
    rows.filter((row) => Object.values(row).some((value) => words.includes(value))),
  );
};

/** The message for a list that cannot be read. */
const failed = (reason: string, advice = 'Check --base-url.') =>
  `GET /v1/balances failed: ${reason} ${advice}`;

/** The message if the connection fails, whose reason depends on the version of Node. */
const noConnection: string = expect.stringMatching(
  /^GET \/v1\/balances failed: (no|incomplete) response \(.+\)\. Check the network and --base-url\.$/,
);
const noRows =
  'GET /v1/balances returned no rows: neither an array nor an object with one. Check --base-url.';
const noFilter =
  "The service has no filter that the client can write: id:'…' filtered no list under the names where, filter, filters, query, q.";
const strictJson = (accepted: string, relaxed: string) =>
  `The service does not read relaxed JSON, which the client writes: it accepts ${accepted}, and not ${relaxed}.`;

const html = '<!doctype html><title>Sign in</title><p>Please sign in to go on.</p>';
const asHtml = { 'content-type': 'text/html' };

export const faultServers: readonly FaultServer[] = [
  { name: 'closes every connection', turn: () => reset, finds: 'failure', says: noConnection },
  { name: 'sends what is not HTTP', turn: () => junk, finds: 'failure', says: noConnection },
  { name: 'never responds', turn: () => silence, finds: 'failure', timeout: 200 },
  {
    name: 'breaks off every body',
    turn: () => breakOff(200),
    finds: 'failure',
    says: noConnection,
  },
  {
    name: 'sends JSON without its end',
    turn: () => answer(200, '[{"id":"a"'),
    finds: 'failure',
    says: failed('invalid JSON at position 10.'),
  },
  {
    name: 'sends pages of HTML with 200',
    turn: () => answer(200, html, asHtml),
    finds: 'failure',
    says: failed('expected JSON, got text/html (68 bytes).'),
  },
  {
    name: 'sends pages of HTML with 404',
    turn: () => answer(404, html, asHtml),
    finds: 'failure',
    says: failed('404 Not Found.'),
  },
  {
    name: 'sends pages of HTML with 502',
    turn: () => answer(502, html, asHtml),
    finds: 'failure',
    says: failed('502 Bad Gateway.', 'Try again later.'),
  },
  {
    name: 'redirects to a login page',
    turn: () => answer(302, '', { location: '/login' }),
    finds: 'failure',
    says: failed('the client does not follow the redirect to /login.'),
  },
  {
    name: 'sends 401',
    turn: () => answer(401, { errors: ['unknown key'] }),
    finds: 'failure',
    says: failed('401 Unauthorized: unknown key.', 'Check the API key.'),
  },
  {
    name: 'sends 403',
    turn: () => answer(403, { errors: ['forbidden'] }),
    finds: 'failure',
    says: failed('403 Forbidden: forbidden.', 'Check the role of the API key.'),
  },
  {
    name: 'sends 400',
    turn: () => answer(400, { errors: ['bad request'] }),
    finds: 'failure',
    says: failed('400 Bad Request: bad request.'),
  },
  {
    name: 'sends 200 with errors',
    turn: () => answer(200, { errors: ['not today'] }),
    finds: 'failure',
    says: failed('200 OK: not today.'),
  },
  { name: 'sends 204 without a body', turn: () => answer(204, ''), finds: 'failure', says: noRows },
  { name: 'sends null', turn: () => answer(200, null), finds: 'failure', says: noRows },
  { name: 'sends an empty object', turn: () => answer(200, {}), finds: 'failure', says: noRows },
  {
    name: 'sends a list of numbers',
    turn: () => answer(200, [1, 2, 3]),
    finds: 'failure',
    says: noRows,
  },
  {
    name: 'sends 500',
    turn: () => answer(500, { errors: ['try again'] }),
    finds: 'failure',
    says: failed('500 Internal Server Error: try again.', 'Try again later.'),
  },
  {
    name: 'sends 500 to half of the requests',
    turn: failing(0.5),
    finds: 'failure',
    says: expect.stringMatching(/^The service failed \d+ of \d+ requests\. Try again later\.$/),
  },
  {
    name: 'reads strict JSON only',
    turn: changed(rejectText(isJson)),
    finds: 'failure',
    says: strictJson('where={"id":"…"}', "where=id:'…'"),
  },
  {
    name: 'reads strict JSON only in an include',
    turn: changed(rejectText(isJson, ['include'])),
    finds: 'failure',
    says: strictJson('include={"id":true}', 'include=id:true'),
  },
  {
    name: 'ignores every parameter',
    turn: changed(changeParameters((parameters) => parameters.clear())),
    finds: 'failure',
    says: noFilter,
  },
  {
    name: 'rejects every parameter',
    turn: changed(async ({ request, next }) => {
      if (new URL(request.url).search !== '') throw new Rejection('unknown parameter');
      return next(request);
    }),
    finds: 'failure',
    says: noFilter,
  },
  {
    name: 'searches for text instead of filtering',
    turn: changed(searchText),
    finds: 'failure',
    says: noFilter,
  },
  {
    name: 'has no rows',
    turn: () =>
      asMock(
        createMock({
          data: { units: [], accounts: [], balances: [], transactions: [], transactionLines: [] },
        }),
      ),
    finds: 'unknown',
  },
  {
    name: 'sends 500 to three of ten requests',
    turn: failing(0.3),
    finds: 'same',
  },
  {
    name: 'closes the first connection of every fifth request',
    turn: sometimes((number, attempt) => attempt === 0 && number % 5 === 4, reset),
    finds: 'same',
  },
  {
    name: 'limits the rate of the first requests',
    turn: sometimes(
      (number) => number < 2,
      answer(429, { errors: ['slow down'] }, { 'retry-after': '1' }),
    ),
    finds: 'same',
  },
  {
    name: 'responds after 20 ms',
    turn: (mock) => {
      const usual = asMock(mock);
      return (response, request) => void setTimeout(() => usual(response, request), 20);
    },
    finds: 'same',
  },
  {
    name: 'repeats the key in bodies and headers',
    turn: (mock) => {
      const { apiKey } = mock.clientOptions;
      const [first] = mock.db.balances.all();
      mock.db.balances.update(first?.id ?? '', { description: apiKey, variables: { key: apiKey } });
      return async (response, { url = '', headers: { authorization = '' } }) => {
        const reply = await mock.fetch(`${mock.baseUrl}${url}`, { headers: { authorization } });
        const text = await reply.text();
        response.writeHead(reply.status, `Key ${apiKey}`, {
          'content-type': 'application/json',
          'x-key': apiKey,
        });
        response.end(
          reply.ok ? text : JSON.stringify({ errors: [`${authorization} asked ${url}`] }),
        );
      };
    },
    finds: 'same',
  },
  {
    name: 'breaks down after 40 requests',
    turn: sometimes((number) => number >= 40, reset),
    finds: 'unknown',
  },
];
