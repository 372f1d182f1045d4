import {
  isNonEmptyString,
  type OptionCheck,
  oneOf,
  positiveInteger,
  unchecked,
} from '../values/check-options.js';
import { isPlainObject, withoutUndefined } from '../values/plain-object.js';
import type { Dialect, ResolvedDialect } from './dialect.js';
import { parameterName } from './setting-values.js';

/** The settings that a request depends on. They are all that a client needs of a dialect. */
export type RequestDialect = Pick<
  ResolvedDialect,
  'envelope' | 'parameters' | 'orderFormat' | 'pageSize' | 'maxUrlLength' | 'comparators'
> & {
  /** Whether the dialect says that dates have no hidden digits, and are compared with all digits. */
  readonly datesAreExact: boolean;
};

/** The names of the query parameters by default. */
const defaultParameters = {
  where: 'where',
  include: 'include',
  orderBy: 'order_by',
  take: 'take',
  skip: 'skip',
  page: null,
  after: 'after',
  before: 'before',
} satisfies ResolvedDialect['parameters'];

/** The parameters of a query, in the words of a client. */
export const parameterKeys = Object.keys(defaultParameters);

/** The settings that no request depends on. */
const unusedSettings = [
  'rejections',
  'nulls',
  'text',
  'enumerations',
  'uuids',
  'unknown',
  'empty',
  'json',
  'computed',
  'order',
] satisfies (keyof Dialect)[];

/** The settings of a request, with the defaults of those that the dialect leaves out. */
export const requestDialect = ({
  envelope,
  parameters,
  orderFormat = 'name:asc',
  pageSize = {},
  maxUrlLength = 8_000,
  comparators = {},
  dates,
}: Dialect = {}): RequestDialect => ({
  envelope,
  parameters: { ...defaultParameters, ...withoutUndefined(parameters) },
  orderFormat,
  pageSize: { default: pageSize.default ?? Infinity, max: pageSize.max ?? Infinity },
  maxUrlLength,
  comparators,
  datesAreExact: dates === 'shown' || dates === 'text',
});

/** The members of a body that an envelope names. */
export const namedMembers = (
  envelope: Dialect['envelope'],
): { readonly rows?: string | null | undefined; readonly pagination?: string | undefined } =>
  isPlainObject(envelope) ? envelope : { rows: envelope };

/** The members of a body with the rows (`null` for none), and with the pagination. */
export const envelopeMembers = (
  envelope: Dialect['envelope'],
): { readonly rows: string | null; readonly pagination: string } => ({
  rows: 'result',
  pagination: 'pagination',
  ...withoutUndefined(namedMembers(envelope)),
});

/** The alternatives of `dates`, which `settings` describes: a client does not import that. */
export const storedDates = ['shown', 'milliseconds', 'microseconds', 'text'] satisfies Dialect['dates'][];

const name: OptionCheck = [(value) => value === null || isNonEmptyString(value), 'a name or null'];

/**
 * The check of the option `dialect` of a client. Settings that no request depends on are only checked by name;
 * the mock and the proxy check their values.
 */
export const dialectCheck = (): OptionCheck => [
  isPlainObject,
  'an object of settings',
  {
    envelope: [
      name[0],
      'a name, null or { rows, pagination }',
      { rows: name, pagination: [isNonEmptyString, 'a name'] },
    ],
    parameters: [
      isPlainObject,
      'an object of names',
      Object.fromEntries(parameterKeys.map((key) => [key, parameterName])),
    ],
    orderFormat: oneOf(['name:asc', '-name']),
    pageSize: [isPlainObject, 'an object', { default: positiveInteger, max: positiveInteger }],
    maxUrlLength: positiveInteger,
    dates: oneOf(storedDates),
    comparators: [isPlainObject, 'an object'],
    ...Object.fromEntries(unusedSettings.map((key) => [key, unchecked])),
  },
];
