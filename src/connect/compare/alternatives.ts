import type { Dialect, ResolvedDialect } from '../../dialect/dialect.js';
import { presets } from '../../dialect/presets.js';
import { isSetting, resolveDialect } from '../../dialect/resolve-dialect.js';
import type { Setting } from '../../dialect/setting.js';
import { settings } from '../../dialect/settings.js';
import { type Comparator, comparators } from '../../schema/kinds.js';
import type { Query, Use } from '../queries/query.js';

/** A change of a dialect that may explain why a service answers differently. */
export interface Alternative {
  /** Such as `nulls.neq`, `uuids`, `nulls` for a preset, or `comparators.string`. */
  readonly setting: string;
  readonly value: unknown;
  /** Whether an answer shows that it is not so, if unknown comparators are rejected. */
  readonly isRefutedBy?: (query: Query, isRejected: boolean) => boolean;
  readonly change: (dialect: ResolvedDialect) => ResolvedDialect;
}

interface NamedSetting {
  readonly group: string;
  /** The group and the name, such as `nulls.neq`; the group alone if it is a single setting. */
  readonly path: string;
  readonly setting: Setting;
}

/** Every setting of a dialect. */
export const namedSettings: readonly NamedSetting[] = Object.entries<
  Setting | { readonly [name: string]: Setting }
>(settings).flatMap(([group, of]) =>
  isSetting(of)
    ? [{ group, path: group, setting: of }]
    : Object.entries(of).map(([name, setting]) => ({ group, path: `${group}.${name}`, setting })),
);

/** Settings that are measured: they change how requests are written, and how bodies are read. */
const MEASURED = ['envelope', 'parameters', 'orderFormat', 'pageSize', 'maxUrlLength', 'rejections.body'];

const compared = namedSettings.filter(
  ({ group, path }) => ![group, path].some((name) => name === 'comparators' || MEASURED.includes(name)),
);

/** The names of all settings that are compared. */
export const comparedSettings: readonly string[] = compared.map(({ path }) => path);

/**
 * The alternatives to the settings of a dialect.
 *
 * @param statuses - The statuses of the rejections that were seen.
 */
export function alternativesTo(dialect: ResolvedDialect, statuses: readonly number[]): Alternative[] {
  const singles = compared.flatMap(({ path, setting }) => {
    const values = typeof setting.default === 'number' ? statuses : Object.keys(setting.alternatives);
    return values
      .filter((value) => value !== settingIn(dialect, path))
      .map((value) => alternative(path, value, { [path]: value }));
  });
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
  for (const group of new Set(compared.map((one) => one.group))) {
    const paths = namedSettings.filter((one) => one.group === group).map(({ path }) => path);
    const differsFrom = (other: ResolvedDialect) => (path: string) =>
      settingIn(dialect, path) !== settingIn(other, path);
    if (!paths.some(differsFrom(start))) continue;
    delete changed[group];
    const different = paths.filter(differsFrom(defaults));
    if (different.length === 0) continue;
    const values = Object.fromEntries(different.map((path) => [partsOf(path)[1], settingIn(dialect, path)]));
    changed[group] = paths.includes(group)
      ? settingIn(dialect, group)
      : (presetOf(group, values, notObservable) ?? values);
  }
  delete changed.comparators;
  if (Object.keys(dialect.comparators).length > 0) changed.comparators = dialect.comparators;
  return changed as Dialect; // made of the members of a dialect
}

/** The name of the preset with exactly these members, except for a minority that the service cannot show. */
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
        Object.hasOwn(values, name) ? values[name] === value : notObservable.includes(`${group}.${name}`),
      )
    );
  })?.[0];
}
