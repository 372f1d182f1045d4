import { changeOrder } from './change-order.js';
import { type ChangedServer, Rejection } from './changed-server.js';
import { changeParameters, changeQuery } from './service-query.js';

const ids = 'include=id:true';

const dropParameter = (name: string) =>
  changeParameters((parameters) => void parameters.delete(name));

export const listServers: readonly ChangedServer[] = [
  {
    name: 'ignores order_by',
    change: changeOrder({ order: () => [] }),
    shownBy: `/balances?order_by=name:asc&${ids}`,
    keeps: [`/balances?${ids}`, `/balances?take=3&skip=2&${ids}`, `/balances?order_by=nmae:asc`],
  },
  {
    name: 'ignores desc',
    change: changeOrder({
      order: (order) => order.map((ordering) => ({ ...ordering, direction: 'asc' })),
    }),
    shownBy: `/balances?order_by=name:desc&${ids}`,
    keeps: [`/balances?order_by=name:asc&${ids}`, `/balances?order_by=name&${ids}`],
  },
  {
    name: 'reverses an order_by without a direction',
    change: changeParameters((parameters) => {
      const order = parameters.get('order_by');
      if (order)
        parameters.set(
          'order_by',
          order
            .split(',')
            .map((part) => (part.includes(':') ? part : `${part}:desc`))
            .join(),
        );
    }),
    shownBy: `/balances?order_by=name&${ids}`,
    keeps: [`/balances?order_by=name:asc&${ids}`],
  },
  {
    name: 'orders by the first field only',
    change: changeOrder({ order: (order) => order.slice(0, 1) }),
    shownBy: `/balances?order_by=type:asc,name:desc&${ids}`,
    keeps: [`/balances?order_by=name:desc&${ids}`],
  },
  {
    name: 'puts nulls first in asc and last in desc, as MySQL',
    change: changeOrder({ nulls: { asc: 'first', desc: 'last' } }),
    shownBy: `/balances?order_by=external_id:asc&${ids}`,
    keeps: [`/balances?order_by=name:asc&${ids}`, `/balances?order_by=type:desc&${ids}`],
  },
  {
    name: 'puts nulls last in desc too',
    change: changeOrder({ nulls: { asc: 'last', desc: 'last' } }),
    shownBy: `/balances?order_by=external_id:desc&${ids}`,
    keeps: [`/balances?order_by=external_id:asc&${ids}`, `/balances?order_by=type:desc&${ids}`],
  },
  {
    name: 'orders equal rows by their ids',
    change: changeOrder({ ties: 'by id' }),
    shownBy: `/balances?order_by=type:asc&${ids}`,
    keeps: [`/balances?order_by=created_at:asc&${ids}`, `/balances?${ids}`],
  },
  {
    name: 'returns at most 10 rows',
    change: changeParameters((parameters, { isList }) => {
      const take = parameters.get('take');
      if (isList && (take === undefined || Number(take) > 10)) parameters.set('take', '10');
    }),
    shownBy: `/balances?take=20&${ids}`,
    keeps: [`/balances?take=10&${ids}`, `/balances?take=5&skip=12&${ids}`, '/balances?take=many'],
  },
  {
    name: 'ignores take',
    change: dropParameter('take'),
    shownBy: `/balances?take=2&${ids}`,
    keeps: [`/balances?skip=2&${ids}`, `/balances?order_by=name:asc&${ids}`],
  },
  {
    name: 'reads take=0 as no limit',
    change: changeParameters((parameters) => {
      if (parameters.get('take') === '0') parameters.delete('take');
    }),
    shownBy: `/balances?take=0&${ids}`,
    keeps: [`/balances?take=2&${ids}`],
  },
  {
    name: 'ignores skip',
    change: dropParameter('skip'),
    shownBy: `/balances?skip=2&${ids}`,
    keeps: [`/balances?take=2&${ids}`],
  },
  {
    name: 'ignores after',
    change: dropParameter('after'),
    shownBy: `/balances?order_by=name:asc&after=C&${ids}`,
    keeps: [`/balances?order_by=name:asc&before=C&${ids}`, `/balances?order_by=name:asc&${ids}`],
  },
  {
    name: 'ignores before',
    change: dropParameter('before'),
    shownBy: `/balances?order_by=name:asc&before=C&${ids}`,
    keeps: [`/balances?order_by=name:asc&after=C&${ids}`],
  },
  {
    name: 'accepts only cursors in after and before',
    change: changeQuery(async ({ parameters }) => {
      for (const name of ['after', 'before']) {
        const value = parameters.get(name);
        if (value !== undefined && !value.startsWith('ey'))
          throw new Rejection(`${name} is not a cursor.`);
      }
      return undefined;
    }),
    shownBy: `/balances?order_by=name:asc&after=C&${ids}`,
    keeps: [`/balances?order_by=name:asc&${ids}`],
  },
];
