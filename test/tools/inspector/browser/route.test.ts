import { expect, test } from 'vitest';
import { nextOrder } from '../../../../src/tools/inspector/browser/route.js';

test('a column sorts ascending, then descending, then not at all', () => {
  const first = nextOrder('', 'name');
  const second = nextOrder(first, 'name');
  expect([first, second, nextOrder(second, 'name')]).toEqual(['name:asc', 'name:desc', '']);
  expect(nextOrder(second, 'id')).toEqual('id:asc');
});
