import { extendSchema, one, paymentsSchema } from 'payments-data-client';
import { createMock, type Mock, type MockData } from 'payments-data-client/mock';
import { resourceOf } from '../../../src/schema/resources.js';
import { own } from '../../../src/values/plain-object.js';
import { changeFilters } from './change-filters.js';
import { changeSentJson, dropMembers } from './change-sent-json.js';
import type { ChangedServer } from './changed-server.js';
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

export const relationServers: readonly ChangedServer[] = [
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
    differs: ['where.every-empty'],
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
    differs: ['where.none'],
  },
  {
    name: 'reads some as every',
    change: changeFilters({
      quantifier: ({ relation, op, filter }) =>
        op === 'some' ? { [relation]: { every: filter, some: {} } } : undefined,
    }),
    shownBy: `/accounts?where=balances:{some:${overdrawn}}&${ids}`,
    keeps: [`/accounts?where=balances:{none:${overdrawn}}&${ids}`],
    differs: ['where.some'],
  },
  {
    name: 'ignores the filter inside of some',
    change: changeFilters({
      quantifier: ({ relation, op }) => (op === 'some' ? { [relation]: { some: {} } } : undefined),
    }),
    shownBy: `/accounts?where=balances:{some:${overdrawn}}&${ids}`,
    keeps: [`/accounts?where=balances:{none:${overdrawn}}&${ids}`],
    differs: ['where.some'],
  },
  {
    name: 'accepts filters on to-one relations',
    mock: withToOneFilters,
    shownBy: `/balances?where=unit:{name:'EUR'}&${ids}`,
    keeps: [`/balances?where=unit_id:'EUR'&${ids}`, `/balances?where=nmae:'EUR'&${ids}`],
    differs: ['where.to-one'],
  },
  {
    name: 'ignores filters on to-one relations',
    change: changeSentJson({
      filter: (level, resource) =>
        dropMembers(level, (key) => own(resourceOf(schema, resource).relations, key)?.cardinality === 'one'),
    }),
    shownBy: `/balances?where=unit:{name:'EUR'}&${ids}`,
    keeps: [`/balances?where=nmae:'EUR'&${ids}`, `/balances?where=name:'EUR'&${ids}`],
    differs: ['where.to-one'],
  },
];
