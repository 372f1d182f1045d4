import { paymentsSchema as schema } from '#mock-internals';
import { chosenOf, NotExpressible } from './not-expressible.mjs';

/** The query in the syntax of PostgREST, encoded as postgrest-js sends it. */
export function writePostgrest({ where = {}, include, orderBy, take, skip }, resource) {
  const search = new URLSearchParams();
  const filters = [];
  const embedded = [];
  collect(where, resource, '', filters, embedded);
  const select = selectOf(resource, include, embedded, filters);
  if (select !== '*') search.append('select', select);
  for (const [name, value] of filters) search.append(name, value);
  if (orderBy)
    search.append(
      'order',
      Object.entries(orderBy)
        .map((pair) => pair.join('.'))
        .join(),
    );
  if (take !== undefined) search.append('limit', take);
  if (skip !== undefined) search.append('offset', skip);
  return String(search);
}

function selectOf(resource, include, embedded, filters, prefix = '') {
  const { fields, related } = chosenOf(schema, resource, include);
  const parts = [fields?.join() ?? '*'];
  for (const one of related) {
    const inner = selectOf(one.target, one.include, [], filters, `${prefix}${one.name}.`);
    const isInner = embedded.includes(one.name);
    if (isInner && one.where) parts.push(`asked:${one.name}!inner()`);
    parts.push(`${one.name}${isInner && !one.where ? '!inner' : ''}(${inner})`);
    if (one.where) collect(one.where, one.target, `${prefix}${one.name}.`, filters, []);
  }
  for (const name of embedded)
    if (!related.some((one) => one.name === name)) parts.push(`${name}!inner()`);
  return parts.join();
}

/** Filters as parameters, which are combined by AND. */
function collect(where, resource, prefix, filters, embedded) {
  for (const [name, value] of Object.entries(where)) {
    const relation = schema[resource].relations[name];
    if (name === 'OR')
      filters.push([`${prefix}or`, `(${value.map((one) => inGroup(one, resource)).join()})`]);
    else if (name === 'AND')
      for (const one of value) collect(one, resource, prefix, filters, embedded);
    else if (relation) {
      if (value.every) throw new NotExpressible('every');
      embedded.push(name);
      collect(value.some ?? value.none, relation.target, `${prefix}${name}.`, filters, []);
      if (value.none) filters.push([name, 'is.null']); // an anti-join
    } else for (const condition of conditions(value)) filters.push([prefix + name, condition]);
  }
}

/** A filter inside OR, in parentheses if it has several conditions. */
function inGroup(where, resource) {
  const parts = Object.entries(where).flatMap(([name, value]) => {
    if (name === 'OR') return [`or(${value.map((one) => inGroup(one, resource)).join()})`];
    if (name === 'AND') return value.map((one) => inGroup(one, resource));
    if (schema[resource].relations[name]) throw new NotExpressible('a relation inside OR');
    return conditions(value).map((condition) => `${name}.${condition}`);
  });
  return parts.length === 1 ? parts[0] : `and(${parts.join()})`;
}

function conditions(value) {
  if (typeof value !== 'object' || value === null) return [condition('eq', value)];
  return Object.entries(value).map(([operator, operand]) => condition(operator, operand));
}

function condition(operator, operand) {
  if (operand === null) return operator === 'eq' ? 'is.null' : 'not.is.null';
  if (operator === 'contains') return `cs.${JSON.stringify(operand)}`;
  if (operator === 'in') return `in.(${operand.map(quoted).join()})`;
  if (operator === 'not_in') return `not.in.(${operand.map(quoted).join()})`;
  if (operator === 'like') return `like.*${quoted(operand)}*`;
  return `${operator}.${quoted(operand)}`;
}

/** Text with reserved characters requires double quotes. */
const quoted = (value) =>
  /[,()"\\]/.test(String(value)) ? JSON.stringify(String(value)) : String(value);
