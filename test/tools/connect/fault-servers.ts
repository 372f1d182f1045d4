import { createMock, type Mock } from 'payments-data-client/mock';
import { answer, breakOff, junk, reset, silence, type Turn } from '../../fixtures/hostile-server.js';
import { createChance } from '../../types/lib/random.js';
import { isJson } from './servers/syntax-servers.js';

/** A service that does not work, or not always. */
export interface FaultServer {
  /** What the service does: `closes every connection`. */
  readonly name: string;
  /** Creates what the server does to its requests, with the mock that it may ask. */
  readonly turn: (mock: Mock) => Turn;
  /** `failure`: nothing can be read; `unknown`: too little; `same`: the service is that of a mock. */
  readonly finds: 'failure' | 'unknown' | 'same';
  /** The sentence that `connect` prints. */
  readonly says?: RegExp;
  /** The timeout of a call in milliseconds, for a service that does not respond. */
  readonly timeout?: number;
}

/** Responds as a mock does. */
const asMock = ({ baseUrl, fetch }: Mock): Turn => {
  return async (response, { url = '', headers: { authorization = '' } }) => {
    const reply = await fetch(`${baseUrl}${url}`, { headers: { authorization } });
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(await reply.text());
  };
};

/** Does something else with some requests: by their number and by how often the same one was sent, from 0. */
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

/** Responds as a mock does to what the service can read. */
const asMockIf =
  (canRead: (parameters: URLSearchParams) => boolean) =>
  (mock: Mock): Turn => {
    const usual = asMock(mock);
    return (response, request) => {
      const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
      if (canRead(searchParams)) return usual(response, request);
      return answer(400, { errors: ['invalid query'] })(response, request);
    };
  };

const html = '<!doctype html><title>Sign in</title><p>Please sign in to go on.</p>';
const asHtml = { 'content-type': 'text/html' };

export const faultServers: readonly FaultServer[] = [
  { name: 'closes every connection', turn: () => reset, finds: 'failure' },
  { name: 'sends what is not HTTP', turn: () => junk, finds: 'failure' },
  { name: 'never responds', turn: () => silence, finds: 'failure', timeout: 200 },
  { name: 'breaks off every body', turn: () => breakOff(200), finds: 'failure' },
  { name: 'sends JSON without its end', turn: () => answer(200, '[{"id":"a"'), finds: 'failure' },
  { name: 'sends pages of HTML with 200', turn: () => answer(200, html, asHtml), finds: 'failure' },
  { name: 'sends pages of HTML with 404', turn: () => answer(404, html, asHtml), finds: 'failure' },
  { name: 'sends pages of HTML with 502', turn: () => answer(502, html, asHtml), finds: 'failure' },
  {
    name: 'redirects to a login page',
    turn: () => answer(302, '', { location: '/login' }),
    finds: 'failure',
  },
  { name: 'sends 401', turn: () => answer(401, { errors: ['unknown key'] }), finds: 'failure' },
  { name: 'sends 403', turn: () => answer(403, { errors: ['forbidden'] }), finds: 'failure' },
  { name: 'sends 400', turn: () => answer(400, { errors: ['bad request'] }), finds: 'failure' },
  { name: 'sends 200 with errors', turn: () => answer(200, { errors: ['not today'] }), finds: 'failure' },
  { name: 'sends 204 without a body', turn: () => answer(204, ''), finds: 'failure' },
  { name: 'sends null', turn: () => answer(200, null), finds: 'failure' },
  { name: 'sends an empty object', turn: () => answer(200, {}), finds: 'failure' },
  { name: 'sends a list of numbers', turn: () => answer(200, [1, 2, 3]), finds: 'failure' },
  {
    name: 'reads strict JSON only',
    turn: asMockIf(
      (parameters) => isJson(parameters.get('where') ?? '{}') && isJson(parameters.get('include') ?? '{}'),
    ),
    finds: 'failure',
    says: /^The service reads strict JSON only: it accepts where=\{"id":"…"\} and not where=id:'…',[^\n]*$/,
  },
  {
    name: 'rejects every parameter',
    turn: asMockIf(({ size }) => size === 0),
    finds: 'failure',
    says: /^The service has no filter that the client can write: [^\n]*$/,
  },
  {
    name: 'ignores every parameter',
    turn: (mock) => {
      const usual = asMock(mock);
      return (response, request) => {
        request.url = request.url?.split('?')[0] ?? '';
        return usual(response, request);
      };
    },
    finds: 'failure',
    says: /^The service has no filter that the client can write: [^\n]*$/,
  },
  {
    name: 'sends 500 to half of the requests',
    turn: (mock) => {
      const chance = createChance(7);
      return sometimes(() => chance.happens(0.5), answer(500, { errors: ['try again'] }))(mock);
    },
    finds: 'failure',
    says: /^The service failed \d+ of \d+ requests\. Try again later\.$/,
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
    turn: (mock) => {
      const chance = createChance(7);
      return sometimes(() => chance.happens(0.3), answer(500, { errors: ['try again'] }))(mock);
    },
    finds: 'same',
  },
  {
    name: 'closes the first connection of every fifth request',
    turn: sometimes((number, attempt) => attempt === 0 && number % 5 === 4, reset),
    finds: 'same',
  },
  {
    name: 'limits the rate of the first requests',
    turn: sometimes((number) => number < 2, answer(429, { errors: ['slow down'] }, { 'retry-after': '1' })),
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
        response.end(reply.ok ? text : JSON.stringify({ errors: [`${authorization} asked ${url}`] }));
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
