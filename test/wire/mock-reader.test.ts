import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { named, type WireCase, wireCases, workspace } from './wire-case.js';

/** A mock of the workspace, and a way to send it what a case holds, with the id of a key filled in. */
function answering() {
  const mock = createMock({
    baseUrl: 'http://127.0.0.1',
    data: workspace(),
    apiKeys: [{ name: 'Test key', key: 'test_secret' }, { name: 'Nightly export' }],
  });
  const key = String(mock.apiKeys.all()[1]?.id);
  const fill = (text: string) => text.replaceAll('{key}', key);
  return {
    fill,
    async send({ authorization = 'APIKey test_secret', body }: WireCase, line: string) {
      const space = line.indexOf(' ');
      const response = await mock.fetch(fill(`http://127.0.0.1${line.slice(space + 1)}`), {
        method: line.slice(0, space),
        headers: {
          ...(authorization && { Authorization: authorization }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body }),
      });
      const text = await response.text();
      return { status: response.status, answer: text === '' ? undefined : JSON.parse(text) };
    },
  };
}

describe('the mock answers each literal request line with the literal answer', () => {
  test.each(named(wireCases))('%s', async (_, wireCase) => {
    const { requestLine, status = 200, answer } = wireCase;
    const { send, fill } = answering();
    const expected = answer === undefined ? undefined : JSON.parse(fill(JSON.stringify(answer)));
    expect(await send(wireCase, requestLine)).toEqual({ status, answer: expected });
  });
});

const otherLines = wireCases.flatMap((wireCase) =>
  (wireCase.alsoWritten ?? []).map((line): [string, WireCase] => [line, wireCase]),
);

describe('the mock reads other lines that ask the same', () => {
  test.each(otherLines)('%s', async (line, wireCase) => {
    const { status = 200, answer } = wireCase;
    expect(await answering().send(wireCase, line)).toEqual({ status, answer });
  });
});

test('the mock answers JSON [general 6]', async () => {
  const mock = createMock({ data: workspace() });
  const { headers } = await mock.fetch(`${mock.baseUrl}/v1/accounts`, {
    headers: { Authorization: `APIKey ${mock.clientOptions.apiKey}` },
  });
  expect(headers.get('content-type')).toMatch(/^application\/json\b/);
});
