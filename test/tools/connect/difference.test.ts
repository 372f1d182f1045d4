import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../../src/dialect/resolve-dialect.js';
import { describeDifferences } from '../../../src/tools/connect/compare/difference.js';
import { Model } from '../../../src/tools/connect/compare/model.js';
import type { ServiceRequest } from '../../../src/tools/connect/service/live-service.js';
import { payments, sampleRows } from './compare-server.js';

const model = new Model({ schema: payments, rows: sampleRows() });

/** The request of a difference as a report shows it. */
function shown(request: ServiceRequest, showValues = false, resource = 'accounts') {
  const query = { about: 'a request', resource, request, search: '', compares: 'status', uses: [] } as const;
  const differing = [{ query, response: { status: 418, body: undefined }, observed: '' }];
  const options = { schema: payments, showValues };
  return describeDifferences(differing, model, resolveDialect('test'), options)[0]?.request;
}

describe('the request of a difference shows no ids', () => {
  test.each(['acc_Klmn0', '1', '00000000-0000-4000-8000-000000000000', 'no-such-id'])(
    'in a path with %s',
    (id) => {
      expect(shown({ path: `/accounts/${id}` })).toBe('GET /accounts/<id>');
      expect(shown({ path: `/transactions/lines/${id}` }, false, 'transactionLines')).toBe(
        'GET /transactions/lines/<id>',
      );
      expect(shown({ path: `/accounts/${id}` }, true)).toBe(`GET /accounts/${id}`);
    },
  );

  test('in cursors', () => {
    const query = { after: 'acc_Klmn0', take: 3 };
    expect(shown({ path: '/accounts', query })).toBe('GET /accounts after=… take=3');
    expect(shown({ path: '/accounts', query: { before: 'acc_Klmn0' } })).toBe('GET /accounts before=…');
    expect(shown({ path: '/accounts', query }, true)).toBe('GET /accounts after=acc_Klmn0 take=3');
  });

  test('and other paths as they are', () => {
    expect(shown({ path: '/accounts/' })).toBe('GET /accounts/');
    expect(shown({ path: '/no-such-resource' })).toBe('GET /no-such-resource');
  });
});
