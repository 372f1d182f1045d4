import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { parseFault } from '../../../src/tools/cli/mock-options.js';

describe('--fail', () => {
  test.each([
    ['status=503,path=/v1/balances,times=2', { status: 503, path: '/v1/balances', times: 2 }],
    [' status = 503 , method=GET', { status: 503, method: 'GET' }],
    ['error=timeout,after=3', { error: 'timeout', after: 3 }],
    ['status=429,retryAfter=1.5', { status: 429, retryAfter: 1.5 }],
    ['retryAfter=2026-01-31T12:00:00Z', { retryAfter: new Date('2026-01-31T12:00:00Z') }],
    ['latency=300', { latency: 300 }],
    ['latency=50-200', { latency: [50, 200] }],
    ['loseResponse=true,path=/v1/api-keys/*', { loseResponse: true, path: '/v1/api-keys/*' }],
  ])('reads %s', (text, fault) => {
    expect(parseFault(text, '--fail')).toEqual(fault);
    expect(() => createMock().fail(parseFault(text, '--fail'))).not.toThrow();
  });

  const pairs = '`--fail` must be pairs such as status=503,path=/v1/balances,times=2, got';
  test.each([
    ['503', `${pairs} \`503\`.`],
    ['status=', `${pairs} \`status=\`.`],
    ['status=503,', `${pairs} \`status=503,\`.`],
    [
      '=503',
      '`--fail`: `` is not an option. The options are method, path, status, error, latency, after, times, retryAfter, loseResponse.',
    ],
    ['stauts=503', '`--fail`: `stauts` is not an option. Did you mean `status`?'],
    ['retry-after=1', '`--fail`: `retry-after` is not an option. Did you mean `retryAfter`?'],
    ['status=503,status=500', '`--fail`: `status` is given twice. Repeat --fail for another fault.'],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => parseFault(text, '--fail')).toThrow(new Error(message));
  });
});
