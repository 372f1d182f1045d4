import { createMock } from 'payments-data-client/mock';
import { changeFilters, type FilterPart } from './change-filters.js';
import { type ChangedServer, Rejection } from './changed-server.js';

const ids = 'include=id:true';
const everything = { AND: [] };
const nothing = { OR: [] };

export const nullServers: readonly ChangedServer[] = [
  {
    name: 'does not match null with neq and not_in, as SQL',
    mock: (data) => createMock({ data, nulls: 'sql' }),
    shownBy: `/balances?where=external_id:{neq:'core-10000'}&${ids}`,
    keeps: [`/balances?where=external_id:null&${ids}`, `/balances?where=external_id:{neq:null}&${ids}`],
    differs: ['where.neq-null', 'where.not-in-null', 'where.not-contains-null'],
  },
  {
    name: 'matches nothing with eq: null, as SQL',
    change: changeFilters({
      comparison: ({ op, operand }) => (op === 'eq' && operand === null ? () => false : undefined),
    }),
    shownBy: `/balances?where=external_id:null&${ids}`,
    keeps: [
      `/balances?where=external_id:{neq:null}&${ids}`,
      `/balances?where=external_id:{in:[null]}&${ids}`,
    ],
    differs: ['where.eq-null'],
  },
  {
    name: 'matches nothing with neq: null, as SQL',
    change: changeFilters({
      comparison: ({ op, operand }) => (op === 'neq' && operand === null ? () => false : undefined),
    }),
    shownBy: `/balances?where=external_id:{neq:null}&${ids}`,
    keeps: [
      `/balances?where=external_id:null&${ids}`,
      `/balances?where=external_id:{neq:'core-10000'}&${ids}`,
    ],
    differs: ['where.neq-null-operand'],
  },
  {
    name: 'ignores null inside of in, as SQL',
    change: changeFilters({
      comparison: ({ op, operand, field }) =>
        op === 'in' && field.kind === 'string' && Array.isArray(operand) && operand.includes(null)
          ? (value) => value !== null && operand.includes(value)
          : undefined,
    }),
    shownBy: `/balances?where=external_id:{in:[null,'core-10000']}&${ids}`,
    keeps: [
      `/balances?where=external_id:{in:['core-10000']}&${ids}`,
      `/balances?where=external_id:null&${ids}`,
    ],
    differs: ['where.in-null'],
  },
];

/** Comparisons with an empty list. */
const emptyList = (comparator: string, result: boolean | 'refused') =>
  changeFilters({
    comparison: ({ op, operand }) => {
      if (op !== comparator || !Array.isArray(operand) || operand.length > 0) return undefined;
      if (result === 'refused') throw new Rejection('The list is empty.');
      return () => result;
    },
  });

/** `AND` and `OR` without filters. */
const emptyGroup = (key: 'AND' | 'OR', result: 'everything' | 'nothing' | 'refused') =>
  changeFilters({
    group: (op, filters) => {
      if (op !== key || filters.length > 0) return undefined;
      if (result === 'refused') throw new Rejection(`${key} is empty.`);
      return result === 'everything' ? everything : nothing;
    },
  });

export const emptyListServers: readonly ChangedServer[] = [
  {
    name: 'matches every row with an empty in',
    change: emptyList('in', true),
    shownBy: `/balances?where=type:{in:[]}&${ids}`,
    keeps: [`/balances?where=type:{in:['main']}&${ids}`, `/balances?where=type:{not_in:[]}&${ids}`],
    differs: ['where.in-empty'],
  },
  {
    name: 'rejects an empty in',
    change: emptyList('in', 'refused'),
    shownBy: `/balances?where=type:{in:[]}&${ids}`,
    keeps: [`/balances?where=type:{in:['main']}&${ids}`, `/balances?where=type:{not_in:[]}&${ids}`],
    differs: ['where.in-empty'],
  },
  {
    name: 'matches no row with an empty not_in',
    change: emptyList('not_in', false),
    shownBy: `/balances?where=type:{not_in:[]}&${ids}`,
    keeps: [`/balances?where=type:{in:[]}&${ids}`, `/balances?where=type:{not_in:['main']}&${ids}`],
    differs: ['where.not-in-empty'],
  },
  {
    name: 'rejects an empty AND',
    change: emptyGroup('AND', 'refused'),
    shownBy: `/balances?where=AND:[]&${ids}`,
    keeps: [`/balances?where=OR:[]&${ids}`, `/balances?where=AND:[{type:'main'}]&${ids}`],
    differs: ['where.and-empty'],
  },
  {
    name: 'rejects an empty OR',
    change: emptyGroup('OR', 'refused'),
    shownBy: `/balances?where=OR:[]&${ids}`,
    keeps: [`/balances?where=AND:[]&${ids}`, `/balances?where=OR:[{type:'main'}]&${ids}`],
    differs: ['where.or-empty'],
  },
  {
    name: 'matches every row with an empty OR',
    change: emptyGroup('OR', 'everything'),
    shownBy: `/balances?where=OR:[]&${ids}`,
    keeps: [`/balances?where=AND:[]&${ids}`, `/balances?where=OR:[{type:'main'}]&${ids}`],
    differs: ['where.or-empty'],
  },
];

/** The filters of a level by their key, so that the comparators of one property stay together. */
function byKey(parts: readonly FilterPart[]): Map<string, FilterPart['filter'][]> {
  const filters = new Map<string, FilterPart['filter'][]>();
  for (const { key, filter } of parts) filters.set(key, [...(filters.get(key) ?? []), filter]);
  return filters;
}

const joined = (parts: readonly FilterPart[]) =>
  [...byKey(parts).values()].map((filters) => ({ AND: filters }));

export const logicServers: readonly ChangedServer[] = [
  {
    name: 'reads OR next to properties as a further alternative',
    change: changeFilters({
      level: (parts) => {
        const isOr = ({ key }: FilterPart) => key === 'OR';
        if (!parts.some(isOr) || parts.every(isOr)) return undefined;
        return {
          OR: [
            ...parts.filter(isOr).map(({ filter }) => filter),
            ...joined(parts.filter((part) => !isOr(part))),
          ],
        };
      },
    }),
    shownBy: `/balances?where=type:'main',OR:[{external_id:null},{balance:'0.00'}]&${ids}`,
    keeps: [
      `/balances?where=AND:[{type:'main'},{OR:[{external_id:null},{balance:'0.00'}]}]&${ids}`,
      `/balances?where=type:'main',external_id:null&${ids}`,
    ],
    differs: ['where.or-beside'],
  },
  {
    name: 'combines the properties of a level by OR',
    change: changeFilters({ level: (parts) => (byKey(parts).size > 1 ? { OR: joined(parts) } : undefined) }),
    shownBy: `/balances?where=type:'main',external_id:null&${ids}`,
    keeps: [
      `/balances?where=AND:[{type:'main'},{external_id:null}]&${ids}`,
      `/balances?where=balance:{gt:'0',lt:'3000'}&${ids}`,
    ],
    differs: ['where.members', 'where.or-beside'],
  },
  {
    name: 'applies only the last comparator of a property',
    change: changeFilters({
      level: (parts) => ({ AND: [...byKey(parts).values()].flatMap((filters) => filters.slice(-1)) }),
    }),
    shownBy: `/balances?where=balance:{gt:'0',lt:'3000'}&${ids}`,
    keeps: [`/balances?where=type:'main',external_id:null&${ids}`, `/balances?where=balance:{gt:'0'}&${ids}`],
    differs: ['where.several-comparators'],
  },
  {
    name: 'reads OR as AND',
    change: changeFilters({
      group: (op, filters) => (op === 'OR' && filters.length > 0 ? { AND: filters } : undefined),
    }),
    shownBy: `/balances?where=OR:[{type:'main'},{external_id:null}]&${ids}`,
    keeps: [`/balances?where=AND:[{type:'main'},{external_id:null}]&${ids}`, `/balances?where=OR:[]&${ids}`],
    differs: ['where.or'],
  },
  {
    name: 'reads AND as OR',
    change: changeFilters({
      group: (op, filters) => (op === 'AND' && filters.length > 0 ? { OR: filters } : undefined),
    }),
    shownBy: `/balances?where=AND:[{type:'main'},{external_id:null}]&${ids}`,
    keeps: [`/balances?where=OR:[{type:'main'},{external_id:null}]&${ids}`, `/balances?where=AND:[]&${ids}`],
    differs: ['where.and'],
  },
  {
    name: 'ignores OR',
    change: changeFilters({ group: (op) => (op === 'OR' ? everything : undefined) }),
    shownBy: `/balances?where=OR:[{type:'main'}]&${ids}`,
    keeps: [`/balances?where=AND:[{type:'main'}]&${ids}`],
    differs: ['where.or'],
  },
  {
    name: 'ignores groups inside of groups',
    change: changeFilters({ group: (_, __, depth) => (depth > 0 ? everything : undefined) }),
    shownBy: `/balances?where=OR:[{AND:[{type:'main'},{external_id:null}]}]&${ids}`,
    keeps: [`/balances?where=AND:[{type:'main'},{external_id:null}]&${ids}`],
    differs: ['where.nested-groups'],
  },
  {
    name: 'rejects a property without a comparator',
    change: changeFilters({
      comparison: ({ isBare }) => {
        if (isBare) throw new Rejection('A comparator is missing.');
        return undefined;
      },
    }),
    shownBy: `/balances?where=type:'main'&${ids}`,
    keeps: [`/balances?where=type:{eq:'main'}&${ids}`],
    differs: ['where.bare'],
  },
];
