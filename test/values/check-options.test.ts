import { describe, expect, it } from 'vitest';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionChecks,
  positiveInteger,
  unchecked,
} from '../../src/values/check-options.js';

const checks: OptionChecks = {
  pageSize: positiveInteger,
  retry: [
    nonNegativeInteger[0],
    'a non-negative integer or { limit }',
    { limit: nonNegativeInteger },
  ],
  body: unchecked,
};

describe('checkOptions', () => {
  it.each([
    [{}],
    [{ pageSize: 1, retry: 0, body: () => {} }],
    [{ retry: { limit: 3 } }],
    [{ retry: { limit: undefined } }],
    [{ pageSize: undefined }],
    [Object.create(null)],
  ])('accepts valid options: %j', (options) => {
    expect(() => checkOptions('list', options, checks)).not.toThrow();
  });

  it.each([
    [5, 'list: expected an options object, got 5.'],
    [null, 'list: expected an options object, got null.'],
    [[], 'list: expected an options object, got an array.'],
    [new Map(), 'list: expected an options object, got an instance of Map.'],
    [
      { pagesize: 1 },
      'list: `pagesize` is not an option. Did you mean `pageSize`? The options are pageSize, retry, body.',
    ],
    [
      { retries: 1 },
      'list: `retries` is not an option. Did you mean `retry`? The options are pageSize, retry, body.',
    ],
    [
      { retries: undefined },
      'list: `retries` is not an option. Did you mean `retry`? The options are pageSize, retry, body.',
    ],
    [
      { constructor: 1 },
      'list: `constructor` is not an option. The options are pageSize, retry, body.',
    ],
    [
      JSON.parse('{ "__proto__": 1 }'),
      'list: `__proto__` is not an option. The options are pageSize, retry, body.',
    ],
    [{ pageSize: 0 }, 'list: expected `pageSize` to be a positive integer, got 0.'],
    [{ pageSize: '5' }, 'list: expected `pageSize` to be a positive integer, got "5".'],
    [{ retry: -1 }, 'list: expected `retry` to be a non-negative integer or { limit }, got -1.'],
    [
      { retry: [] },
      'list: expected `retry` to be a non-negative integer or { limit }, got an array.',
    ],
    [
      { retry: { limit: 0.5 } },
      'list: expected `retry.limit` to be a non-negative integer, got 0.5.',
    ],
    [
      { retry: { limt: 1 } },
      'list: `retry.limt` is not an option. Did you mean `limit`? The options are limit.',
    ],
  ])('rejects %j', (options, message) => {
    const check = () => checkOptions('list', options, checks);
    expect(check).toThrow(expect.objectContaining({ name: 'ConfigurationError', message }));
  });
});
