import { resourceOf } from '../../../../src/schema/resources.js';
import { isPlainObject, own } from '../../../../src/values/plain-object.js';
import { changeFilters } from './change-filters.js';
import { changeSentJson, mapMembers } from './change-sent-json.js';
import { type ChangedServer, Rejection } from './changed-server.js';
import { schema } from './service-query.js';

const ids = 'include=id:true';
const everything = { AND: [] };
const nothing = { OR: [] };

/** Comparisons with an empty list. */
const emptyList = (comparator: string, result: boolean | 'rejected') =>
  changeFilters({
    comparison: ({ op, operand }) => {
      if (op !== comparator || !Array.isArray(operand) || operand.length > 0) return undefined;
      if (result === 'rejected') throw new Rejection('The list is empty.');
      return () => result;
    },
  });

/** `AND` and `OR` without filters. */
const emptyGroup = (key: 'AND' | 'OR', result: 'everything' | 'nothing' | 'rejected') =>
  changeFilters({
    group: (op, filters) => {
      if (op !== key || filters.length > 0) return undefined;
      if (result === 'rejected') throw new Rejection(`${key} is empty.`);
      return result === 'everything' ? everything : nothing;
    },
  });

export const emptyListServers: readonly ChangedServer[] = [
  {
    name: 'matches every row with an empty in',
    change: emptyList('in', true),
    shownBy: `/balances?where=type:{in:[]}&${ids}`,
    keeps: [`/balances?where=type:{in:['main']}&${ids}`, `/balances?where=type:{not_in:[]}&${ids}`],
  },
  {
    name: 'rejects an empty in',
    change: emptyList('in', 'rejected'),
    shownBy: `/balances?where=type:{in:[]}&${ids}`,
    keeps: [`/balances?where=type:{in:['main']}&${ids}`, `/balances?where=type:{not_in:[]}&${ids}`],
  },
  {
    name: 'matches no row with an empty not_in',
    change: emptyList('not_in', false),
    shownBy: `/balances?where=type:{not_in:[]}&${ids}`,
    keeps: [`/balances?where=type:{in:[]}&${ids}`, `/balances?where=type:{not_in:['main']}&${ids}`],
  },
  {
    name: 'rejects an empty AND',
    change: emptyGroup('AND', 'rejected'),
    shownBy: `/balances?where=AND:[]&${ids}`,
    keeps: [`/balances?where=OR:[]&${ids}`, `/balances?where=AND:[{type:'main'}]&${ids}`],
  },
  {
    name: 'rejects an empty OR',
    change: emptyGroup('OR', 'rejected'),
    shownBy: `/balances?where=OR:[]&${ids}`,
    keeps: [`/balances?where=AND:[]&${ids}`, `/balances?where=OR:[{type:'main'}]&${ids}`],
  },
  {
    name: 'matches every row with an empty OR',
    change: emptyGroup('OR', 'everything'),
    shownBy: `/balances?where=OR:[]&${ids}`,
    keeps: [`/balances?where=AND:[]&${ids}`, `/balances?where=OR:[{type:'main'}]&${ids}`],
  },
];

const isEmpty = (value: unknown): boolean =>
  isPlainObject(value) && Object.keys(value).length === 0;

/** Services that do not read an empty object as "no constraint". */
export const emptyObjectServers: readonly ChangedServer[] = [
  {
    name: 'matches no row with an empty filter',
    change: changeSentJson({ filter: (level) => (isEmpty(level) ? nothing : level) }),
    shownBy: `/balances?where={}&${ids}`,
    keeps: [
      `/balances?where=&${ids}`,
      `/balances?where=AND:[]&${ids}`,
      `/balances?where=id:{}&${ids}`,
    ],
  },
  {
    name: 'rejects a field without comparators',
    change: changeSentJson({
      filter: (level, resource) => {
        const { fields } = resourceOf(schema, resource);
        for (const [key, value] of Object.entries(level))
          if (own(fields, key) && isEmpty(value)) throw new Rejection(`${key} has no comparator.`);
        return level;
      },
    }),
    shownBy: `/balances?where=id:{}&${ids}`,
    keeps: [`/balances?where={}&${ids}`, `/accounts?where=balances:{some:{}}&${ids}`],
  },
  {
    name: 'matches no row with a field without comparators',
    change: changeSentJson({
      filter: (level, resource) => {
        const { fields } = resourceOf(schema, resource);
        const isScalar = (key: string) => fields[key] !== undefined && fields[key].kind !== 'json';
        return mapMembers(level, (key, value) =>
          isScalar(key) && isEmpty(value) ? { in: [] } : value,
        );
      },
    }),
    shownBy: `/balances?where=id:{}&${ids}`,
    keeps: [`/balances?where={}&${ids}`, `/balances?where=variables:{}&${ids}`],
  },
];
