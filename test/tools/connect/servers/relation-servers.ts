import { extendSchema, type JsonObject, one, paymentsSchema } from 'payments-data-client';
import { createMock, type Mock, type MockData } from 'payments-data-client/mock';
import { resourceOf } from '../../../../src/schema/resources.js';
import { own } from '../../../../src/values/plain-object.js';
import { changeFilters, type FilterPart } from './change-filters.js';
import { changeSentJson, dropMembers } from './change-sent-json.js';
import { type ChangedServer, Rejection } from './changed-server.js';
import { schema } from './service-query.js';

const ids = 'include=id:true';
const paid = '{amount:{lt:0}}';
const overdrawn = `{balance:{lt:'0'}}`;

/** A mock that accepts filters on the relations of balances. */
const withToOneFilters = (data: MockData | undefined): Mock =>
  createMock({
    data,
    schema: extendSchema(paymentsSchema, {
      balances: {
        relations: {
          unit: one('units', { foreignKey: 'unit_id', filterable: true }),
          account: one('accounts', { foreignKey: 'account_id', filterable: true }),
        },
      },
    }),
  }) as unknown as Mock; // has the same resources

/** Whether a filter of related rows has no conditions. */
const isUnconditional = ({ AND: filters }: JsonObject): boolean =>
  Array.isArray(filters) && filters.length === 0;

/** `some`, `none` and `every` without conditions. */
const unconditional = (change: (relation: string, op: string) => JsonObject | undefined) =>
  changeFilters({
    quantifier: ({ relation, op, filter }) =>
      isUnconditional(filter) ? change(relation, op) : undefined,
  });

const isRelation = ({ key }: FilterPart): boolean => key === 'balances' || key === 'lines';
const isProperty = (part: FilterPart): boolean => !isRelation(part) && !/^(AND|OR)$/.test(part.key);

export const relationServers: readonly ChangedServer[] = [
  {
    name: 'reads every as some',
    change: changeFilters({
      quantifier: ({ relation, op, filter }) =>
        op === 'every' ? { [relation]: { some: filter } } : undefined,
    }),
    shownBy: `/accounts?where=balances:{every:${overdrawn}}&${ids}`,
    keeps: [
      `/accounts?where=balances:{some:${overdrawn}}&${ids}`,
      `/accounts?where=balances:{none:${overdrawn}}&${ids}`,
    ],
  },
  {
    name: 'ignores the filter inside of every',
    change: changeFilters({
      quantifier: ({ relation, op }) =>
        op === 'every' ? { [relation]: { every: {} } } : undefined,
    }),
    shownBy: `/accounts?where=balances:{every:${overdrawn}}&${ids}`,
    keeps: [`/accounts?where=balances:{some:${overdrawn}}&${ids}`],
  },
  {
    name: 'matches every row with some if the filter is empty',
    change: unconditional((_, op) => (op === 'some' ? { AND: [] } : undefined)),
    shownBy: `/transactions?where=lines:{some:{}}&${ids}`,
    keeps: [
      `/transactions?where=lines:{some:${paid}}&${ids}`,
      `/transactions?where=lines:{none:{}}&${ids}`,
      `/transactions?where=lines:{every:{}}&${ids}`,
    ],
  },
  {
    name: 'matches every row with none if the filter is empty',
    change: unconditional((_, op) => (op === 'none' ? { AND: [] } : undefined)),
    shownBy: `/transactions?where=lines:{none:{}}&${ids}`,
    keeps: [
      `/transactions?where=lines:{none:${paid}}&${ids}`,
      `/transactions?where=lines:{some:{}}&${ids}`,
    ],
  },
  {
    name: 'rejects an empty filter of related rows',
    change: unconditional(() => {
      throw new Rejection('The filter is empty.');
    }),
    shownBy: `/transactions?where=lines:{some:{}}&${ids}`,
    keeps: [`/transactions?where=lines:{some:${paid}}&${ids}`, `/transactions?where={}&${ids}`],
  },
  {
    name: 'combines fields and relations of a level by OR',
    change: changeFilters({
      level: (parts) => {
        const [relations, properties] = [parts.filter(isRelation), parts.filter(isProperty)];
        if (relations.length === 0 || properties.length === 0) return undefined;
        return {
          OR: [relations, properties].map((some) => ({ AND: some.map(({ filter }) => filter) })),
        };
      },
    }),
    shownBy: `/accounts?where=status:'active',balances:{some:${overdrawn}}&${ids}`,
    keeps: [
      `/accounts?where=AND:[{status:'active'},{balances:{some:${overdrawn}}}]&${ids}`,
      `/accounts?where=status:'active',identifier_prefix:'house'&${ids}`,
    ],
  },
  {
    name: 'applies only the first quantifier of a relation',
    change: changeFilters({
      level: (parts) => {
        const [first, ...others] = parts.filter(isRelation);
        if (!first || others.length === 0) return undefined;
        return {
          AND: [first, ...parts.filter((part) => !isRelation(part))].map(({ filter }) => filter),
        };
      },
    }),
    shownBy: `/accounts?where=balances:{some:{type:'main'},none:${overdrawn}}&${ids}`,
    keeps: [
      `/accounts?where=balances:{none:${overdrawn}}&${ids}`,
      `/balances?where=balance:{gt:'0',lt:'3000'}&${ids}`,
    ],
  },
  {
    name: 'does not match every if there are no related rows',
    change: changeFilters({
      quantifier: ({ relation, op, filter }) =>
        op === 'every' ? { [relation]: { every: filter, some: {} } } : undefined,
    }),
    shownBy: `/transactions?where=lines:{every:${paid}}&${ids}`,
    keeps: [
      `/transactions?where=lines:{none:${paid}}&${ids}`,
      `/transactions?where=lines:{some:${paid}}&${ids}`,
    ],
  },
  {
    name: 'reads none as "not every"',
    change: changeFilters({
      quantifier: async ({ resource, relation, op, filter }, idsOf) =>
        op === 'none'
          ? { id: { not_in: await idsOf(resource, { [relation]: { every: filter } }) } }
          : undefined,
    }),
    shownBy: `/transactions?where=lines:{none:${paid}}&${ids}`,
    keeps: [`/transactions?where=lines:{every:${paid}}&${ids}`],
  },
  {
    name: 'reads some as every',
    change: changeFilters({
      quantifier: ({ relation, op, filter }) =>
        op === 'some' ? { [relation]: { every: filter, some: {} } } : undefined,
    }),
    shownBy: `/accounts?where=balances:{some:${overdrawn}}&${ids}`,
    keeps: [`/accounts?where=balances:{none:${overdrawn}}&${ids}`],
  },
  {
    name: 'ignores the filter inside of some',
    change: changeFilters({
      quantifier: ({ relation, op }) => (op === 'some' ? { [relation]: { some: {} } } : undefined),
    }),
    shownBy: `/accounts?where=balances:{some:${overdrawn}}&${ids}`,
    keeps: [`/accounts?where=balances:{none:${overdrawn}}&${ids}`],
  },
  {
    name: 'accepts filters on to-one relations',
    mock: withToOneFilters,
    shownBy: `/balances?where=unit:{name:'EUR'}&${ids}`,
    keeps: [`/balances?where=unit_id:'EUR'&${ids}`, `/balances?where=nmae:'EUR'&${ids}`],
  },
  {
    name: 'ignores filters on to-one relations',
    change: changeSentJson({
      filter: (level, resource) =>
        dropMembers(
          level,
          (key) => own(resourceOf(schema, resource).relations, key)?.cardinality === 'one',
        ),
    }),
    shownBy: `/balances?where=unit:{name:'EUR'}&${ids}`,
    keeps: [`/balances?where=nmae:'EUR'&${ids}`, `/balances?where=name:'EUR'&${ids}`],
  },
];
