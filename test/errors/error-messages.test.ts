import { createClient } from 'payments-data-client';
import { describe, expect, it, test } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
import { failure } from '../fixtures/failure.js';

/** The message about a response, without the words that every message begins with. */
async function reasonOf(response: Response): Promise<string> {
  const fetch = async () => response;
  const client = createClient({
    ...{ baseUrl: 'https://api.example.com', apiKey: 'sk_live_4711', retry: 0, fetch },
  });
  const { message } = await failure(client.balances.list());
  expect(message).toMatch(/^GET \/v1\/balances failed: /);
  return message.slice('GET /v1/balances failed: '.length);
}

describe('the message of an ApiError says what the service said in', () => {
  const why = 'the reason';
  const tree = { where: { fee: { gte: ['A valid number is required.'] } } };
  const deep = { errors: [{ path: 'x', extensions: { code: 'NO', reason: [why] } }] };
  const byField = { name: ['Too long', 'Not unique'], 'unit id': ['Required'] };
  const bodies: readonly [form: string, body: unknown, message: string][] = [
    ['a list of texts', { errors: ['one', 'two.'] }, 'one; two.'],
    ['a list of objects with `message`', { errors: [{ code: 'x', message: why }] }, `${why}.`],
    ['JSON:API', { errors: [{ status: '422', title: 'Invalid', detail: why }] }, `${why}.`],
    ['JSON:API without details', { errors: [{ status: '422', title: why }] }, `${why}.`],
    ['GraphQL', { errors: [{ message: why, path: ['a'] }], data: null }, `${why}.`],
    ['`error`', { error: why }, `${why}.`],
    ['`error.message`', { error: { code: 'x', message: why } }, `${why}.`],
    ['`message`', { statusCode: 422, message: why }, `${why}.`],
    ['a list in `message`', { statusCode: 422, message: [why, 'another'] }, `${why}; another.`],
    ['problem+json', { type: 'about:blank', title: 'Invalid', detail: why }, `${why}.`],
    ['problem+json without details', { title: why, status: 400 }, `${why}.`],
    ['OAuth', { error: 'invalid_request', error_description: why }, `${why}.`],
    ['Django REST Framework', { detail: 'Not found.' }, 'Not found.'],
    ['`errors` by field', { errors: { name: [why] } }, `name: ${why}.`],
    [
      '`errors` of several fields',
      { errors: byField },
      'name: Too long; name: Not unique; unit id: Required.',
    ],
    [
      'problem+json with `errors` by field',
      { title: 'x', errors: { name: [why] } },
      `name: ${why}.`,
    ],
    ['a tree', tree, 'where.fee.gte: A valid number is required.'],
    ['a tree with lists', { lines: [{}, { amount: [why] }] }, `lines[1].amount: ${why}.`],
    ['a tree inside of `errors`', deep, `path: x; extensions.code: NO; extensions.reason: ${why}.`],
    ['a list of texts without a name', ['one', 'two'], 'one; two.'],
    ['a text in JSON', why, `${why}.`],
    ['several lines', { message: 'two\n\u001b[31mlines' }, 'two [31mlines.'],
    ['a long text', { message: 'x'.repeat(300) }, `${'x'.repeat(200)}…`],
    ['escaped characters', { message: 'a & b <c> "d"' }, 'a & b <c> "d".'],
    ['the key', { detail: 'The key sk_live_4711 is blocked' }, 'The key [redacted] is blocked.'],
  ];
  it.each(bodies)('%s', async (_, body, message) => {
    expect(await reasonOf(json(body, { status: 400 }))).toBe(
      `400 Bad Request: ${message} Correct the query or the body.`,
    );
  });

  const texts: readonly [form: string, type: string, text: string, message: string][] = [
    ['plain text', 'text/plain', 'upstream connect error\n', ': upstream connect error.'],
    [
      'a heading',
      'text/html',
      '<html><h1>502 <b>Bad</b> &mdash; Gateway</h1>',
      ': 502 Bad Gateway.',
    ],
    [
      'a title',
      'text/html',
      '<!doctype html><title>Just a &#39;moment&#x27;</title><p>x',
      ': Just a moment.',
    ],
    ['a heading behind a title', 'text/html', '<title>a</title><H1 class="x">b</H1>', ': b.'],
    ['a page without a heading', 'text/html', '<p>sorry', '.'],
    ['broken JSON', 'application/json', '{"errors":["a', '.'],
    ['XML', 'application/xml', '<?xml version="1.0"?><Error><Code>x</Code></Error>', '.'],
  ];
  it.each(texts)('%s', async (_, type, text, message) => {
    const response = new Response(text, { status: 502, headers: { 'content-type': type } });
    expect(await reasonOf(response)).toBe(`502 Bad Gateway${message} Try again later.`);
  });
});

describe('every error status', () => {
  const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
  const shown = statuses.map(
    async (status) => [status, await reasonOf(json({}, { status }))] as const,
  );

  test('has a name and an advice', async () => {
    for (const [status, reason] of await Promise.all(shown))
      expect(reason, `${status}`).toMatch(/^\d{3} [A-Z][\w' ]+\. [A-Z].+\.$/);
  });

  test('that is in a table has words of its own [decision 3]', async () => {
    const table = (await Promise.all(shown)).filter(([, reason]) => !/^\d+ Error\. /.test(reason));
    expect(table.map(([, reason]) => reason).join('\n')).toMatchInlineSnapshot(`
      "400 Bad Request. Correct the query or the body.
      401 Unauthorized. Check the \`apiKey\`.
      403 Forbidden. Check the role of the API key.
      404 Not Found. Check the id and the \`baseUrl\`.
      405 Method Not Allowed. Check the path and the \`baseUrl\`.
      408 Request Timeout. Try again later.
      409 Conflict. Read the current state, then retry.
      413 Content Too Large. Send less data in a request.
      414 URI Too Long. Set \`dialect.maxUrlLength\` to what the service accepts.
      422 Unprocessable Entity. Correct the values of the request.
      429 Too Many Requests. Wait before you retry.
      500 Internal Server Error. Try again later.
      502 Bad Gateway. Try again later.
      503 Service Unavailable. Try again later.
      504 Gateway Timeout. Try again later."
    `);
  });

  test('that the service names keeps that name', async () => {
    const response = new Response('', { status: 460, statusText: 'Out of Ink' });
    expect(await reasonOf(response)).toBe('460 Out of Ink. Correct the request.');
  });
});
