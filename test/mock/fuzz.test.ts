import fc from 'fast-check';
import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { ask } from './send.js';

const mock = createMock({
  dialect: {
    maxUrlLength: 2 ** 20,
    envelope: { rows: 'rows', cursor: 'next' },
    parameters: { cursor: 'cursor' },
  },
});
const names = ['where', 'include', 'order_by', 'cursor', 'take', 'skip'];

/** Text made of the tokens of queries. */
const tokens = [
  ...'{}[]\'",:\\/*+-.%&#\n\u2028\u0000é😀',
  ...['name', 'balance', 'AND', 'OR', 'gt', 'null', 'NaN', '1e999', '//', '/*', '__proto__'],
];
const junk = fc
  .array(fc.constantFrom(...tokens), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

test('any input is answered with 200 or with an error message, and changes nothing', async () => {
  const { id } = mock.apiKeys.create({ name: 'kept' });
  const before = JSON.stringify([mock.db.balances.all(), mock.apiKeys.all()]);
  const headers = { 'Content-Type': 'application/json' };
  const property = fc.asyncProperty(fc.constantFrom(...names), junk, async (name, text) => {
    for (const search of [{ [name]: text }, text.replaceAll('#', '')]) {
      const { status, body } = await ask(mock, '/balances', search);
      if (status !== 200)
        expect([status, body]).toEqual([400, { errors: [expect.stringMatching(/^\w+/)] }]);
    }
    const init = { method: 'PUT', body: text, headers };
    expect((await ask(mock, `/api-keys/${id}`, {}, init)).status).toBe(400);
  });
  await fc.assert(property, { seed: 5, numRuns: 100 });
  expect(JSON.stringify([mock.db.balances.all(), mock.apiKeys.all()])).toBe(before);
});
