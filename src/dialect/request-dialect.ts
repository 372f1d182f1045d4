import {
  checkEach,
  type OptionCheck,
  oneOf,
  positiveInteger,
  unchecked,
} from '../values/check-options.js';
import { isPlainObject, own, withoutUndefined } from '../values/plain-object.js';
import type { Dialect, ResolvedDialect } from './dialect.js';
import {
  envelopeCheck,
  orderFormats,
  parameterName,
  requestDefaults,
  storedDates,
} from './setting-values.js';

type RequestSetting = keyof typeof requestDefaults;

/** The settings that a request depends on. They are all that a client needs of a dialect. */
export type RequestDialect = Pick<ResolvedDialect, RequestSetting> & {
  /**
   * Whether the dialect says that dates have no hidden digits, and are compared with all digits.
   */
  readonly datesAreExact: boolean;
};

/** The parameters of a query, in the words of a client. */
export const parameterKeys = Object.keys(requestDefaults.parameters);

const otherSettings = [
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
] as const satisfies (keyof Dialect)[];

type CheckedSetting = Exclude<keyof Dialect, (typeof otherSettings)[number]>;

export const requestDialect = ({ dates, ...given }: Dialect = {}): RequestDialect => ({
  ...requestDefaults,
  ...withoutUndefined(given),
  parameters: { ...requestDefaults.parameters, ...withoutUndefined(given.parameters) },
  pageSize: { ...requestDefaults.pageSize, ...withoutUndefined(given.pageSize) },
  datesAreExact: dates === 'shown' || dates === 'text',
});

/**
 * The most rows of a page that is requested with this `take`. Pages with a number have the same
 * size.
 */
export const rowsPerPage = (
  take: number | undefined,
  pageSize: RequestDialect['pageSize'],
): number => Math.min(take ?? pageSize.default, pageSize.max);

/** The members of a body that an envelope names. */
export const namedMembers = (
  envelope: Dialect['envelope'],
): { readonly rows?: string | null | undefined; readonly pagination?: string | undefined } =>
  isPlainObject(envelope) ? envelope : { rows: envelope };

/** The members of a body with the rows (`null` for none), and with the pagination. */
const envelopeMembers = (
  envelope: Dialect['envelope'],
): { readonly rows: string | null; readonly pagination: string } => ({
  rows: 'result',
  pagination: 'pagination',
  ...withoutUndefined(namedMembers(envelope)),
});

/**
 * What a body contains. A row always has an `id`: an object with one is no envelope, whatever its
 * members are called.
 */
export function openEnvelope(
  body: unknown,
  envelope: Dialect['envelope'],
): { data: unknown; pagination: unknown } {
  const { rows, pagination } = envelopeMembers(envelope);
  if (
    rows !== null &&
    isPlainObject(body) &&
    Object.hasOwn(body, rows) &&
    !Object.hasOwn(body, 'id')
  )
    return { data: body[rows], pagination: own(body, pagination) };
  return { data: body, pagination: undefined };
}

export function putIntoEnvelope(
  data: unknown,
  envelope: Dialect['envelope'],
  total?: () => number,
): unknown {
  const named = namedMembers(envelope);
  const { rows, pagination } = envelopeMembers(envelope);
  if (rows === null || !(named.rows || named.pagination)) return data;
  return { [rows]: data, ...(named.pagination && total && { [pagination]: { total: total() } }) };
}

/**
 * The check of the option `dialect` of a client. Settings that no request depends on are only
 * checked by name; the mock and the proxy check their values.
 */
export const dialectCheck = (): OptionCheck => [
  isPlainObject,
  'an object of settings',
  {
    ...({
      envelope: envelopeCheck,
      parameters: [isPlainObject, 'an object of names', checkEach(parameterKeys, parameterName)],
      orderFormat: oneOf(orderFormats),
      pageSize: [isPlainObject, 'an object', { default: positiveInteger, max: positiveInteger }],
      maxUrlLength: positiveInteger,
      dates: oneOf(storedDates),
      comparators: [isPlainObject, 'an object'],
    } satisfies Record<CheckedSetting, OptionCheck>),
    ...checkEach(otherSettings, unchecked),
  },
];
