import type { Resources } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { resolveDialect } from '../../src/dialect.js';
import { parseQuery, writeQuery } from '../../src/query/query.js';
import { named, requestLineOf, schemaOf, type WireCase, wireCases } from './wire-case.js';

/** The request line that is written for a call, as `fetch` sends it. */
function written(wireCase: WireCase): string {
  const { call, resource = '', id, query = {} } = wireCase;
  const schema: Resources = { ...schemaOf(wireCase) };
  const allowed = call === 'get' ? ['include'] : undefined;
  const search = writeQuery(parseQuery(schema, resource, query, allowed), resolveDialect('test'));
  const path = `${schema[resource]?.path}${call === 'get' ? `/${id}` : ''}`;
  return requestLineOf('GET', `http://127.0.0.1/v1${path}${search && `?${search}`}`);
}

const reading = wireCases.filter(({ call }) => call === 'list' || call === 'get');

describe('the client writes each query as the literal request line', () => {
  test('for more than 30 queries', () => {
    expect(reading.length).toBeGreaterThan(30);
  });

  test.each(named(reading))('%s', (_, wireCase) => {
    expect(written(wireCase)).toBe(wireCase.requestLine);
  });
});
