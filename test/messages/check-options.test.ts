import { expect, it } from 'vitest';
import {
  checkOptions,
  nonNegativeInteger,
  type OptionChecks,
  positiveInteger,
  unchecked,
} from '../../src/messages/check-options.js';

const checks: OptionChecks = {
  pageSize: positiveInteger,
  retry: [
    nonNegativeInteger[0],
    'a non-negative integer or { limit }',
    { limit: nonNegativeInteger },
  ],
  body: unchecked,
};

it.each([
  [Object.create(null)],
  [{ pageSize: 1, retry: 0, body: () => {} }],
  [{ retry: { limit: 3 }, pageSize: undefined }],
  [{ retry: { limit: undefined } }],
])('checkOptions() accepts valid options: %j', (value) => {
  expect(() => checkOptions('list', value, checks)).not.toThrow();
});

const options = 'The options are pageSize, retry, body.';
const retry = 'expected `retry` to be a non-negative integer or { limit }, got';

it.each<[unknown, string]>([
  [5, 'expected an options object, got 5.'],
  [null, 'expected an options object, got null.'],
  [[], 'expected an options object, got an array.'],
  [new Map(), 'expected an options object, got an instance of Map.'],
  [{ pagesize: 1 }, `\`pagesize\` is not an option. Did you mean \`pageSize\`? ${options}`],
  [{ retries: undefined }, `\`retries\` is not an option. Did you mean \`retry\`? ${options}`],
  [{ constructor: 1 }, `\`constructor\` is not an option. ${options}`],
  [JSON.parse('{ "__proto__": 1 }'), `\`__proto__\` is not an option. ${options}`],
  [{ pageSize: 0 }, 'expected `pageSize` to be a positive integer, got 0.'],
  [{ pageSize: '5' }, 'expected `pageSize` to be a positive integer, got "5".'],
  [{ retry: -1 }, `${retry} -1.`],
  [{ retry: [] }, `${retry} an array.`],
  [{ retry: { limit: 0.5 } }, 'expected `retry.limit` to be a non-negative integer, got 0.5.'],
  [
    { retry: { limt: 1 } },
    '`retry.limt` is not an option. Did you mean `limit`? The options are limit.',
  ],
])('checkOptions() rejects %j', (value, problem) => {
  const error = { name: 'ConfigurationError', message: `list: ${problem}` };
  expect(() => checkOptions('list', value, checks)).toThrow(expect.objectContaining(error));
});
