import { createDirectus, readItems, rest } from '@directus/sdk';
import { paymentsSchema as schema } from '#mock-internals';
import { chosenOf, NotExpressible } from './not-expressible.mjs';

let sent = '';
const capture = async (url) => {
  sent = String(url);
  return new Response('{"data":[]}', { headers: { 'content-type': 'application/json' } });
};
const client = createDirectus('https://api.example.com', { globals: { fetch: capture } }).with(
  rest(),
);

/** The query in the syntax of Directus, as its SDK sends it. */
export async function writeDirectus({ where, include, orderBy, take, skip }, resource) {
  const deep = {};
  const fields = fieldsOf(resource, include, deep);
  const query = {
    ...(fields.join() !== '*' && { fields }),
    ...(where && { filter: filterOf(where, resource) }),
    ...(Object.keys(deep).length > 0 && { deep }),
    ...(orderBy && {
      sort: Object.entries(orderBy).map(([name, direction]) =>
        direction === 'desc' ? `-${name}` : name,
      ),
    }),
    ...(take !== undefined && { limit: take }),
    ...(skip !== undefined && { offset: skip }),
  };
  await client.request(readItems(resource, query));
  return new URL(sent).search.slice(1);
}

function fieldsOf(resource, include, deep) {
  const { fields = ['*'], related } = chosenOf(schema, resource, include);
  const nested = related.map((one) => {
    const below = {};
    const inner = fieldsOf(one.target, one.include, below);
    if (one.where) below._filter = filterOf(one.where, one.target);
    if (Object.keys(below).length > 0) deep[one.name] = below;
    return { [one.name]: inner };
  });
  return [...fields, ...nested];
}

const words = { not_in: '_nin', like: '_contains' };

function filterOf(where, resource) {
  return Object.fromEntries(
    Object.entries(where).map(([name, value]) => {
      if (name === 'AND' || name === 'OR')
        return [`_${name.toLowerCase()}`, value.map((one) => filterOf(one, resource))];
      const relation = schema[resource].relations[name];
      if (relation) {
        if (value.every) throw new NotExpressible('every');
        return [
          name,
          Object.fromEntries(
            Object.entries(value).map(([how, one]) => [`_${how}`, filterOf(one, relation.target)]),
          ),
        ];
      }
      if (typeof value !== 'object' || value === null) return [name, { _eq: value }];
      return [
        name,
        Object.fromEntries(
          Object.entries(value).map(([operator, operand]) => {
            if (operator === 'contains') throw new NotExpressible('containment of JSON');
            if (operand === null) return [operator === 'eq' ? '_null' : '_nnull', true];
            return [words[operator] ?? `_${operator}`, operand];
          }),
        ),
      ];
    }),
  );
}
