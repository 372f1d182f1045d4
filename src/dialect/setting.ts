import { isNonEmptyString, positiveInteger } from '../values/check-options.js';
import { isPlainObject } from '../values/plain-object.js';
import { parameterName } from './setting-values.js';

/** The parts of the package that a setting changes. */
type SettingUser = 'client' | 'mock' | 'proxy';

/** A point on which the API specification is silent, and on which services differ. */
export interface Setting<Value = unknown> {
  /** What the setting is about: a phrase that the alternatives complete. */
  readonly about: string;
  readonly usedBy: readonly SettingUser[];
  /** The number of the decision that explains the default, see `docs/decisions`. */
  readonly decision: number;
  /**
   * The possible values, each with a sentence. The first is the default, unless `default` says otherwise.
   * {@link alternativeValue} turns a name into its value.
   */
  readonly alternatives: { readonly [value: string]: string };
  /** The value if the dialect does not say. */
  readonly default: Value;
  /** Whether a dialect may have this value. */
  readonly accepts: (value: unknown) => boolean;
  /** What `accepts` accepts, for messages. */
  readonly expected: string;
  /** What is expected instead of a value that is almost right. */
  readonly expectedFor?: (value: unknown) => string | undefined;
}

/**
 * The value that the name of an alternative stands for.
 *
 * @example
 * alternativeValue('null') // => null
 * alternativeValue("{ ignores: ['case'] }") // => { ignores: ['case'] }
 */
export function alternativeValue(name: string): unknown {
  if (name === 'undefined') return undefined;
  if (name === 'Infinity' || /^\d+$/.test(name)) return Number(name);
  if (name !== 'null' && !name.startsWith('{')) return name;
  return JSON.parse(name.replaceAll("'", '"').replace(/(\w+):/g, '"$1":'));
}

/** Declares a setting with a fixed list of alternatives. The first is the default. */
export function choice<const Alternatives extends { readonly [value: string]: string }>(
  about: string,
  usedBy: readonly SettingUser[],
  decision: number,
  alternatives: Alternatives,
): Setting<keyof Alternatives & string> {
  const names = Object.keys(alternatives);
  return {
    about,
    usedBy,
    decision,
    alternatives,
    default: names[0] as keyof Alternatives & string, // there is at least one
    accepts: (value) => names.includes(value as string),
    expected: `one of ${names.map((name) => `'${name}'`).join(', ')}`,
  };
}

/** Declares a setting with further values than those that its sentences name. */
export const open = <Value>(
  about: string,
  usedBy: readonly SettingUser[],
  decision: number,
  values: Pick<Setting<Value>, 'default' | 'alternatives' | 'accepts' | 'expected' | 'expectedFor'>,
): Setting<Value> => ({ about, usedBy, decision, ...values });

// What several settings have in common, and the checks of their values.

export const ALL: readonly SettingUser[] = ['client', 'mock', 'proxy'];
export const ROWS: readonly SettingUser[] = ['mock', 'proxy'];
export const MOCK: readonly SettingUser[] = ['mock'];

export const parameter = (name: string, about: string, isThere = true) =>
  open<string | null>(`The query parameter with ${about}`, ALL, 54, {
    default: isThere ? name : null,
    alternatives: { [name]: 'has this name', null: 'does not exist' },
    accepts: parameterName[0],
    expected: parameterName[1],
  });

export const status = (about: string, usual: number, other: number) =>
  open<number>(`The status for ${about}`, MOCK, 3, {
    default: usual,
    alternatives: { [usual]: `is ${usual}`, [other]: `is ${other}` },
    accepts: (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) < 600,
    expected: 'an error status such as 422',
  });

/** The members of a body with the rows, and with what the service says about the page. */
export type Envelope =
  | string
  | null
  | undefined
  | { readonly rows?: string | null | undefined; readonly pagination?: string | undefined };

const isName = (value: unknown) => value === null || isNonEmptyString(value);

export const isEnvelope = (value: unknown): boolean => {
  if (!isPlainObject(value)) return isName(value);
  const { rows = null, pagination, ...others } = value;
  const isPagination = pagination === undefined || isNonEmptyString(pagination);
  return isName(rows) && isPagination && Object.keys(others).length === 0;
};

export const pageSize = (about: string) => {
  const [accepts, expected] = positiveInteger;
  return open<number>(about, ALL, 53, {
    default: Number.POSITIVE_INFINITY,
    alternatives: { Infinity: 'is not limited', 100: 'is at most 100' },
    accepts,
    expected,
  });
};

export const nullIs = (about: string, decision = 17) =>
  choice(about, ROWS, decision, {
    matched: 'matches null, because null differs from every value',
    skipped: 'is never true for null',
  });

export const unknown = (about: string) =>
  choice(about, MOCK, 28, { rejected: 'is rejected', ignored: 'is ignored' });

export const computedIn = (about: string) =>
  choice(`A computed field in ${about}`, MOCK, 11, {
    allowed: 'works like a stored one',
    rejected: 'is rejected',
  });

/** Of several fields, the first decides. Resources without them are ordered by the others, or as `order.ties` says. */
export type DefaultOrder = 'insertion' | 'id' | { readonly [field: string]: 'asc' | 'desc' };

export const defaultOrder = (about: string) =>
  open<DefaultOrder>(about, MOCK, 2, {
    default: 'insertion',
    alternatives: {
      insertion: 'is in insertion order',
      id: 'is ordered by `id`',
      "{ created_at: 'desc' }": 'is ordered by `created_at`, the newest first; any fields are possible',
    },
    accepts: (value) =>
      value === 'insertion' ||
      value === 'id' ||
      (isPlainObject(value) &&
        Object.keys(value).length > 0 &&
        Object.values(value).every((direction) => direction === 'asc' || direction === 'desc')),
    expected: "'insertion', 'id', or an object such as { created_at: 'desc' }",
  });
