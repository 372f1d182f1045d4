import type { ResolvedDialect } from '../dialect/dialect.js';
import { isSetting } from '../dialect/resolve-dialect.js';
import { type Setting, settings } from '../dialect/settings.js';

/** A setting with its place in a dialect. */
export interface NamedSetting {
  readonly group: string;
  /** `undefined` if the group is a single setting. */
  readonly name: string | undefined;
  /** The group and the name, such as `nulls.neq`; the group alone if it is a single setting. */
  readonly path: string;
  readonly setting: Setting;
}

/** Every setting of a dialect. */
export const namedSettings: readonly NamedSetting[] = Object.entries<
  Setting | { readonly [name: string]: Setting }
>(settings).flatMap(([group, member]): NamedSetting[] =>
  isSetting(member)
    ? [{ group, name: undefined, path: group, setting: member }]
    : Object.entries(member).map(([name, setting]) => ({
        group,
        name,
        path: `${group}.${name}`,
        setting,
      })),
);

/** The group and the name of `nulls.neq`, or of `comparators.balances.name`. */
const partsOf = (path: string): readonly string[] =>
  /^([^.]*)(?:\.(.*))?$/.exec(path)?.slice(1) ?? [];

/** The value of a setting in a dialect. */
export function settingIn(dialect: ResolvedDialect, path: string): unknown {
  const [group = '', name] = partsOf(path);
  const value: unknown = Reflect.get(dialect, group);
  return name === undefined ? value : Reflect.get(Object(value), name);
}

/** A dialect with another value of a setting. */
export function withSetting(
  dialect: ResolvedDialect,
  path: string,
  value: unknown,
): ResolvedDialect {
  const [group = '', name] = partsOf(path);
  const before = settingIn(dialect, group);
  const after = name === undefined ? value : { ...(before as object), [name]: value };
  return { ...dialect, [group]: after };
}
