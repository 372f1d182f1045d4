import JSON5 from 'json5';
import qs from 'qs';
import { parseListQuery, paymentsSchema, requestDialect, writeListQuery } from '#mock-internals';
import { parametersOf } from './query-string.mjs';

const encoded = (stringify) => (query) =>
  parametersOf(query)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? stringify(value) : String(value);
      return `${name}=${encodeURIComponent(text)}`;
    })
    .join('&');

const dialect = requestDialect();

/** Serializes the same query in different ways. The service accepts all of them except the brackets of qs. */
export const serializers = {
  'this client': (query, resource) =>
    writeListQuery(parseListQuery(paymentsSchema, resource, query), dialect),
  'JSON.stringify': encoded(JSON.stringify),
  'JSON5.stringify': encoded(JSON5.stringify),
  qs: (query) => qs.stringify(Object.fromEntries(parametersOf(query)), { encodeValuesOnly: true }),
};
