import { type OptionCheck, positiveInteger, unchecked } from '../values/check-options.js';
import { isPlainObject, withoutUndefined } from '../values/plain-object.js';
import type { Dialect, ResolvedDialect } from './dialect.js';

/** The settings that a request depends on. They are all that a client needs of a dialect. */
export type RequestDialect = Pick<
  ResolvedDialect,
  'envelope' | 'parameters' | 'orderFormat' | 'pageSize' | 'maxUrlLength'
>;

/** The settings of a request, with the defaults of those that the dialect leaves out. */
export const requestDialect = ({
  envelope,
  parameters,
  orderFormat = 'name:asc',
  pageSize = {},
  maxUrlLength = 8_000,
}: Dialect = {}): RequestDialect => ({
  envelope,
  parameters: {
    where: 'where',
    include: 'include',
    orderBy: 'order_by',
    take: 'take',
    skip: 'skip',
    after: 'after',
    before: 'before',
    ...withoutUndefined(parameters),
  },
  orderFormat,
  pageSize: { default: pageSize.default ?? Infinity, max: pageSize.max ?? Infinity },
  maxUrlLength,
});

const name: OptionCheck = [
  (value) => value === null || (typeof value === 'string' && value !== ''),
  'a name or null',
];

/**
 * The check of the option `dialect` of a client. Settings that no request depends on are only checked by name;
 * the mock and the proxy check their values.
 */
export const dialectCheck = (): OptionCheck => [
  isPlainObject,
  'an object of settings',
  {
    envelope: name,
    parameters: [
      isPlainObject,
      'an object of names',
      { where: name, include: name, orderBy: name, take: name, skip: name, after: name, before: name },
    ],
    orderFormat: [(value) => value === 'name:asc' || value === '-name', "'name:asc' or '-name'"],
    pageSize: [isPlainObject, 'an object', { default: positiveInteger, max: positiveInteger }],
    maxUrlLength: positiveInteger,
    ...Object.fromEntries(
      'rejections,dates,nulls,text,enumerations,uuids,unknown,empty,json,comparators,computed,order'
        .split(',')
        .map((group) => [group, unchecked]),
    ),
  },
];
