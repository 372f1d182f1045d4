import type { Dialect } from '../../dialect/dialect.js';
import { settings } from '../../dialect/settings.js';
import { isPlainObject } from '../../values/plain-object.js';
import { dataCode, flat } from '../../values/print-code.js';
import { visibleChanges } from '../compare/changed-settings.js';
import type { ServiceComparison } from '../compare/compare.js';
import { type Difference, type DifferenceKind, differenceKinds } from '../compare/difference.js';
import { covers } from './reported-names.js';

/** What could not be found out, unless it is accepted. */
export interface Gap {
  /** Such as `no-rows-units`. */
  readonly id: string;
  readonly text: string;
}

/** What a report is about. */
export interface Report {
  readonly baseUrl: string;
  /** Such as `5 resources, 1 new: counterparties`, or `5 resources of src/payments.ts`. */
  readonly resources: string;
  readonly requests: number;
  readonly seconds: number;
  /** The dialect that the comparison is relative to: that of the module, or the default. */
  readonly given: Dialect;
  readonly comparison: ServiceComparison;
  readonly gaps?: readonly Gap[] | undefined;
  /** Ids of differences and gaps, and names of settings, that are not reported. */
  readonly accepted?: readonly string[] | undefined;
  /** Ids of differences and names of settings; nothing else is reported. Default: everything is. */
  readonly only?: readonly string[] | undefined;
  readonly notes?: readonly string[] | undefined;
}

/** Functions that color text, or return it as it is. */
type ReportStyle = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow', (text: string) => string>>;

interface TextOptions {
  readonly columns: number;
  readonly style: ReportStyle;
  /** Whether to show every difference with its request and both answers. */
  readonly isVerbose: boolean;
}

/** A setting, or a group of them, that differs from the given dialect. */
interface ReportedSetting {
  readonly setting: string;
  readonly value: unknown;
  readonly before: unknown;
  /** How many answers it explains. */
  readonly explains: number;
}

const isReported = ({ accepted = [], only = [] }: Report, ...names: readonly string[]): boolean => {
  const isNamed = (one: string) => names.some((name) => covers(one, name));
  return !accepted.some(isNamed) && (only.length === 0 || only.some(isNamed));
};

function reportedSettings(report: Report): ReportedSetting[] {
  const { comparison, given } = report;
  const { dialect, causes } = comparison;
  const changed = visibleChanges(given, comparison).filter(({ setting }) => isReported(report, setting));
  return Object.keys(settings).flatMap((setting) => {
    const isPart = (one: { readonly setting: string }) => covers(setting, one.setting);
    if (!changed.some(isPart)) return [];
    const value = dialect[setting as keyof Dialect];
    const before = given[setting as keyof Dialect];
    const explains = causes
      .filter((cause) => isPart(cause) && isReported(report, cause.setting))
      .reduce((sum, cause) => sum + cause.explains, 0);
    return [{ setting, value, before, explains }];
  });
}

const reportedDifferences = (report: Report): Difference[] =>
  report.comparison.differences.filter(({ id, kind }) => isReported(report, id, kind));

/** What could not be found out. That too little was found out cannot be accepted. */
const reportedGaps = (report: Report): { readonly id?: string; readonly text: string }[] => [
  ...report.comparison.unknown.map((text) => ({ text })),
  ...(report.gaps ?? []).filter(({ id }) => isReported(report, id)),
];

/** Whether a service and a dialect agree; `unknown` if too little was found out to say so. */
export function verdictOf(report: Report): 'same' | 'different' | 'unknown' {
  if (reportedSettings(report).length > 0 || reportedDifferences(report).length > 0) return 'different';
  return reportedGaps(report).length === 0 ? 'same' : 'unknown';
}

/** The report as data: the output of `--json`. */
export function toJsonReport(report: Report): object {
  const { baseUrl, resources, requests, seconds, comparison, notes = [] } = report;
  const { agreement, dialect, notObservable, unanswered } = comparison;
  return {
    service: baseUrl,
    verdict: verdictOf(report),
    resources,
    requests,
    seconds,
    unanswered,
    agreement,
    dialect,
    settings: reportedSettings(report).map(({ setting, value = null, before = null, explains }) => ({
      setting,
      value,
      before,
      explains,
    })),
    differences: reportedDifferences(report),
    unknown: reportedGaps(report).map(({ text }) => text),
    notObservable,
    notes,
  };
}

const titles: Readonly<Record<DifferenceKind, string>> = {
  rows: 'Wrong rows without an error',
  rejected: 'Rejected, or missing',
  cosmetic: 'Cosmetic: no client is harmed',
};

/** How many differences of a kind a report shows that is not verbose, so that it fits one screen. */
const SHOWN = 4;

/** The report as text. */
export function writeTextReport(report: Report, { columns, style, isVerbose }: TextOptions): string {
  const { baseUrl, resources, requests, seconds, comparison, given, notes = [] } = report;
  const { agreement, notObservable } = comparison;
  const width = Math.max(60, Math.min(columns, 110));
  const cut = (text: string) => (text.length > width && !isVerbose ? `${text.slice(0, width - 1)}…` : text);
  const lines = [
    `${style.bold(baseUrl)}   ${resources}   ${requests} requests, ${seconds.toFixed(1)} s`,
    ...notes.map(cut),
  ];
  const found = reportedSettings(report);
  if (found.length > 0) {
    const isDefault = Object.keys(given).length === 0;
    const longest = Math.max(...found.map(({ setting }) => setting.length));
    lines.push(
      '',
      style.bold(`Settings that differ from ${isDefault ? 'the default' : 'the module'}`),
      ...found.flatMap((one) => settingLines(one, longest, width, isDefault)),
    );
  }
  const differences = reportedDifferences(report);
  for (const kind of differenceKinds) {
    const all = differences.filter((difference) => difference.kind === kind);
    if (all.length === 0) continue;
    const color = kind === 'rows' ? style.red : kind === 'rejected' ? style.yellow : style.dim;
    const shown = isVerbose ? all : all.slice(0, SHOWN);
    const number = shown.length < all.length ? `${shown.length} of ${all.length}` : `${all.length}`;
    lines.push('', color(style.bold(`${titles[kind]}  (${number})`)));
    for (const difference of shown) lines.push(...differenceLines(difference, isVerbose).map(cut));
  }
  if (differences.length > 0 && !isVerbose)
    lines.push('', style.dim('Requests, and the names for `verify --accept`: --verbose'));
  if (isVerbose && notObservable.length > 0)
    lines.push('', cut(`Not observable with these rows: ${notObservable.join(', ')}`));
  const gaps = reportedGaps(report);
  if (gaps.length > 0) lines.push('', style.yellow('Could not be found out'));
  for (const { id, text } of gaps)
    lines.push(`  ${text}`, ...(isVerbose && id !== undefined ? [`    --accept ${id}`] : []));
  if (agreement.of > 0) {
    const text = `The mock gives the same response as the service to ${agreement.same} of ${agreement.of} random queries.`;
    lines.push('', agreement.same === agreement.of ? style.green(text) : text);
  }
  return lines.join('\n');
}

/** A setting, wrapped between its members. */
function settingLines(
  { setting, value, before, explains }: ReportedSetting,
  longest: number,
  width: number,
  isDefault: boolean,
): string[] {
  const text = value === undefined ? 'the default' : settingText(setting, value);
  const instead = isDefault || before === undefined ? '' : ` instead of ${settingText(setting, before)}`;
  const lines = [`  ${setting.padEnd(longest)}  `];
  for (const word of `${text}${instead}${explains > 0 ? `   explains ${explains}` : ''}`.split(/(?<=,) /)) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length <= width || lines.at(-1)?.trim() === '') lines[lines.length - 1] = line;
    else lines.push(`${' '.repeat(longest + 4)} ${word}`);
  }
  return lines;
}

/**
 * A setting in the words of a dialect, without the outer braces.
 *
 * @example
 * settingText('parameters', { take: 'limit' }) // => "take: 'limit'"
 */
function settingText(setting: string, value: unknown): string {
  if (!isPlainObject(value)) return literal(value);
  if (setting === 'pageSize') {
    const { default: usual, max } = value;
    return [usual, max && `at most ${max}`].filter((part) => part !== undefined).join(', ');
  }
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${literal(member)}`)
    .join(', ');
}

const literal = (value: unknown): string => flat(dataCode(value));

function differenceLines(difference: Difference, isVerbose: boolean): string[] {
  const { about, rule, count, request, expected, observed, id } = difference;
  const violated = rule === undefined ? '' : `   violates ${rule}`;
  const times = count === 1 ? '' : `   ${count} queries`;
  const short = `  ${about}: ${observed} instead of ${expected}${times}${violated}`;
  return isVerbose ? [short, `    ${request}`, `    --accept ${id}`] : [short];
}
