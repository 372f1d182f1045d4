import { createMock } from 'payments-data-client/mock';
import { changeFilters, type FilterPart, usualTest, type ValueTest } from './change-filters.js';
import { type ChangedServer, Rejection } from './changed-server.js';

const ids = 'include=id:true';
const everything = { AND: [] };

export const nullServers: readonly ChangedServer[] = [
  {
    name: 'does not match null with neq and not_in, as SQL',
    mock: (data) => createMock({ data, dialect: { nulls: 'sql' } }),
    shownBy: `/balances?where=external_id:{neq:'core-10000'}&${ids}`,
    keeps: [
      `/balances?where=external_id:null&${ids}`,
      `/balances?where=external_id:{neq:null}&${ids}`,
    ],
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
  },
  {
    name: 'matches null with lt and lte, as if it were less than everything',
    change: changeFilters({
      comparison: (comparison) => {
        const test: ValueTest = usualTest(comparison);
        return /^lte?$/.test(comparison.op) ? (value) => value === null || test(value) : undefined;
      },
    }),
    shownBy: `/balances?where=external_id:{lt:'core-10005'}&${ids}`,
    keeps: [
      `/balances?where=external_id:{gt:'core-10005'}&${ids}`,
      `/balances?where=name:{lt:'M'}&${ids}`,
    ],
  },
  {
    name: 'matches null with gt and gte',
    change: changeFilters({
      comparison: (comparison) => {
        const test: ValueTest = usualTest(comparison);
        return /^gte?$/.test(comparison.op) ? (value) => value === null || test(value) : undefined;
      },
    }),
    shownBy: `/balances?where=external_id:{gt:'core-10005'}&${ids}`,
    keeps: [
      `/balances?where=external_id:{lt:'core-10005'}&${ids}`,
      `/balances?where=name:{gt:'M'}&${ids}`,
    ],
  },
  {
    name: 'matches null with like',
    change: changeFilters({
      comparison: (comparison) => {
        const test: ValueTest = usualTest(comparison);
        return comparison.op === 'like' ? (value) => value === null || test(value) : undefined;
      },
    }),
    shownBy: `/balances?where=external_id:{like:'core'}&${ids}`,
    keeps: [
      `/balances?where=name:{like:'Ada'}&${ids}`,
      `/balances?where=external_id:{contains:'core'}&${ids}`,
    ],
  },
];

/** The filters of a level by their key, so that the comparators of one field stay together. */
function byKey(parts: readonly FilterPart[]): Map<string, FilterPart['filter'][]> {
  const filters = new Map<string, FilterPart['filter'][]>();
  for (const { key, filter } of parts) filters.set(key, [...(filters.get(key) ?? []), filter]);
  return filters;
}

const joined = (parts: readonly FilterPart[]) =>
  [...byKey(parts).values()].map((filters) => ({ AND: filters }));

export const logicServers: readonly ChangedServer[] = [
  {
    name: 'reads OR next to fields as a further alternative',
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
  },
  {
    name: 'combines the fields of a level by OR',
    change: changeFilters({
      level: (parts) => (byKey(parts).size > 1 ? { OR: joined(parts) } : undefined),
    }),
    shownBy: `/balances?where=type:'main',external_id:null&${ids}`,
    keeps: [
      `/balances?where=AND:[{type:'main'},{external_id:null}]&${ids}`,
      `/balances?where=balance:{gt:'0',lt:'3000'}&${ids}`,
    ],
  },
  {
    name: 'applies only the last comparator of a field',
    change: changeFilters({
      level: (parts) => ({
        AND: [...byKey(parts).values()].flatMap((filters) => filters.slice(-1)),
      }),
    }),
    shownBy: `/balances?where=balance:{gt:'0',lt:'3000'}&${ids}`,
    keeps: [
      `/balances?where=type:'main',external_id:null&${ids}`,
      `/balances?where=balance:{gt:'0'}&${ids}`,
    ],
  },
  {
    name: 'reads OR as AND',
    change: changeFilters({
      group: (op, filters) => (op === 'OR' && filters.length > 0 ? { AND: filters } : undefined),
    }),
    shownBy: `/balances?where=OR:[{type:'main'},{external_id:null}]&${ids}`,
    keeps: [
      `/balances?where=AND:[{type:'main'},{external_id:null}]&${ids}`,
      `/balances?where=OR:[]&${ids}`,
    ],
  },
  {
    name: 'reads AND as OR',
    change: changeFilters({
      group: (op, filters) => (op === 'AND' && filters.length > 0 ? { OR: filters } : undefined),
    }),
    shownBy: `/balances?where=AND:[{type:'main'},{external_id:null}]&${ids}`,
    keeps: [
      `/balances?where=OR:[{type:'main'},{external_id:null}]&${ids}`,
      `/balances?where=AND:[]&${ids}`,
    ],
  },
  {
    name: 'ignores OR',
    change: changeFilters({ group: (op) => (op === 'OR' ? everything : undefined) }),
    shownBy: `/balances?where=OR:[{type:'main'}]&${ids}`,
    keeps: [`/balances?where=AND:[{type:'main'}]&${ids}`],
  },
  {
    name: 'ignores groups inside of groups',
    change: changeFilters({ group: (_, __, depth) => (depth > 0 ? everything : undefined) }),
    shownBy: `/balances?where=OR:[{AND:[{type:'main'},{external_id:null}]}]&${ids}`,
    keeps: [`/balances?where=AND:[{type:'main'},{external_id:null}]&${ids}`],
  },
  {
    name: 'rejects a field without a comparator',
    change: changeFilters({
      comparison: ({ isBare }) => {
        if (isBare) throw new Rejection('A comparator is missing.');
        return undefined;
      },
    }),
    shownBy: `/balances?where=type:'main'&${ids}`,
    keeps: [`/balances?where=type:{eq:'main'}&${ids}`],
  },
];
