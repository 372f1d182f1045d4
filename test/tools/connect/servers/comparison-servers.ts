import type { FieldKind } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { compareText } from '../../../../src/query/match/match-text.js';
import { changeFilters, type SentComparison, type ValueTest } from './change-filters.js';
import { changeOrder } from './change-order.js';
import { type ChangedServer, type Exchange, Rejection } from './changed-server.js';

const isText = (kind: FieldKind): boolean =>
  kind === 'string' || kind === 'uuid' || kind === 'enumeration';

/** `like`, `contains` and `not_contains` of text with another meaning. */
const changeLike = (matches: (value: string, operand: string) => boolean) =>
  changeFilters({
    comparison: ({ field, op, operand }) => {
      if (field.kind === 'json' || (op !== 'like' && !op.endsWith('contains'))) return undefined;
      const test: ValueTest = (value) =>
        typeof value === 'string' && matches(value, String(operand));
      return op === 'not_contains' ? (value) => !test(value) : test;
    },
  });

/** Whether the text matches a pattern of SQL somewhere. */
function matchesPattern(wildcard: '%' | '_', value: string, operand: string): boolean {
  const literal = operand
    .split(wildcard)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(literal.join(wildcard === '%' ? '.*' : '.'), 'su').test(value);
}

/** `gt`, `gte`, `lt` and `lte` with another order. Null has none. */
function ordered(op: string, compare: (value: string) => number): ValueTest | undefined {
  const test: Record<string, (order: number) => boolean> = {
    gt: (order) => order > 0,
    gte: (order) => order >= 0,
    lt: (order) => order < 0,
    lte: (order) => order <= 0,
  };
  const holds = test[op];
  return holds && ((value) => value !== null && holds(compare(String(value))));
}

/** `eq`, `neq`, `in` and `not_in` with another equality. */
function equal(
  { op, operand }: SentComparison,
  isEqual: (value: string, operand: string) => boolean,
) {
  const items = Array.isArray(operand) ? operand : [operand];
  const test: ValueTest = (value) =>
    items.some((item) =>
      value === null || item === null ? value === item : isEqual(String(value), String(item)),
    );
  if (op === 'eq' || op === 'in') return test;
  const opposite: ValueTest = (value) => !test(value);
  return op === 'neq' || op === 'not_in' ? opposite : undefined;
}

/** Text that is sorted in another way, in filters and in `order_by`. */
const changeTextOrder =
  (compare: (left: string, right: string) => number) => async (exchange: Exchange) => {
    const inFilters = changeFilters({
      comparison: ({ field, op, operand }) =>
        isText(field.kind) ? ordered(op, (value) => compare(value, String(operand))) : undefined,
    });
    const inLists = changeOrder({
      compare: ({ kind }, left, right) => (isText(kind) ? compare(left, right) : undefined),
    });
    return inLists({ ...exchange, next: (request) => inFilters({ ...exchange, request }) });
  };

const ids = 'include=id:true';

export const textServers: readonly ChangedServer[] = [
  {
    name: 'ignores letter case in like',
    mock: (data) => createMock({ data, dialect: { text: { like: 'insensitive' } } }),
    shownBy: `/balances?where=name:{like:'ada'}&${ids}`,
    keeps: [`/balances?where=name:{like:'Ada'}&${ids}`, `/balances?where=type:'MAIN'&${ids}`],
  },
  {
    name: 'reads % in like as any text',
    change: changeLike((value, operand) => matchesPattern('%', value, operand)),
    shownBy: `/balances?where=name:{like:'A%25e'}&${ids}`,
    keeps: [`/balances?where=name:{like:'A_a'}&${ids}`, `/balances?where=name:{like:'.*'}&${ids}`],
  },
  {
    name: 'reads _ in like as any character',
    change: changeLike((value, operand) => matchesPattern('_', value, operand)),
    shownBy: `/balances?where=name:{like:'A_a'}&${ids}`,
    keeps: [
      `/balances?where=name:{like:'A%25e'}&${ids}`,
      `/balances?where=name:{like:'Ada'}&${ids}`,
    ],
  },
  {
    name: 'reads like as a regular expression, as MongoDB',
    change: changeLike((value, operand) => new RegExp(operand, 'su').test(value)),
    shownBy: `/balances?where=name:{like:'A.a'}&${ids}`,
    keeps: [
      `/balances?where=name:{like:'A%25e'}&${ids}`,
      `/balances?where=name:{like:'A_a'}&${ids}`,
    ],
  },
  {
    name: 'searches the beginning of the text in like',
    change: changeLike((value, operand) => value.startsWith(operand)),
    shownBy: `/balances?where=name:{like:'Lovelace'}&${ids}`,
    keeps: [`/balances?where=name:{like:'Ada'}&${ids}`, `/balances?where=name:{gt:'M'}&${ids}`],
  },
  {
    name: 'compares the whole text in like',
    change: changeLike((value, operand) => value === operand),
    shownBy: `/balances?where=name:{like:'Ada'}&${ids}`,
    keeps: [`/balances?where=name:{like:'Ada Lovelace, PTS'}&${ids}`],
  },
  {
    name: 'ignores letter case in eq and in',
    change: changeFilters({
      comparison: (comparison) =>
        isText(comparison.field.kind)
          ? equal(comparison, (value, operand) => value.toLowerCase() === operand.toLowerCase())
          : undefined,
    }),
    shownBy: `/balances?where=name:'ada lovelace, pts'&${ids}`,
    keeps: [
      `/balances?where=name:{like:'ada'}&${ids}`,
      `/balances?where=name:{in:['Ada Lovelace, PTS']}&${ids}`,
    ],
  },
  {
    name: 'sorts text by the rules of a language',
    change: changeTextOrder(new Intl.Collator('en').compare),
    shownBy: `/balances?where=name:{gt:'a'}&${ids}`,
    keeps: [`/balances?where=name:{gt:'M'}&${ids}`, `/balances?order_by=balance:asc&${ids}`],
  },
  {
    name: 'ignores letter case when it sorts text',
    change: changeTextOrder((left, right) => compareText(left.toLowerCase(), right.toLowerCase())),
    shownBy: `/balances?where=name:{gt:'a'}&${ids}`,
    keeps: [
      `/balances?where=name:'ada lovelace, pts'&${ids}`,
      `/balances?where=name:{gt:'M'}&${ids}`,
    ],
  },
  {
    name: 'rejects contains on text',
    change: changeFilters({
      comparison: ({ field, op }) => {
        if (field.kind !== 'json' && op.endsWith('contains'))
          throw new Rejection(`${op} is for JSON.`);
        return undefined;
      },
    }),
    shownBy: `/balances?where=name:{contains:'Ada'}&${ids}`,
    keeps: [
      `/balances?where=name:{like:'Ada'}&${ids}`,
      `/balances?where=variables:{contains:{tier:'gold'}}&${ids}`,
    ],
  },
];

const isNumeric = (kind: FieldKind): boolean => kind === 'number' || kind === 'integer';

/** Compares the text of values as if it were not a number or a date. */
const asText = (kinds: (kind: FieldKind) => boolean) => (exchange: Exchange) => {
  const inFilters = changeFilters({
    comparison: (comparison) =>
      kinds(comparison.field.kind)
        ? (ordered(comparison.op, (value) => compareText(value, String(comparison.operand))) ??
          equal(comparison, (value, operand) => value === operand))
        : undefined,
  });
  const inLists = changeOrder({
    compare: ({ kind }, left, right) => (kinds(kind) ? compareText(left, right) : undefined),
  });
  return inLists({ ...exchange, next: (request) => inFilters({ ...exchange, request }) });
};

export const numberServers: readonly ChangedServer[] = [
  {
    name: 'stores decimals as text',
    change: asText((kind) => kind === 'decimal'),
    shownBy: `/balances?where=balance:{gt:'9'}&${ids}`,
    keeps: [
      `/balances?where=balance:'3285.39'&${ids}`,
      `/transactions/lines?where=amount:{gt:9}&${ids}`,
    ],
  },
  {
    name: 'compares decimals exactly as text in eq and in only',
    change: changeFilters({
      comparison: (comparison) =>
        comparison.field.kind === 'decimal'
          ? equal(comparison, (value, operand) => value === operand)
          : undefined,
    }),
    shownBy: `/balances?where=balance:'3285.390'&${ids}`,
    keeps: [`/balances?where=balance:'3285.39'&${ids}`, `/balances?where=balance:{gt:'9'}&${ids}`],
  },
  {
    name: 'compares decimals as floats',
    change: changeFilters({
      comparison: (comparison) => {
        if (comparison.field.kind !== 'decimal') return undefined;
        const difference = (value: string) => Number(value) - Number(comparison.operand);
        return (
          ordered(comparison.op, difference) ??
          equal(comparison, (value, operand) => Number(value) === Number(operand))
        );
      },
    }),
    shownBy: `/balances?where=balance:'3285.39000000000000000001'&${ids}`,
    keeps: [`/balances?where=balance:'3285.390'&${ids}`, `/balances?where=balance:{gt:'9'}&${ids}`],
  },
  {
    name: 'rejects numbers as operands of decimals',
    change: changeFilters({
      comparison: ({ field, operand }) => {
        const items = Array.isArray(operand) ? operand : [operand];
        if (field.kind === 'decimal' && items.some((item) => typeof item === 'number'))
          throw new Rejection('A decimal is text.');
        return undefined;
      },
    }),
    shownBy: `/balances?where=balance:{gt:9}&${ids}`,
    keeps: [
      `/balances?where=balance:{gt:'9'}&${ids}`,
      `/transactions/lines?where=amount:{gt:9}&${ids}`,
    ],
  },
  {
    name: 'compares numbers as text',
    change: asText(isNumeric),
    shownBy: `/transactions/lines?where=amount:{gt:9}&${ids}`,
    keeps: [
      `/balances?where=balance:{gt:9}&${ids}`,
      `/transactions/lines?where=amount:{neq:0.25}&${ids}`,
    ],
  },
];

/** Dates with another meaning of their operand: the milliseconds that it stands for. */
const changeDates = (parse: (operand: string) => number) =>
  changeFilters({
    comparison: (comparison) => {
      if (comparison.field.kind !== 'date') return undefined;
      const difference = (value: string, operand: string) => Date.parse(value) - parse(operand);
      return (
        ordered(comparison.op, (value) => difference(value, String(comparison.operand))) ??
        equal(comparison, (value, operand) => difference(value, operand) === 0)
      );
    },
  });

/** Rejects dates of one form. */
const rejectDates = (form: RegExp) =>
  changeFilters({
    comparison: ({ field, operand }) => {
      const items = Array.isArray(operand) ? operand : [operand];
      if (field.kind === 'date' && items.some((item) => form.test(String(item))))
        throw new Rejection('The date has an unknown format.');
      return undefined;
    },
  });

const date = '2025-05-10T06:01:01.007';

export const dateServers: readonly ChangedServer[] = [
  {
    name: 'ignores the offset of a date',
    change: changeDates((operand) =>
      Date.parse(operand.replace(/(T.*?)(Z|[+-]\d\d:?\d\d)$/i, '$1Z')),
    ),
    shownBy: `/balances?where=created_at:{lt:'${date}-02:00'}&${ids}`,
    keeps: [
      `/balances?where=created_at:{lte:'${date}Z'}&${ids}`,
      `/balances?where=created_at:{lt:'2025-05-10'}&${ids}`,
    ],
  },
  {
    name: 'compares dates as text',
    change: asText((kind) => kind === 'date'),
    shownBy: `/balances?where=created_at:{lt:'2025-05-10T07:01:01.007%2B02:00'}&${ids}`,
    keeps: [
      `/balances?where=created_at:{lte:'${date}Z'}&${ids}`,
      `/balances?where=created_at:{lt:'2025-05-10'}&${ids}`,
    ],
  },
  {
    name: 'rejects a date without a time',
    change: rejectDates(/^\d{4}-\d\d-\d\d$/),
    shownBy: `/balances?where=created_at:{lt:'2025-05-10'}&${ids}`,
    keeps: [`/balances?where=created_at:{lt:'${date}Z'}&${ids}`],
  },
  {
    name: 'rejects a date with an offset',
    change: rejectDates(/T.*[+-]\d\d:?\d\d$/),
    shownBy: `/balances?where=created_at:{lt:'${date}-02:00'}&${ids}`,
    keeps: [`/balances?where=created_at:{lt:'2025-05-10'}&${ids}`],
  },
];
