import { expect, test } from 'vitest';
import { positionAfter } from '../../src/client/page-position.js';
import { readOn } from '../../src/client/read-on.js';

test('rows with the same date, however it is written, are remembered', () => {
  const order = [
    { field: 'created_at', direction: 'asc' },
    { field: 'id', direction: 'asc' },
  ] as const;
  const rows = [
    { id: 'a', created_at: '2026-01-01T00:00:00.001Z' },
    { id: 'b', created_at: '2026-01-02T00:00:00Z' },
    { id: 'c', created_at: '2026-01-02T00:00:00.000Z' },
  ];
  expect(positionAfter({ order, isKeyset: true, date: 'created_at' }, rows, rows.length)).toEqual({
    after: { created_at: '2026-01-02T00:00:00.000Z', id: 'c' },
    seen: new Set(['b', 'c']),
  });
});

test('rows that are deleted while they are read again are no error', async () => {
  const responses = [['a'], ['b'], [], []]; // the row again, the next one, and then none of them
  const read = async () => ({
    data: (responses.shift() ?? []).map((id) => ({ id })),
    response: new Response(),
    pagination: undefined,
    error: () => new Error() as never,
  });
  expect((await readOn(read, ['a'])).data).toEqual([]);
  expect(responses).toEqual([]);
});
