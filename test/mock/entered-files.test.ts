import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { enteredFiles } from '../fixtures/entered-files.js';
import { enteredFiles as limits } from '../limits.js';
import { ask } from './send.js';

test('a mock answers a list with a filter, an order and a relation through few files', async () => {
  const mock = createMock();
  const query = {
    ...{ where: "type:'main',archived_at:null", include: 'name:true,unit:{symbol:true}' },
    ...{ order_by: 'name:desc', take: '3' },
  };
  const files = await enteredFiles(() => ask(mock, '/balances', query));
  expect(mock.requests).toMatchObject([{ status: 200, rows: 3 }]);
  expect(files).toContain('mock/list-rows.ts');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(limits.mockList);
});
