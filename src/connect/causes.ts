import type { ResolvedDialect } from '../dialect/dialect.js';
import { isSetting } from '../dialect/resolve-dialect.js';
import type { Setting } from '../dialect/setting.js';
import { settings } from '../dialect/settings.js';
import { comparedSettings, settingIn, withValue } from './alternatives.js';
import type { Asked } from './asker.js';
import type { Model } from './model.js';

/** A setting that explains why the service answered differently. */
export interface Cause {
  /** Such as `nulls.neq`. */
  readonly setting: string;
  readonly value: unknown;
  /** A sentence about it. */
  readonly about: string;
  /** How many answers differ without it. */
  readonly explains: number;
}

/** The settings in which two dialects differ, and what each of them explains. */
export function findCauses(
  model: Model,
  from: ResolvedDialect,
  to: ResolvedDialect,
  asked: readonly Asked[],
): Cause[] {
  const agreeing = asked.filter(({ query, observed }) => model.signature(query, to) === observed);
  const explainedBy = (dialect: ResolvedDialect): number =>
    agreeing.filter(({ query, observed }) => model.signature(query, dialect) !== observed).length;
  const causes = comparedSettings.flatMap((setting): Cause[] => {
    const value = settingIn(to, setting);
    const before = settingIn(from, setting);
    if (value === before) return [];
    const explains = explainedBy(withValue(to, setting, before));
    return [{ setting, value, about: sentence(setting, String(value)), explains }];
  });
  const scopes = new Set([...Object.keys(from.comparators), ...Object.keys(to.comparators)]);
  for (const scope of scopes) {
    const value = to.comparators[scope];
    if (JSON.stringify(value) === JSON.stringify(from.comparators[scope])) continue;
    const { [scope]: _, ...others } = to.comparators;
    const comparators = { ...others, ...(from.comparators[scope] && { [scope]: from.comparators[scope] }) };
    const words = Object.entries(value ?? {}).map(([name, has]) => `${has ? 'has' : 'lacks'} \`${name}\``);
    causes.push({
      setting: `comparators.${scope}`,
      value,
      about: `${scope} ${words.join(', ')}`,
      explains: explainedBy({ ...to, comparators }),
    });
  }
  return causes.sort((left, right) => right.explains - left.explains);
}

/** What the declaration of a setting says about a value. */
function sentence(path: string, value: string): string {
  const [group = '', name] = path.split('.');
  const of = settings[group as keyof typeof settings] as Setting | { readonly [name: string]: Setting };
  const setting = isSetting(of) ? of : name === undefined ? undefined : of[name];
  if (!setting) return path;
  return `${setting.about} ${setting.alternatives[value] ?? `is ${value}`}`;
}
