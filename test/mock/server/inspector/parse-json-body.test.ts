import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { parseJsonBody } from '../../../../src/mock/server/inspector/parse-json-body.js';

const parse = (body: Uint8Array) =>
  parseJsonBody(
    Object.assign(Readable.from([body]), {
      headers: { 'content-type': 'application/json' },
    }) as unknown as IncomingMessage,
  );

test('a JSON body is parsed', async () => {
  expect(await parse(Buffer.from('{"name":"é"}'))).toEqual({ name: 'é' });
});

test.each([
  ['text that is not JSON', Buffer.from('{')],
  ['text that is not UTF-8', Buffer.from('{"name":"é"}', 'latin1')],
])('%s is rejected', async (_, body) => {
  await expect(parse(body)).rejects.toThrow('The body is not valid JSON.');
});
