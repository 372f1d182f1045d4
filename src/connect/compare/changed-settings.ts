import type { Dialect, ResolvedDialect } from '../../dialect/dialect.js';
import { resolveDialect } from '../../dialect/resolve-dialect.js';
import { isPlainObject } from '../../values/plain-object.js';
import { LONGEST, STEP } from '../measure/measure-url-length.js';

/** A setting with two values. */
export interface ChangedSetting {
  /** Such as `nulls.neq`. */
  readonly setting: string;
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * The settings in which a dialect and a measured one differ in meaning, however they are written. A shorter
 * `maxUrlLength` than the measured one is a limit of the user.
 */
export function changedSettings(from: ResolvedDialect, to: ResolvedDialect): ChangedSetting[] {
  const before = flatten(from);
  const after = flatten(to);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((setting) => {
    const change = { setting, from: before.get(setting), to: after.get(setting) };
    return isDifferent(change) ? [change] : [];
  });
}

/** The settings of a given dialect that the service shows to have other values. */
export const visibleChanges = (
  given: Dialect | undefined,
  { dialect, notObservable }: { readonly dialect: Dialect; readonly notObservable: readonly string[] },
): ChangedSetting[] =>
  changedSettings(resolveDialect('connect', given), resolveDialect('connect', dialect))
    // A preset also has members that the rows do not show.
    .filter(({ setting }) => !notObservable.includes(setting));

function isDifferent({ setting, from, to }: ChangedSetting): boolean {
  if (setting === 'maxUrlLength') return Number(to) < LONGEST && Number(from) >= Number(to) + STEP;
  return textOf(from) !== textOf(to) || typeof from !== typeof to;
}

/** Equal for equal values, in whatever order their members are written. */
const textOf = (value: unknown): string =>
  JSON.stringify(isPlainObject(value) ? Object.entries(value).sort() : value);

/** Settings by path. Those of `comparators` are kinds and fields. */
function flatten(dialect: object): Map<string, unknown> {
  return new Map(
    Object.entries(dialect).flatMap(([group, value]): [string, unknown][] =>
      isPlainObject(value)
        ? Object.entries(value).map(([name, member]) => [`${group}.${name}`, member])
        : [[group, value]],
    ),
  );
}
