import type { ResolvedDialect } from '../../dialect/dialect.js';
import { withValue } from './alternatives.js';
import type { Asked } from './asker.js';
import { changedSettings } from './changed-settings.js';
import type { Model } from './model.js';

/** A setting that explains why the service answered differently. */
export interface Cause {
  /** Such as `nulls.neq`. */
  readonly setting: string;
  readonly value: unknown;
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
  const agreeing = asked.filter((one) => model.agrees(one, to));
  return changedSettings(from, to)
    .map(({ setting, from: before, to: value }) => {
      const without = withValue(to, setting, before);
      const explains = agreeing.filter((one) => !model.agrees(one, without)).length;
      return { setting, value, explains };
    })
    .sort((left, right) => right.explains - left.explains);
}
