import type { Dialect, ResolvedDialect } from '../dialect/dialect.js';
import { presets } from '../dialect/presets.js';
import { isSetting, resolveDialect } from '../dialect/resolve-dialect.js';
import type { Setting } from '../dialect/setting.js';
import { settings } from '../dialect/settings.js';
import { type Comparator, comparators } from '../schema/kinds.js';
import type { Query, Use } from './query.js';

/** A change of a dialect that may explain why a service answers differently. */
export interface Alternative {
  /** Such as `nulls.neq`, `uuids`, `nulls` for a preset, or `comparators.string`. */
  readonly setting: string;
  readonly value: unknown;
  /** Whether an answer shows that it is not so, if unknown comparators are rejected. */
  readonly isRefutedBy?: (query: Query, isRejected: boolean) => boolean;
  readonly change: (dialect: ResolvedDialect) => ResolvedDialect;
}

/** Settings that are measured: they change how requests are written, and how bodies are read. */
const MEASURED: readonly string[] = [
  'envelope',
  'parameters',
  'orderFormat',
  'pageSize',
  'maxUrlLength',
  'rejections.body',
];

type Members = readonly (readonly [name: string, setting: Setting])[];

const groups: readonly (readonly [group: string, isSingle: boolean, members: Members])[] = Object.entries<
  Setting | { readonly [name: string]: Setting }
>(settings)
  .filter(([group]) => !MEASURED.includes(group) && group !== 'comparators')
  .map(([group, of]) => (isSetting(of) ? [group, true, [[group, of]]] : [group, false, Object.entries(of)]));

/** The names of all settings that are compared. */
export const comparedSettings: readonly string[] = groups.flatMap(([group, isSingle, members]) =>
  members.map(([name]) => (isSingle ? group : `${group}.${name}`)).filter((name) => !MEASURED.includes(name)),
);

/**
 * The alternatives to the settings of a dialect.
 *
 * @param statuses - The statuses of the rejections that were seen.
 */
export function alternativesTo(dialect: ResolvedDialect, statuses: readonly number[]): Alternative[] {
  const singles = groups.flatMap(([group, isSingle, members]) =>
    members.flatMap(([name, setting]) => {
      const path = isSingle ? group : `${group}.${name}`;
      if (MEASURED.includes(path)) return [];
      const values = typeof setting.default === 'number' ? statuses : Object.keys(setting.alternatives);
      return values
        .filter((value) => value !== settingIn(dialect, path))
        .map((value) => alternative(path, value, { [path]: value }));
    }),
  );
  const several = Object.entries(presets).flatMap(([group, byName]) =>
    Object.entries(byName).flatMap(([name, members]) => {
      const changes = Object.fromEntries(
        Object.entries(members)
          .map(([member, value]) => [`${group}.${member}`, value] as const)
          .filter(([path, value]) => value !== settingIn(dialect, path)),
      );
      return Object.keys(changes).length > 1 ? [alternative(group, name, changes)] : [];
    }),
  );
  return [...singles, ...several];
}

/** The group and the name of `nulls.neq`, or of `comparators.balances.name`. */
const partsOf = (path: string): readonly string[] => /^([^.]*)(?:\.(.*))?$/.exec(path)?.slice(1) ?? [];

/** The value of a setting in a dialect. */
export function settingIn(dialect: ResolvedDialect, path: string): unknown {
  const [group = '', name] = partsOf(path);
  const value: unknown = Reflect.get(dialect, group);
  return name === undefined ? value : Reflect.get(Object(value), name);
}

function alternative(
  setting: string,
  value: unknown,
  changes: { readonly [path: string]: unknown },
): Alternative {
  const paths = Object.keys(changes);
  return {
    setting,
    value,
    change: (dialect) => paths.reduce((changed, path) => withValue(changed, path, changes[path]), dialect),
  };
}

export function withValue(dialect: ResolvedDialect, path: string, value: unknown): ResolvedDialect {
  const [group = '', name] = partsOf(path);
  const before = settingIn(dialect, group);
  const after = name === undefined ? value : { ...(before as object), [name]: value };
  return { ...dialect, [group]: after };
}

/** Comparators that a kind or a field lacks, or has in addition. */
export function comparatorAlternatives(uses: readonly (Use & { readonly has: boolean })[]): Alternative[] {
  const byName = new Map<string, Alternative>();
  for (const { kind, field, comparator, has } of uses.filter(isPossible))
    for (const scope of [kind, field]) {
      const isScope = (use: Use) =>
        use.comparator === comparator && (use.kind === scope || use.field === scope);
      byName.set(`${scope} ${comparator} ${has}`, {
        setting: `comparators.${scope}`,
        value: { [comparator]: has },
        ...(!has && { isRefutedBy: (query, isRejected) => !isRejected && query.uses.some(isScope) }),
        change: (dialect) =>
          withValue(dialect, `comparators.${scope}`, { ...dialect.comparators[scope], [comparator]: has }),
      });
    }
  return [...byName.values()];
}

/** A kind may have the comparators of other kinds, but JSON has no order, and no other comparator has a meaning. */
const isPossible = ({ kind, comparator, has }: Use & { readonly has: boolean }): boolean =>
  kind === 'json' || !has
    ? comparators[kind].some((name) => name === comparator)
    : Object.values<readonly string[]>(comparators).some((names) => names.includes(comparator));

/** A dialect in which a kind or a field has a comparator, or lacks it, as the API specification says. */
export function withoutComparator(dialect: ResolvedDialect, scope: string, comparator: Comparator) {
  const { [comparator]: _, ...changes } = dialect.comparators[scope] ?? {};
  const { [scope]: __, ...others } = dialect.comparators;
  const comparators = Object.keys(changes).length === 0 ? others : { ...others, [scope]: changes };
  return { ...dialect, comparators };
}

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
  for (const [group, isSingle, members] of groups) {
    const pathOf = (name: string) => (isSingle ? group : `${group}.${name}`);
    const isLike = (other: ResolvedDialect, name: string) =>
      settingIn(dialect, pathOf(name)) === settingIn(other, pathOf(name));
    if (members.every(([name]) => isLike(start, name))) continue;
    delete changed[group];
    const different = members.filter(([name]) => !isLike(defaults, name));
    if (different.length === 0) continue;
    const values = Object.fromEntries(different.map(([name]) => [name, settingIn(dialect, pathOf(name))]));
    const isOpen = (name: string) => notObservable.includes(pathOf(name));
    changed[group] = isSingle ? values[group] : (presetOf(group, values, isOpen) ?? values);
  }
  delete changed.comparators;
  if (Object.keys(dialect.comparators).length > 0) changed.comparators = dialect.comparators;
  return changed as Dialect; // made of the members of a dialect
}

/**
 * The name of the preset with exactly these members, except for a minority that the service cannot show.
 *
 * @param isOpen - Whether no query can show a member.
 */
function presetOf(
  group: string,
  values: { readonly [name: string]: unknown },
  isOpen: (name: string) => boolean,
): string | undefined {
  const byName: object = (presets as Record<string, object>)[group] ?? {};
  const count = Object.keys(values).length;
  return Object.entries(byName).find(([, members]: [string, object]) => {
    const entries = Object.entries(members);
    const found = entries.filter(([name, value]) => values[name] === value);
    return (
      found.length === count &&
      count * 2 > entries.length &&
      entries.every(
        ([name, value]) => values[name] === value || (!Object.hasOwn(values, name) && isOpen(name)),
      )
    );
  })?.[0];
}
