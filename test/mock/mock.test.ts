import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { assertMock } from '../../src/mock/mock.js';

test('a mock is accepted', () => {
  expect(() => assertMock('serveMock', createMock())).not.toThrow();
});

test.each([
  ['undefined', undefined],
  ['a function', createMock],
  ['an object', { fetch: createMock().fetch }],
  ['an object', { baseUrl: createMock().baseUrl }],
])('%s in place of a mock is rejected', (words, value) => {
  expect(() => assertMock('serveMock', value as never)).toThrow(
    `serveMock: expected the mock that createMock() returns, got ${words}.`,
  );
});
