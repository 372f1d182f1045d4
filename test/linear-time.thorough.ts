import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test, vi } from 'vitest';
import { parseRetryAfter } from '../src/http/response.js';
import { hideKeys } from '../src/messages/hide-keys.js';
import { parseRelaxedJson } from '../src/query/read-search.js';
import { mockOptions } from '../src/tools/cli/mock-command.js';
import { exactTime, parseDate } from '../src/values/date.js';
import { canonicalDecimal, compareDecimals, isDecimal } from '../src/values/decimal.js';
import { json } from './fixtures/answering-fetch.js';
import { createPage } from './proxy/page.js';

/** What a text is made of: each kind of character, and what parsers may read more than once. */
const units = [
  ...' !"#$%&\'()*+,-./0:;<=>?@A[\\]^_`a{|}~\t\n\u2028é😀',
  ...'\\" \\\' \\\\ \'" // /* */ /x /. /v1 %25 a: a, a. a:1, a:\'b\', "a":1, {a: [1, AND:[ $a \\u0041 \\u2028 -1 0x'.split(
    ' ',
  ),
  ...['a ', '0 '],
];

/** Texts of one unit, some of which end differently. */
const shapes: readonly ((run: string) => string)[] = [
  (run) => run,
  (run) => `${run}!`,
  (run) => `"${run}`,
  (run) => `'${run}`,
];

type Read = (text: string) => unknown;

/** Processor time, because a busy machine interrupts long calls more often than short ones. */
async function timeOf(read: Read, text: string): Promise<number> {
  const start = process.cpuUsage();
  try {
    await read(text);
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
async function isSlow(read: Read, textOf: TextOf): Promise<boolean> {
  const [short, long] = [textOf(2048), textOf(8192)];
  let [shortTime, longTime] = [Infinity, Infinity];
  for (let attempt = 0; attempt < 12; attempt++) {
    shortTime = Math.min(shortTime, await timeOf(read, short));
    longTime = Math.min(longTime, await timeOf(read, long));
    if (longTime <= shortTime * 11) return false;
  }
  return true;
}

type TextOf = (length: number) => string;

const repeatTo = (length: number, unit: string): string => unit.repeat(length / unit.length);

/**
 * Each unit in each shape, and pairs of units in one: one after the other, or by turns.
 *
 * @param step - Every so many pairs.
 */
function* texts(step: number): Generator<[name: string, textOf: TextOf]> {
  for (const unit of units)
    for (const shape of shapes)
      yield [shape(`${unit}…`), (length) => shape(repeatTo(length, unit))];
  let count = 0;
  for (const first of units)
    for (const second of units) {
      if (++count % step > 0) continue;
      const shape = shapes[(count / step) % shapes.length] ?? String;
      const isByTurns = first !== second && count % 3 === 0;
      const textOf: TextOf = isByTurns
        ? (length) => shape(repeatTo(length, first + second))
        : (length) => shape(repeatTo(length / 2, first) + repeatTo(length / 2, second));
      yield [shape(isByTurns ? `${first}${second}…` : `${first}…${second}…`), textOf];
    }
}

/** Some of the texts that take more than linear time. */
async function slowTexts(read: Read, step: number): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, textOf] of texts(step)) {
    if (await isSlow(read, textOf)) slow.push(name);
    if (slow.length === 3) return slow; // each took long
  }
  return slow;
}

const mock = createMock({
  dialect: { parameters: { cursor: 'cursor' }, envelope: { cursor: 'next' } },
});
const page = createPage();
const { apiKey, baseUrl } = mock.clientOptions;
const client = createClient(mock.clientOptions);
const ask = (path: string, headers: object = {}, init: RequestInit = {}) =>
  mock.fetch(`${baseUrl}/v1${path}`, {
    ...init,
    headers: { authorization: `APIKey ${apiKey}`, ...headers },
  });
const put = (body: string, type = 'json') =>
  ask('/api-keys/x', { 'content-type': `application/${type}` }, { method: 'PUT', body });
const receive = (response: () => Response) =>
  createClient({ baseUrl, apiKey, retry: 0, fetch: async () => response() }).balances.list();
const encode = encodeURIComponent;

describe('the time grows no faster than the text for', () => {
  test.each<[string, Read]>([
    ['relaxed JSON', (text) => parseRelaxedJson(text, 'where')],
    ['relaxed JSON, the text of a member', (text) => parseRelaxedJson(`a:'${text}'`, 'where')],
    ['where of the mock', (text) => ask(`/balances?where=${encode(text)}`)],
    ['include of the mock', (text) => ask(`/balances?include=${encode(text)}`)],
    ['order_by of the mock', (text) => ask(`/balances?order_by=${encode(text)}`)],
    ['cursor of the mock', (text) => ask(`/balances?order_by=balance&cursor=${encode(text)}`)],
    ['a query of the mock', (text) => ask(`/balances?${text}`)],
    ['a path of the mock', (text) => ask(`/${text}`)],
    ['a body of the mock', (text) => put(text)],
    ['Content-Type of the mock', (text) => put('1', text)],
    ['Authorization of the mock', (text) => ask('/balances', { authorization: `APIKey ${text}` })],
    ['where of the proxy', (text) => page.send(`/v1/balances?where=${encode(text)}`)],
    ['a query of the proxy', (text) => page.send(`/v1/balances?${text}`)],
    ['a path of the proxy', (text) => page.send(`/v1/${text}`)],
    [
      'a decimal',
      (text) => [isDecimal(text), canonicalDecimal(text), compareDecimals(text, `${text}1`)],
    ],
    ['a fraction', (text) => [isDecimal(`0.${text}1`), canonicalDecimal(`0.${text}1`)]],
    ['a date', (text) => [parseDate(text), exactTime(`2026-01-31T12:00:00.${text}`)]],
    ['Retry-After', (text) => [parseRetryAfter(text), parseRetryAfter(`Sun${text}`)]],
    ['the body of a response', (text) => receive(() => new Response(text))],
    ['a member of a response', (text) => receive(() => json([{ id: text }]))],
    ['the body of an error', (text) => receive(() => new Response(text, { status: 400 }))],
    [
      'a header of a response',
      (text) => receive(() => json([], { status: 429, headers: { 'retry-after': text } })),
    ],
    ['a base URL', (text) => createClient({ baseUrl: `https://a.example/${text}`, apiKey })],
    ['an id', (text) => client.balances.get(text)],
    ['the path of a raw request', (text) => client.request('GET', `/${text}`)],
    ['a text in a filter', (text) => client.balances.list({ where: { name: { like: text } } })],
    ['a text with a secret', (text) => hideKeys(text, new Set(['test_0123456789']))],
    ['a secret in a text', (text) => hideKeys('test_0123456789', new Set([text]))],
    ['a text that is its own secret', (text) => hideKeys(text, new Set([text]))],
    ['--fail', (text) => mockOptions.fail.parse(text, '--fail')],
  ])('%s', async (name, read) => {
    vi.spyOn(console, 'warn').mockReturnValue(); // JSON5 warns of line separators
    // What reads JSON takes each pair. A request costs too much for all of them.
    expect(await slowTexts(read, name.startsWith('relaxed JSON') ? 1 : 19)).toEqual([]);
  });
});
