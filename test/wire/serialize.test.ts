import { describe, expect, test } from 'vitest';
import { checkInclude } from '../../src/query/include.js';
import { checkListQuery, writeListQuery } from '../../src/query/list-query.js';
import { payments } from '../query/payments.js';
import { named, requestLineOf, type WireCase, wireCases } from './wire-case.js';

/** The request line that the serializer produces for a call, as `fetch` sends it. */
function written({ call, resource = '', id, query }: WireCase): string {
  const parts =
    call === 'list'
      ? checkListQuery(payments, resource, query)
      : query?.include && { include: checkInclude(payments, resource, query.include).json };
  const text = writeListQuery(parts ?? {});
  const path = `${payments[resource]?.path}${call === 'get' ? `/${id}` : ''}`;
  return requestLineOf('GET', `http://127.0.0.1/v1${path}${text && `?${text}`}`);
}

const reading = wireCases.filter(({ call }) => call === 'list' || call === 'get');

describe('the client serializes each query to the literal request line', () => {
  test('for more than 30 queries', () => {
    expect(reading.length).toBeGreaterThan(30);
  });

  test.each(named(reading))('%s', (_, wireCase) => {
    expect(written(wireCase)).toBe(wireCase.requestLine);
  });
});
