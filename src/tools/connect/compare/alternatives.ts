import { isDeepStrictEqual } from 'node:util';
import type { Dialect, ResolvedDialect } from '../../../dialect/dialect.js';
import { resolveDialect } from '../../../dialect/resolve-dialect.js';
import type { Collation } from '../../../dialect/setting-values.js';
import { presets, settings } from '../../../dialect/settings.js';
import { comparators, isComparator } from '../../../schema/kinds.js';
import { isPlainObject } from '../../../values/plain-object.js';
import { type NamedSetting, namedSettings, settingIn, withSetting } from '../../named-settings.js';
import { STEP } from '../measure/measure-limits.js';
import type { Query, Use } from '../queries/query.js';
import type { Asked } from './asker.js';
import type { Model } from './model.js';

/** The same text for the same change, whatever the dialect is. */
export const keyOf = ({ setting, value }: Alternative): string => JSON.stringify([setting, value]);

/** A change of a dialect that may explain why a service answers differently. */
export interface Alternative {
  readonly setting: string;
  readonly value: unknown;
  /** Whether responses that it explains are evidence enough. */
  readonly isShownBy: (gained: readonly { readonly query: Query }[]) => boolean;
  readonly change: (dialect: ResolvedDialect) => ResolvedDialect;
}

/** Settings that are measured: they change how requests are written, and how bodies are read. */
const MEASURED = [
  'envelope',
  'parameters',
  'orderFormat',
  'pageSize',
  'maxUrlLength',
  'rejections.body',
  'order.default',
  'order.related',
  'order.ties',
];

const compared = namedSettings.filter(
  ({ group, path }) =>
    ![group, path].some((name) => name === 'comparators' || MEASURED.includes(name)),
);

export const comparedSettings: readonly string[] = compared.map(({ path }) => path);

/** Those of databases. The page of the settings in the guide says of which. */
export const collations: readonly Collation[] = [
  'codePoint',
  'en',
  { ignores: ['asciiCase'] },
  { ignores: ['case'] },
  { ignores: ['trailingSpaces'] },
  { ignores: ['case', 'accents', 'trailingSpaces'] },
  { locale: 'en', ignores: ['case', 'accents'] },
  { locale: 'en', ignores: ['case', 'trailingSpaces'] },
];

/**
 * The alternatives to the settings of a dialect.
 *
 * @param statuses - The statuses of the rejections that were seen.
 */
export function alternativesTo(
  dialect: ResolvedDialect,
  statuses: readonly number[],
): Alternative[] {
  const single = compared.flatMap(({ path, setting }) => {
    const names = path === 'text.collation' ? collations : (setting.names ?? []);
    const values: readonly unknown[] = typeof setting.default === 'number' ? statuses : names;
    return values
      .filter((value) => !isDeepStrictEqual(value, settingIn(dialect, path)))
      .map(
        (value): Alternative => ({
          setting: path,
          value,
          isShownBy: () => true,
          change: (one) => withSetting(one, path, value),
        }),
      );
  });
  return [...single, ...single.filter(isWideCollation).map(withEquality)];
}

const isWideCollation = ({ setting, value }: Alternative): boolean =>
  setting === 'text.collation' && isPlainObject(value);

/**
 * Databases with such a collation also use it for equality: one of both alone may explain less than
 * another order.
 */
const withEquality = ({ value, isShownBy, change }: Alternative): Alternative => ({
  setting: 'text',
  value: { collation: value, equality: 'collation' },
  isShownBy,
  change: (one) => withSetting(change(one), 'text.equality', 'collation'),
});

export const ENOUGH = 4;

/**
 * Comparators that a kind or a field lacks, or has in addition. One is taken away only if plain
 * operands of it were rejected more than once, or one among several others, and from a kind only if
 * those of several fields were.
 */
export function comparatorAlternatives(
  uses: readonly (Use & { readonly has: boolean })[],
): Alternative[] {
  const byName = new Map<string, Alternative>();
  for (const { kind, field, comparator, has } of uses.filter(isPossible))
    for (const scope of [kind, field])
      byName.set(`${scope} ${comparator} ${has}`, {
        setting: `comparators.${scope}`,
        value: { [comparator]: has },
        isShownBy(gained) {
          if (has) return true;
          const plain = gained.filter(({ query }) => query.isPlain);
          const fields = new Set(
            plain.flatMap(({ query }) =>
              query.uses.flatMap((use) => (use.comparator === comparator ? use.field : [])),
            ),
          );
          const isEnough = plain.length > 1 || (plain.length > 0 && gained.length >= ENOUGH);
          return isEnough && (scope === field || fields.size > 1);
        },
        change: (dialect) =>
          withSetting(dialect, `comparators.${scope}`, {
            ...dialect.comparators[scope],
            [comparator]: has,
          }),
      });
  return [...byName.values()];
}

/**
 * A kind may have the comparators of other kinds, but JSON has no order, and no other comparator
 * has a meaning.
 */
const isPossible = ({ kind, comparator, has }: Use & { readonly has: boolean }): boolean =>
  kind === 'json' || !has
    ? comparators[kind].some((name) => name === comparator)
    : isComparator(comparator);

/**
 * What a dialect says that differs from the default, as users write it.
 *
 * @param given - The dialect at the start: what has not changed is written as there.
 * @param notObservable - The settings that no query can show.
 */
export function writtenDialect(
  dialect: ResolvedDialect,
  given: Dialect,
  notObservable: readonly string[] = [],
): Dialect {
  const [defaults, start] = [resolveDialect('connect'), resolveDialect('connect', given)];
  const changed: Record<string, unknown> = { ...given };
  for (const group of new Set(compared.map((one) => one.group))) {
    const members = namedSettings.filter((one) => one.group === group);
    const differsFrom =
      (other: ResolvedDialect) =>
      ({ path }: NamedSetting) =>
        !isDeepStrictEqual(settingIn(dialect, path), settingIn(other, path));
    if (!members.some(differsFrom(start))) continue;
    delete changed[group];
    const different = members.filter(differsFrom(defaults));
    if (different.length === 0) continue;
    const values = Object.fromEntries(
      different.map(({ name, path }) => [name, settingIn(dialect, path)]),
    );
    changed[group] = members.some(({ name }) => name === undefined)
      ? settingIn(dialect, group)
      : (presetOf(group, values, notObservable) ?? values);
  }
  delete changed.comparators;
  if (Object.keys(dialect.comparators).length > 0) changed.comparators = dialect.comparators;
  return changed as Dialect; // made of the members of a dialect
}

/** A preset may also have members that the service cannot show, if they are a minority. */
function presetOf(
  group: string,
  values: { readonly [name: string]: unknown },
  notObservable: readonly string[],
): string | undefined {
  const byName: object = (presets as Record<string, object>)[group] ?? {};
  const names = Object.keys(values);
  return Object.entries(byName).find(([, members]: [string, object]) => {
    const entries = Object.entries(members);
    return (
      names.length * 2 > entries.length &&
      names.every((name) => Object.hasOwn(members, name)) &&
      entries.every(([name, value]) =>
        Object.hasOwn(values, name)
          ? values[name] === value
          : notObservable.includes(`${group}.${name}`),
      )
    );
  })?.[0];
}

export interface ChangedSetting {
  readonly setting: string;
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * The settings in which a dialect and a measured one differ in meaning, however they are written. A
 * shorter `maxUrlLength` than the measured one is a limit of the user.
 */
function changedSettings(from: ResolvedDialect, to: ResolvedDialect): ChangedSetting[] {
  const scopes = Object.keys({ ...from.comparators, ...to.comparators });
  const paths = [
    ...namedSettings.map(({ path }) => path).filter((path) => path !== 'comparators'),
    ...scopes.map((scope) => `comparators.${scope}`),
  ];
  return paths
    .map((setting) => ({ setting, from: settingIn(from, setting), to: settingIn(to, setting) }))
    .filter(isDifferent);
}

/** The settings of a given dialect that the service shows to have other values. */
export const visibleChanges = (
  given: Dialect | undefined,
  {
    dialect,
    notObservable,
  }: { readonly dialect: Dialect; readonly notObservable: readonly string[] },
): ChangedSetting[] =>
  changedSettings(resolveDialect('connect', given), resolveDialect('connect', dialect))
    // A preset also has members that the rows do not show.
    .filter(({ setting }) => !notObservable.includes(setting));

function isDifferent({ setting, from, to }: ChangedSetting): boolean {
  if (setting === 'maxUrlLength')
    return Number(to) < settings.maxUrlLength.default && Number(from) >= Number(to) + STEP;
  return !isDeepStrictEqual(from, to);
}

export interface Cause {
  readonly setting: string;
  readonly value: unknown;
  readonly explains: number;
  /** How many responses differ with it, and not without it. */
  readonly refutes: number;
}

/**
 * The settings in which two dialects differ, but for measured ones, and what each of them explains.
 */
export function findCauses(
  model: Model,
  from: ResolvedDialect,
  to: ResolvedDialect,
  asked: readonly Asked[],
): Cause[] {
  const agreeing = asked.filter((one) => model.agrees(one, to));
  const differing = asked.filter((one) => !model.agrees(one, to));
  return changedSettings(from, to)
    .filter(({ setting }) => !MEASURED.includes(setting))
    .map(({ setting, from: before, to: value }) => {
      const without = withSetting(to, setting, before);
      const explains = agreeing.filter((one) => !model.agrees(one, without)).length;
      const refutes = differing.filter((one) => model.agrees(one, without)).length;
      return { setting, value, explains, refutes };
    })
    .sort((left, right) => right.explains - left.explains);
}
