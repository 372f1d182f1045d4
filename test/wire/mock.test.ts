import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { named, schemaOf, type WireCase, wireCases, workspace } from './wire-case.js';

/**
 * A mock of the workspace, and a function that sends a case to it with the id of an API key filled
 * in.
 */
function createWorkspaceMock(wireCase: WireCase) {
  const mock = createMock({
    schema: schemaOf(wireCase),
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
      return { status: response.status, response: text === '' ? undefined : JSON.parse(text) };
    },
  };
}

describe('the mock responds to each literal request with the literal response', () => {
  test.each(named(wireCases))('%s', async (_, wireCase) => {
    const { requestLine, status = 200, response } = wireCase;
    const { send, fill } = createWorkspaceMock(wireCase);
    const expected =
      response === undefined ? undefined : JSON.parse(fill(JSON.stringify(response)));
    expect(await send(wireCase, requestLine)).toEqual({ status, response: expected });
  });
});

const otherLines = wireCases.flatMap((wireCase) =>
  (wireCase.alsoWritten ?? []).map((line): [string, WireCase] => [line, wireCase]),
);

describe('the mock reads other ways to write the same request', () => {
  test.each(otherLines)('%s', async (line, wireCase) => {
    const { status = 200, response } = wireCase;
    expect(await createWorkspaceMock(wireCase).send(wireCase, line)).toEqual({ status, response });
  });
});

test('the mock sends JSON [general 6]', async () => {
  const mock = createMock({ data: workspace() });
  const { headers } = await mock.fetch(`${mock.baseUrl}/v1/accounts`, {
    headers: { Authorization: `APIKey ${mock.clientOptions.apiKey}` },
  });
  expect(headers.get('content-type')).toMatch(/^application\/json\b/);
});
