import fc from 'fast-check';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { ask } from './send.js';

const mock = createMock({ dialect: { maxUrlLength: 2 ** 20 } });
const lenient = createMock({
  apiKeys: false,
  dialect: { nulls: 'sql', text: 'insensitive', envelope: 'result' },
});
const names = ['where', 'include', 'order_by', 'after', 'before', 'take', 'skip'];

/** Text made of the tokens of queries. */
const junk = fc
  .array(
    fc.constantFrom(
      ...'{}[]\'",:\\/*+-.%&#\n\u2028\u0000é😀',
      'name',
      'balance',
      'AND',
      'OR',
      'gt',
      'null',
      'NaN',
      '1e999',
      '//',
      '/*',
      '__proto__',
      'where',
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

describe('any input', { timeout: 60_000 }, () => {
  test('is answered with 200 or with an error message, and changes nothing', async () => {
    const before = JSON.stringify([mock.db.balances.all(), mock.apiKeys.all()]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.oneof(junk, fc.string({ unit: 'binary' })),
        async (name, value) => {
          fc.pre(!/\p{Surrogate}/u.test(value));
          const { status, body } = await ask(mock, '/balances', { [name]: value });
          if (status !== 200)
            expect([status, body]).toEqual([400, { errors: [expect.stringMatching(/^\w+/)] }]);
          const other = await ask(lenient, '/balances', { [name]: value });
          expect([other.status, other.body.errors]).toEqual([status, body.errors]);
        },
      ),
      { seed: 5, numRuns: 250 },
    );
    expect(JSON.stringify([mock.db.balances.all(), mock.apiKeys.all()])).toBe(before);
  });

  test('is answered as a raw query string', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), async (search) => {
        expect([200, 400]).toContain(
          (await ask(mock, '/balances', search.replaceAll('#', ''))).status,
        );
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  test('is answered as the body of a request, and changes nothing', async () => {
    const { id } = mock.apiKeys.create({ name: 'kept' });
    const headers = { 'Content-Type': 'application/json' };
    await fc.assert(
      fc.asyncProperty(fc.oneof(junk, fc.json()), async (body) => {
        expect(
          (await ask(mock, `/api-keys/${id}`, {}, { method: 'PUT', body, headers })).status,
        ).toBe(400);
      }),
      { seed: 7, numRuns: 300 },
    );
    expect(mock.apiKeys.get(id)?.name).toBe('kept');
  });
});
