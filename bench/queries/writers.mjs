import JSON5 from 'json5';
import qs from 'qs';
import { checkListQuery, paymentsSchema, writeListQuery } from '#inside';
import { parametersOf } from './as-sent.mjs';

const encoded = (stringify) => (query) =>
  parametersOf(query)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? stringify(value) : String(value);
      return `${name}=${encodeURIComponent(text)}`;
    })
    .join('&');

/** Ways to write one and the same query, as text that the service reads; qs's brackets it does not read. */
export const writers = {
  'this client': (query, resource) => writeListQuery(checkListQuery(paymentsSchema, resource, query)),
  'JSON.stringify': encoded(JSON.stringify),
  'JSON5.stringify': encoded(JSON5.stringify),
  qs: (query) => qs.stringify(Object.fromEntries(parametersOf(query)), { encodeValuesOnly: true }),
};
