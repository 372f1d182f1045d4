import type { Resources } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect.js';
import { parseQuery, writeQuery } from '../../src/query/query.js';
import { named, requestLineOf, schemaOf, type WireCase, wireCases } from './wire-case.js';

/** The request line that the serializer produces for a call, as `fetch` sends it. */
function written(wireCase: WireCase): string {
  const { call, resource = '', id, query } = wireCase;
  const schema: Resources = { ...schemaOf(wireCase) };
  const parts =
    call === 'list'
      ? parseQuery(schema, resource, query)
      : query && parseQuery(schema, resource, query, ['include']);
  const text = writeQuery(parts ?? {}, resolveDialect('test'));
  const path = `${schema[resource]?.path}${call === 'get' ? `/${id}` : ''}`;
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
