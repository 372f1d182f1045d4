import { describe, expect, test } from 'vitest';
import { checkListQuery } from '../../src/query/list-query.js';
import { payments } from './payments.js';

const warningsOf = (query: object, name = 'transactions') => checkListQuery(payments, name, query).warnings;

describe('a value near a known value of an enumeration', () => {
  test('gets a warning with its path and the known value [decision 15]', () => {
    const warning = (path: string) => [
      `${path}: 'complete' is not a known value. Did you mean \`completed\`?`,
    ];
    expect(warningsOf({ where: { status: 'complete' } })).toEqual(warning('where.status'));
    expect(warningsOf({ where: { status: { neq: 'complete' } } })).toEqual(warning('where.status.neq'));
    expect(warningsOf({ where: { OR: [{ status: { in: ['failed', 'complete'] } }] } })).toEqual(
      warning('where.OR[0].status.in[1]'),
    );
  });

  test('gets a warning in a filter of an included relation', () => {
    const include = { balances: { where: { type: 'mian' } } };
    const warnings = ["include.balances.where.type: 'mian' is not a known value. Did you mean `main`?"];
    expect(warningsOf({ include }, 'accounts')).toEqual(warnings);
  });

  test('gets one warning, however often it is used', () => {
    const where = {
      status: 'complete',
      OR: [{ status: 'complete' }, { status: { in: ['complete', 'faild'] } }],
    };
    expect(warningsOf({ where })).toEqual([
      expect.stringMatching(/: 'complete' is not a known value\. Did you mean `completed`\?$/),
      "where.OR[1].status.in[1]: 'faild' is not a known value. Did you mean `failed`?",
    ]);
    const filtered = { status: 'activ', balances: { some: { type: 'mian' } } };
    const include = { balances: { where: { type: 'mian' } } };
    expect(warningsOf({ where: filtered, include }, 'accounts')).toHaveLength(2);
  });

  test('is sent as it is', () => {
    expect(checkListQuery(payments, 'transactions', { where: { status: 'complete' } }).where).toEqual({
      status: 'complete',
    });
  });
});

test.each([
  [{ status: 'completed' }],
  [{ status: { in: ['completed', 'pending'], neq: 'failed' } }],
  [{ status: 'archived' }],
  [{ status: { not_in: ['x', ''] } }],
  [{ external_id: 'complete' }],
  [{}],
])('a known value, a value near none and other text get no warning: %j', (where) => {
  expect(warningsOf({ where })).toEqual([]);
});
