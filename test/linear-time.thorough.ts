import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { parseRetryAfter } from '../src/http/response.js';
import { hideKeys } from '../src/http/secret.js';
import { parseRelaxedJson } from '../src/query-string/parse-relaxed-json.js';
import { resourcePaths } from '../src/tools/cli/connect-options.js';
import { readDataFile } from '../src/tools/cli/files.js';
import { mockOptions } from '../src/tools/cli/mock-command.js';
import { parseDate } from '../src/values/date.js';
import { canonicalDecimal, compareDecimals, isDecimal } from '../src/values/decimal.js';
import { json } from './fixtures/answering-fetch.js';
import { inTurn } from './fixtures/in-turns.js';
import { createPage } from './proxy/page.js';

/** What a text is made of: each printable character, and what parsers may read more than once. */
const units = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...[
    '\t',
    '\n',
    '\u2028',
    'é',
    '😀',
    '\\"',
    "\\'",
    '\\\\',
    `'"`,
    '//',
    '/*',
    '*/',
    '/x',
    '/.',
    '/v1',
    '%25',
  ],
  ...[
    'a:',
    'a,',
    'a ',
    'a.',
    'a:1,',
    "a:'b',",
    '"a":1,',
    '{a:',
    '[1,',
    'AND:[',
    '$a',
    '\\u0041',
    '\\u2028',
    '0 ',
    '-1',
    '0x',
  ],
];

/** Texts of one unit, some of which end differently. */
const shapes: readonly ((run: string) => string)[] = [
  (run) => run,
  (run) => `${run}!`,
  (run) => `"${run}`,
  (run) => `'${run}`,
];

/** Processor time, because a busy machine interrupts long calls more often than short ones. */
async function timeOf(parse: (text: string) => unknown, text: string): Promise<number> {
  const start = process.cpuUsage();
  try {
    await parse(text);
  } catch {
    // rejected, which may take no longer
  }
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/**
 * Whether a text that is four times as long takes much more than four times as long: 16 times in
 * quadratic time. The shortest of several times count, because the others have those of garbage
 * collection and compilation.
 */
async function isSlow(
  parse: (text: string) => unknown,
  shape: (run: string) => string,
  unit: string,
) {
  const [short, long] = [2048, 8192].map((length) => shape(unit.repeat(length / unit.length)));
  let [shortTime, longTime] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < 12; attempt++) {
    shortTime = Math.min(shortTime, await timeOf(parse, short ?? ''));
    longTime = Math.min(longTime, await timeOf(parse, long ?? ''));
    if (longTime <= shortTime * 11) return false;
  }
  return true;
}

/** Some of the texts that take more than linear time. */
async function slowTexts(parse: (text: string) => unknown): Promise<string[]> {
  const slow: string[] = [];
  for (const unit of inTurn(units, 3))
    for (const shape of shapes) {
      if (await isSlow(parse, shape, unit)) slow.push(shape(`${unit}…`));
      if (slow.length === 3) return slow; // each took long
    }
  return slow;
}

const folder = mkdtempSync(join(tmpdir(), 'linear-time-'));
afterAll(() => rmSync(folder, { recursive: true }));

const mock = createMock();
const page = createPage();
const { apiKey, baseUrl } = mock.clientOptions;
const ask = (path: string, init: RequestInit = {}) =>
  mock.fetch(baseUrl + path, {
    ...init,
    headers: { authorization: `APIKey ${apiKey}`, ...init.headers },
  });
const answered = (response: () => Response) =>
  createClient({
    baseUrl,
    apiKey,
    retry: { limit: 0 },
    fetch: async () => response(),
  }).balances.list();
const encode = encodeURIComponent;

describe('the time grows no faster than the text for', () => {
  test.each<[string, (text: string) => unknown]>([
    ['relaxed JSON', (text) => parseRelaxedJson(text, 'where')],
    ['relaxed JSON, the text of a member', (text) => parseRelaxedJson(`a:'${text}'`, 'where')],
    ['where of the mock', (text) => ask(`/v1/balances?where=${encode(text)}`)],
    ['include of the mock', (text) => ask(`/v1/balances?include=${encode(text)}`)],
    ['order_by of the mock', (text) => ask(`/v1/balances?order_by=${encode(text)}`)],
    ['after of the mock', (text) => ask(`/v1/balances?order_by=balance&after=${encode(text)}`)],
    ['take of the mock', (text) => ask(`/v1/balances?take=${encode(text)}`)],
    ['a query of the mock', (text) => ask(`/v1/balances?${text}`)],
    ['a path of the mock', (text) => ask(`/v1/${text}`)],
    [
      'a body of the mock',
      (body) =>
        ask('/v1/api-keys/x', {
          method: 'PUT',
          body,
          headers: { 'content-type': 'application/json' },
        }),
    ],
    [
      'Authorization of the mock',
      (text) => ask('/v1/balances', { headers: { authorization: `APIKey ${text}` } }),
    ],
    [
      'Content-Type of the mock',
      (text) =>
        ask('/v1/api-keys/x', {
          method: 'PUT',
          body: '1',
          headers: { 'content-type': `application/${text}` },
        }),
    ],
    ['where of the proxy', (text) => page.send(`/v1/balances?where=${encode(text)}`)],
    ['a query of the proxy', (text) => page.send(`/v1/balances?${text}`)],
    ['a path of the proxy', (text) => page.send(`/v1/${text}`)],
    [
      'a decimal',
      (text) => [isDecimal(text), canonicalDecimal(text), compareDecimals(text, `${text}1`)],
    ],
    ['a fraction', (text) => [isDecimal(`0.${text}1`), canonicalDecimal(`0.${text}1`)]],
    ['a date', (text) => [parseDate(text), parseDate(`2026-01-31T12:00:00.${text}`)]],
    ['Retry-After', (text) => [parseRetryAfter(text), parseRetryAfter(`Sun${text}`)]],
    ['the body of a response', (text) => answered(() => new Response(text))],
    ['a member of a response', (text) => answered(() => json([{ id: text }]))],
    ['the body of an error', (text) => answered(() => new Response(text, { status: 400 }))],
    [
      'a header of a response',
      (text) => answered(() => json([], { status: 429, headers: { 'retry-after': text } })),
    ],
    ['a base URL', (text) => createClient({ baseUrl: `https://a.example/${text}`, apiKey })],
    ['a base URL of the mock', (text) => createMock({ baseUrl: `https://a.example/${text}` })],
    ['an id', (text) => createClient(mock.clientOptions).balances.get(text)],
    [
      'the path of a raw request',
      (text) => createClient(mock.clientOptions).request('GET', `/${text}`),
    ],
    [
      'a text in a filter',
      (text) => createClient(mock.clientOptions).balances.list({ where: { name: { like: text } } }),
    ],
    ['a text with a secret', (text) => hideKeys(text, ['test_0123456789'])],
    ['a secret in a text', (text) => hideKeys('test_0123456789', [text])],
    ['a text that is its own secret', (text) => hideKeys(text, [text])],
    ['--fail', (text) => mockOptions.fail.parse(text, '--fail')],
    ['--resource', (text) => resourcePaths([text])],
    [
      '--data',
      (text) => {
        writeFileSync(join(folder, 'rows.json'), text);
        readDataFile('rows.json', folder);
      },
    ],
  ])(
    '%s',
    async (_, parse) => {
      vi.spyOn(console, 'warn').mockReturnValue(); // JSON5 warns of line separators
      expect(await slowTexts(parse)).toEqual([]);
    },
    120_000,
  );
});
