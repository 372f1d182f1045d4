import type { ApiError } from 'payments-data-client';
import { expectTypeOf, it } from 'vitest';
import type { ErrorHandlers } from '../../src/errors.js';

it('what proxy and `connect` make of errors names every class', () => {
  type Handlers = ErrorHandlers<number>;
  // @ts-expect-error there is no entry for ResponseError
  const incomplete: Handlers = {
    ConfigurationError: () => 1,
    QueryError: () => 1,
    ConnectionError: () => 1,
    TimeoutError: () => 1,
    ApiError: ({ status }) => status,
  };
  expectTypeOf(incomplete.ApiError).parameter(0).toEqualTypeOf<ApiError>();
});
