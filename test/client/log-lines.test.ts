import { createClient, paymentsSchema, pickSchema } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';
import { isWellFormed } from '../../src/values/plain-object.js';
import { json } from '../fixtures/answering-fetch.js';
import { nasty } from '../fixtures/nasty-texts.js';

const texts = [...nasty.filter(isWellFormed), '\u0085', '\u001b[2K', '\r\nGET /v1/x 200 in 1 ms'];

/** Collects the lines of a logger, and of the console. */
function createLines() {
  const lines: string[] = [];
  const add = (line: string) => void lines.push(line);
  return { lines, logger: { debug: add, warn: add } };
}

/** Characters that end a line, or that a terminal acts on. */
const ACTIVE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

const dialect = { parameters: { cursor: 'c' }, envelope: { rows: 'data', cursor: 'next' } };
const row = { id: 'x', name: 'x' };

/** A service that repeats a text wherever it can. */
const respondWith = (text: string, status: number) => async () =>
  json(status === 200 ? { data: [row], next: text } : { errors: [text] }, {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': encodeURIComponent(text) },
  });

describe('each line of a logger is one line, whatever a text contains', () => {
  test.each(texts)('of a client: %j', async (text) => {
    const { lines, logger } = createLines();
    for (const status of [200, 400, 503]) {
      const fetch = respondWith(text, status);
      const options = { baseUrl: 'https://a.example', apiKey: 'test-key', fetch, logger, dialect };
      const client = createClient({ ...options, retry: 0 });
      for (const call of [
        client.balances.list({ where: { name: text } }),
        client.balances.all({}, { limit: 2 }),
        client.balances.get(`x${text}`),
        client.request('GET', '/balances', {
          query: { [`x${text}`]: text, plain: `${text} ${text}` },
        }),
      ])
        await call.catch(() => {});
    }
    expect(lines.length).toBeGreaterThan(11);
    expect(lines.filter((line) => ACTIVE.test(line))).toEqual([]);
  });

  test.each(texts)('of a proxy: %j', async (text) => {
    const { lines, logger } = createLines();
    for (const status of [200, 400, 503]) {
      const proxy = createProxy({
        ...{ baseUrl: 'https://a.example', apiKey: 'test-key', fetch: respondWith(text, status) },
        ...{ schema: pickSchema(paymentsSchema, { balances: ['name'] }), logger, dialect },
        authenticate: () => ({}),
        policies: { balances: true },
        onError() {},
      });
      const encoded = encodeURIComponent(text);
      for (const path of [
        ...[
          '',
          `?cursor=${encoded}`,
          `?where=${encoded}`,
          `?${encoded}=1`,
          `/${encoded}`,
          `/x/${encoded}`,
        ],
        ...[
          `?where=${encodeURIComponent(JSON.stringify({ name: text, [text]: 1 }))}`,
          `?take=${encoded}`,
        ],
      ])
        await proxy.fetch(new Request(`https://page.example/v1/balances${path}`));
    }
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.filter((line) => ACTIVE.test(line))).toEqual([]);
  });
});
