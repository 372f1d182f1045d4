import { ConfigurationError } from '../errors/usage-errors.js';
import { describe } from '../values/describe.js';
import type { Mock } from './create-mock.js';

/** Rejects anything but a mock, such as `createMock` without its parentheses. */
export function assertMock(caller: string, mock: Pick<Mock, 'baseUrl' | 'fetch'> | undefined): void {
  if (typeof mock?.fetch === 'function' && typeof mock.baseUrl === 'string') return;
  throw new ConfigurationError(`expected the mock that createMock() returns, got ${describe(mock)}.`, caller);
}
