import { createClient, isDate, isDecimal, isQueryError, isUuid } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';

const mock = createMock();
const client = createClient(mock.clientOptions);

/** Whether the client accepts a filter. */
async function accepts(where: object): Promise<boolean> {
  const error = await client.balances.list({ where }).catch((thrown: unknown) => thrown);
  return !isQueryError(error);
}

const texts = [
  ...[
    '12.50',
    '-1',
    '0',
    '00.10',
    '99999999999999999999.5',
    '1,000',
    '1e3',
    '+5',
    '.5',
    '5.',
    '',
    ' 1',
    '0x1',
  ],
  ...[
    '2026-01-31',
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00+01:00',
    '2026-01-31t12:00:00.123456789z',
  ],
  ...['2026-01-31T12:00', '2026-02-30', '2026-1-1', '31.01.2026', 'yesterday', '２０２６-01-31'],
];

describe('what a user typed', () => {
  test.each(texts)('is accepted by the check and by the query, or by neither: %j', async (text) => {
    expect(isDecimal(text)).toBe(await accepts({ balance: { gte: text } }));
    expect(isDate(text)).toBe(await accepts({ created_at: { gte: text } }));
  });

  test('is an id if it is a UUID in upper or lower case', () => {
    const id = mock.db.balances.all()[0]?.id ?? '';
    expect([id, id.toUpperCase()].map(isUuid)).toEqual([true, true]);
    expect([`${id} `, `{${id}}`, id.replaceAll('-', ''), 'b1', ''].map(isUuid)).toEqual(
      Array(5).fill(false),
    );
  });

  test.each([undefined, null, 5, ['5'], {}, new Date(), new String('5')])(
    'is text, unlike %j',
    (value) => {
      expect([isDecimal(value), isDate(value), isUuid(value)]).toEqual([false, false, false]);
    },
  );
});
