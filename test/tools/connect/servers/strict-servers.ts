import { changeFilters, type SentComparison, usualTest } from './change-filters.js';
import { changeSelection } from './change-selection.js';
import { type ChangedServer, Rejection } from './changed-server.js';
import { changeParameters, changeQuery } from './service-query.js';

const ids = 'include=id:true';
const date = '2025-05-10T06:01:01.007';

/** Rejects comparisons. */
const reject = (isRejected: (comparison: SentComparison) => boolean) =>
  changeFilters({
    comparison: (comparison) => {
      if (isRejected(comparison)) throw new Rejection(`${comparison.op} is not possible here.`);
      return undefined;
    },
  });

const rejectDates = (form: RegExp) =>
  reject(({ field, operand }) => field.kind === 'date' && form.test(String(operand)));

const rejectJson = (comparator: string) =>
  reject(
    ({ field, op, operand }) => field.kind === 'json' && op === comparator && operand !== null,
  );

/** Services that reject what the rules and decisions allow. */
export const strictServers: readonly ChangedServer[] = [
  {
    name: 'rejects dates in lower case',
    change: rejectDates(/t.*z/),
    shownBy: `/balances?where=created_at:{lt:'${date.toLowerCase()}z'}&${ids}`,
    keeps: [`/balances?where=created_at:{lt:'${date}Z'}&${ids}`],
  },
  {
    name: 'rejects times without seconds',
    change: rejectDates(/T\d\d:\d\d(Z|[+-])/),
    shownBy: `/balances?where=created_at:{lt:'2025-05-10T06:01Z'}&${ids}`,
    keeps: [`/balances?where=created_at:{lt:'${date}Z'}&${ids}`],
  },
  {
    name: 'rejects offsets without a colon',
    change: rejectDates(/[+-]\d{4}$/),
    shownBy: `/balances?where=created_at:{lt:'${date}-0200'}&${ids}`,
    keeps: [`/balances?where=created_at:{lt:'${date}-02:00'}&${ids}`],
  },
  {
    name: 'rejects more than three digits of a second',
    change: rejectDates(/\.\d{4,}/),
    shownBy: `/balances?where=created_at:{lt:'${date}001Z'}&${ids}`,
    keeps: [`/balances?where=created_at:{lt:'${date}Z'}&${ids}`],
  },
  {
    name: 'rejects unknown values of enumerations',
    change: reject(
      ({ field, operand }) =>
        field.kind === 'enumeration' &&
        [operand].flat().some((item) => item !== 'blocked' && !field.values.includes(String(item))),
    ),
    shownBy: `/accounts?where=status:'unheard-of'&${ids}`,
    keeps: [`/accounts?where=status:'active'&${ids}`],
  },
  {
    name: 'rejects lists of values',
    change: reject(({ op }) => op === 'in'),
    shownBy: `/balances?where=type:{in:['main','custom']}&${ids}`,
    keeps: [`/balances?where=type:'main'&${ids}`, `/balances?where=type:{not_in:['main']}&${ids}`],
  },
  {
    name: 'compares with the first item of a list only',
    change: changeFilters({
      comparison: (comparison) => {
        const { op, operand } = comparison;
        if (op !== 'in' || !Array.isArray(operand)) return undefined;
        return usualTest({ ...comparison, operand: operand.slice(0, 1) });
      },
    }),
    shownBy: `/balances?where=type:{in:['main','custom']}&${ids}`,
    keeps: [
      `/balances?where=type:{in:['main']}&${ids}`,
      `/balances?where=type:{not_in:['main']}&${ids}`,
    ],
  },
  {
    name: 'rejects filters on fields without an index',
    change: reject(({ name }) => name === 'route_id'),
    shownBy: `/transactions?where=route_id:null&${ids}`,
    keeps: [`/transactions?where=entity_id:null&${ids}`],
  },
  {
    name: 'rejects filters on fields that are usually null',
    change: reject(({ name }) => name === 'archived_at'),
    shownBy: `/balances?where=archived_at:{neq:null}&${ids}`,
    keeps: [`/balances?where=created_at:{neq:'2025-01-01'}&${ids}`],
  },
  {
    name: 'rejects filters on computed fields',
    change: reject(({ field }) => field.computed),
    shownBy: `/balances?where=amount:{gt:'0'}&${ids}`,
    keeps: [`/balances?where=balance:{gt:'0'}&${ids}`],
  },
  {
    name: 'rejects a bare null',
    change: reject(({ isBare, operand }) => isBare && operand === null),
    shownBy: `/balances?where=external_id:null&${ids}`,
    keeps: [`/balances?where=external_id:{eq:null}&${ids}`],
  },
  {
    name: 'rejects an empty like',
    change: reject(({ op, operand }) => op === 'like' && operand === ''),
    shownBy: `/balances?where=name:{like:''}&${ids}`,
    keeps: [`/balances?where=name:{like:'a'}&${ids}`],
  },
  {
    name: 'rejects like on decimals',
    change: reject(({ op, field }) => op === 'like' && field.kind === 'decimal'),
    shownBy: `/balances?where=balance:{like:'5'}&${ids}`,
    keeps: [`/balances?where=name:{like:'5'}&${ids}`],
  },
  ...(['contains', 'not_contains', 'exists', 'not_exists', 'eq', 'neq'] as const).map(
    (comparator): ChangedServer => ({
      name: `rejects ${comparator} on JSON`,
      change: rejectJson(comparator),
      shownBy: `/balances?where=variables:{${comparator}:${comparator.endsWith('exists') ? "'tier'" : "{tier:'gold'}"}}&${ids}`,
      keeps: [`/balances?where=external_id:{eq:'core-10000'}&${ids}`],
    }),
  ),
  {
    name: 'rejects white space in JSON',
    change: changeQuery(async ({ parameters }) => {
      if (/^\s*\{\s*[\n\t]/.test(parameters.get('where') ?? ''))
        throw new Rejection('White space in where.');
      return undefined;
    }),
    shownBy: `/balances?where={%0A"type":"main"}&${ids}`,
    keeps: [`/balances?where={"type":"main"}&${ids}`],
  },
  {
    name: 'rejects filters of more than 20 levels',
    change: changeQuery(async ({ parameters }) => {
      if ((parameters.get('where')?.match(/AND/g) ?? []).length > 20)
        throw new Rejection('Too many levels.');
      return undefined;
    }),
    shownBy: `/balances?where=${'AND:[{'.repeat(21)}type:'main'${'}]'.repeat(21)}&${ids}`,
    keeps: [`/balances?where=${'AND:[{'.repeat(20)}type:'main'${'}]'.repeat(20)}&${ids}`],
  },
  {
    name: 'rejects an empty where',
    change: changeQuery(async ({ parameters }) => {
      if (parameters.get('where')?.trim() === '') throw new Rejection('where is empty.');
      return undefined;
    }),
    shownBy: `/balances?where=&${ids}`,
    keeps: [`/balances?${ids}`],
  },
  {
    name: 'returns 10 rows without take',
    change: changeParameters((parameters, { isList }) => {
      if (isList && !parameters.has('take')) parameters.set('take', '10');
    }),
    shownBy: `/balances?${ids}`,
    keeps: [`/balances?take=20&${ids}`],
  },
  {
    name: 'leaves a field out by default',
    change: changeSelection({
      fields: ({ flags, depth }, usual) =>
        depth > 0 || Object.keys(flags).length > 0
          ? usual
          : usual.filter((name) => name !== 'description'),
    }),
    shownBy: '/balances?take=1',
    keeps: ['/balances?take=1&include=description:true', '/balances?take=1&include=name:false'],
  },
  {
    name: 'ignores the include of a single row',
    change: changeParameters((parameters, { isList }) => {
      if (!isList) parameters.delete('include');
    }),
    shownBy: '/balances/00000000-0000-4000-8000-000000000000?include=nmae:true',
    keeps: ['/balances?take=1&include=name:true'],
  },
];
