import { isPlainObject } from '../../../values/plain-object.js';
import { dataCode, flat } from '../../print-code.js';
import type { ChangedSetting } from '../compare/alternatives.js';
import type { ServiceComparison } from '../compare/compare-service.js';

/** A setting, or a group of them, that differs from the given dialect. */
export interface ReportedSetting {
  readonly setting: string;
  readonly value: unknown;
  readonly before: unknown;
  readonly explains: number;
  /** The settings of the group that changed, with their values. */
  readonly changed: readonly ChangedSetting[];
}

type SettingRow = readonly [setting: string, text: string, explains: number];

export const groupRow = ({ setting, value, explains }: ReportedSetting): SettingRow => [
  setting,
  settingText(setting, value),
  explains,
];

/**
 * A preset instead of another one, or what changed: `text.like   'exact' instead of 'collation'`.
 */
export function changedRows(
  { setting, value, before, explains, changed }: ReportedSetting,
  { causes }: ServiceComparison,
): SettingRow[] {
  const textOf = (one: unknown) => (one === undefined ? 'the default' : settingText(setting, one));
  const explainedBy = (path: string) =>
    causes.find((cause) => cause.setting === path)?.explains ?? 0;
  if (setting === 'comparators') return comparatorRows(changed, explainedBy);
  if (changed.length > 1 && typeof value === 'string')
    return [[setting, `${textOf(value)} instead of ${textOf(before)}`, explains]];
  return changed.map(({ setting: path, from, to }) => [
    path,
    [to, from]
      .map((one) => (one === undefined ? 'the default' : flat(dataCode(one))))
      .join(' instead of '),
    explainedBy(path),
  ]);
}

type Changes = Readonly<Record<string, boolean>>;

/**
 * A row for the kinds and fields that lost or gained the same comparators: `comparators   no gte
 * for string, decimal`.
 */
function comparatorRows(
  changed: readonly ChangedSetting[],
  explainedBy: (path: string) => number,
): SettingRow[] {
  const paths = new Map<string, string[]>();
  for (const { setting, from, to } of changed) {
    const [before, after] = [from ?? {}, to ?? {}] as [Changes, Changes]; // of a kind or a field
    const names = Object.keys({ ...before, ...after }).filter(
      (name) => before[name] !== after[name],
    );
    const text = names
      .map((name) => ((after[name] ?? !before[name]) ? name : `no ${name}`))
      .join(', ');
    paths.set(text, [...(paths.get(text) ?? []), setting]);
  }
  return [...paths].map(([text, of]) => [
    'comparators',
    `${text} for ${of.map((path) => path.replace('comparators.', '')).join(', ')}`,
    of.reduce((sum, path) => sum + explainedBy(path), 0),
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
