import { isPlainObject } from '../../../values/plain-object.js';
import { dataCode, flat } from '../../print-code.js';
import type { ChangedSetting } from '../compare/alternatives.js';
import type { ServiceComparison } from '../compare/compare-service.js';

/** A setting, or a group of them, that differs from the given dialect. */
export interface ReportedSetting {
  readonly setting: string;
  readonly value: unknown;
  readonly before: unknown;
  /** How many responses it explains. */
  readonly explains: number;
  /** The settings of the group that changed, with their values. */
  readonly changed: readonly ChangedSetting[];
}

/** A line about a setting. */
type SettingRow = readonly [setting: string, text: string, explains: number];

/** A setting or a preset that differs from the default. */
export const groupRow = ({ setting, value, explains }: ReportedSetting): SettingRow => [
  setting,
  settingText(setting, value),
  explains,
];

/** A preset instead of another one, or what changed: `text.like   'exact' instead of 'collation'`. */
export function changedRows(
  { changed, ...group }: ReportedSetting,
  { causes }: ServiceComparison,
): SettingRow[] {
  const { setting, value, before, explains } = group;
  const textOf = (one: unknown) => (one === undefined ? 'the default' : settingText(setting, one));
  if (changed.length > 1 && typeof value === 'string')
    return [[setting, `${textOf(value)} instead of ${textOf(before)}`, explains]];
  return changed.map(({ setting: path, from, to }) => [
    path,
    [to, from].map((one) => (one === undefined ? 'the default' : flat(dataCode(one)))).join(' instead of '),
    causes.find((cause) => cause.setting === path)?.explains ?? 0,
  ]);
}

/**
 * A setting in the words of a dialect, without the outer braces.
 *
 * @example
 * settingText('parameters', { take: 'limit' }) // => "take: 'limit'"
 */
function settingText(setting: string, value: unknown): string {
  const literal = (one: unknown) => flat(dataCode(one));
  if (!isPlainObject(value)) return literal(value);
  if (setting === 'pageSize') {
    const { default: usual, max } = value;
    return [usual, max && `at most ${max}`].filter((part) => part !== undefined).join(', ');
  }
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${literal(member)}`)
    .join(', ');
}
