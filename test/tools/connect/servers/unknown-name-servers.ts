import type { JsonObject, JsonValue } from 'payments-data-client';
import { comparators } from '../../../../src/schema/kinds.js';
import { resourceOf } from '../../../../src/schema/resources.js';
import { isPlainObject, own } from '../../../../src/values/plain-object.js';
import { changeFilters } from './change-filters.js';
import { changeSentJson, dropMembers, mapMembers } from './change-sent-json.js';
import { type ChangedServer, Rejection } from './changed-server.js';
import { changeParameters, schema } from './service-query.js';

const ids = 'include=id:true';

const isName = (resource: string, key: string): boolean => {
  const { fields, relations } = resourceOf(schema, resource);
  return (
    own(fields, key) !== undefined ||
    own(relations, key) !== undefined ||
    key === 'AND' ||
    key === 'OR'
  );
};

const parameterNames = ['where', 'include', 'order_by', 'take', 'skip', 'after', 'before'];

const isEmpty = (value: JsonValue | undefined): boolean =>
  isPlainObject(value) && Object.keys(value).length === 0;

/** A level of a filter without the comparators that the fields do not have. */
function dropComparators(level: JsonObject, resource: string): JsonObject {
  const { fields } = resourceOf(schema, resource);
  const kept = mapMembers(level, (key, value) => {
    const names: readonly string[] | undefined = comparators[own(fields, key)?.kind ?? 'string'];
    return own(fields, key) && isPlainObject(value)
      ? dropMembers(value, (name) => !names.includes(name))
      : value;
  });
  // `{}` on a JSON field is rejected; without comparators it is no constraint either.
  return dropMembers(
    kept,
    (key, value) => own(fields, key)?.kind === 'json' && isEmpty(value) && !isEmpty(level[key]),
  );
}

export const unknownNameServers: readonly ChangedServer[] = [
  {
    name: 'ignores unknown fields in filters',
    change: changeSentJson({
      filter: (level, resource) => dropMembers(level, (key) => !isName(resource, key)),
    }),
    shownBy: `/balances?where=nmae:'x'&${ids}`,
    keeps: [
      `/balances?where=name:{lik:'x'}&${ids}`,
      '/balances?include=nmae:true',
      `/balances?were=name:'x'`,
    ],
  },
  {
    name: 'matches no row with an unknown field',
    change: changeSentJson({
      filter: (level, resource) =>
        Object.fromEntries(
          Object.entries(level).map(([key, value]) =>
            isName(resource, key) ? [key, value] : ['OR', []],
          ),
        ),
    }),
    shownBy: `/balances?where=nmae:'x'&${ids}`,
    keeps: [`/balances?where=name:{lik:'x'}&${ids}`, '/balances?include=nmae:true'],
  },
  {
    name: 'ignores unknown comparators',
    change: changeSentJson({ filter: dropComparators }),
    shownBy: `/balances?where=name:{lik:'x'}&${ids}`,
    keeps: [`/balances?where=nmae:'x'&${ids}`, `/balances?where=name:{like:'Ada'}&${ids}`],
  },
  {
    name: 'ignores unknown parameters',
    change: changeParameters((parameters) => {
      for (const name of [...parameters.keys()])
        if (!parameterNames.includes(name)) parameters.delete(name);
    }),
    shownBy: `/balances?were=name:'x'&${ids}`,
    keeps: [`/balances?where=nmae:'x'&${ids}`, '/balances?include=nmae:true'],
  },
  {
    name: 'ignores unknown names in an include',
    change: changeSentJson({
      include: (level, resource) => dropMembers(level, (key) => !isName(resource, key)),
    }),
    shownBy: '/balances?include=nmae:true',
    keeps: [`/balances?where=nmae:'x'&${ids}`, '/balances?include=name:true'],
  },
  {
    name: 'ignores unknown names in order_by',
    change: changeParameters((parameters, { resource }) => {
      const { fields } = resourceOf(schema, resource);
      const kept = parameters
        .get('order_by')
        ?.split(',')
        .filter((part) => own(fields, part.split(':')[0] ?? ''));
      if (kept) parameters.set('order_by', kept.join());
    }),
    shownBy: `/balances?order_by=nmae:asc&${ids}`,
    keeps: [`/balances?order_by=name:asc&${ids}`, '/balances?include=nmae:true'],
  },
  {
    name: 'rejects ids that are not UUIDs in filters',
    change: changeFilters({
      comparison: ({ field, operand }) => {
        const items = Array.isArray(operand) ? operand : [operand];
        if (
          field.kind === 'uuid' &&
          !items.every((item) => item === null || /^[\da-f-]{36}$/.test(String(item)))
        )
          throw new Rejection('An id is a UUID.');
        return undefined;
      },
    }),
    shownBy: `/balances?where=id:'not-a-uuid'&${ids}`,
    keeps: [`/balances?where=name:'not-a-uuid'&${ids}`],
  },
];
