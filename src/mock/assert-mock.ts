import { ConfigurationError } from '../errors/usage-errors.js';
import { describe } from '../values/describe.js';
import type { Mock } from './create-mock.js';

/**
 * Sees that a call is given a mock, and not what makes one.
 *
 * @throws ConfigurationError otherwise.
 */
export function assertMock(call: string, mock: Pick<Mock, 'baseUrl' | 'fetch'> | undefined): void {
  if (typeof mock?.fetch === 'function' && typeof mock.baseUrl === 'string') return;
  throw new ConfigurationError(
    `${call}: expected a mock, such as createMock() gives, not ${describe(mock)}.`,
  );
}
