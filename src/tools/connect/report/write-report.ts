import type { Dialect } from '../../../dialect/dialect.js';
import { settings } from '../../../dialect/settings.js';
import { counted } from '../../../values/describe.js';
import { type Cause, type ChangedSetting, visibleChanges } from '../compare/alternatives.js';
import { HIDDEN_NEW_VALUES } from '../compare/compare-schemas.js';
import type { ServiceComparison } from '../compare/compare-service.js';
import {
  type Difference,
  type DifferenceKind,
  differenceKinds,
  RANDOM_TOPIC,
  topicAndDetail,
} from '../compare/difference.js';
import { changedRows, groupRow, type ReportedSetting } from './setting-rows.js';

export interface Gap {
  /** Such as `no-rows-units`. */
  readonly topic: string;
  readonly text: string;
}

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
  /**
   * The differences that the module lists, each as its topic and details. They are not reported.
   */
  readonly known?: readonly string[] | undefined;
  /** Topics of differences and gaps, and names of settings, that are not reported. */
  readonly accepted?: readonly string[] | undefined;
  readonly notes?: readonly string[] | undefined;
}

type ReportStyle = Readonly<
  Record<'bold' | 'dim' | 'red' | 'green' | 'yellow', (text: string) => string>
>;

interface TextOptions {
  readonly style: ReportStyle;
  readonly isVerbose: boolean;
}

/**
 * Whether a name is another one, or its beginning: `nulls` and `nulls.neq`, `fields` and
 * `fields-accounts.name`.
 */
const covers = (name: string, other: string): boolean =>
  other === name || other.startsWith(`${name}.`) || other.startsWith(`${name}-`);

/** Topics are in lower case, and users write the names of resources as in the schema. */
const isAccepted = ({ accepted = [] }: Report, ...names: readonly string[]): boolean =>
  accepted.some((one) => names.some((name) => covers(one.toLowerCase(), name.toLowerCase())));

/**
 * Whether the module lists a topic. Each value of an enumeration is known by itself, unless
 * `--no-values` hid it.
 *
 * @param details - Of a difference.
 */
function isListed({ known = [] }: Report, topic: string, details: readonly string[] = []): boolean {
  const listed = parseListed(known).get(topic);
  if (listed === undefined || !isOfValues(topic)) return listed !== undefined;
  const values = listed.split(', ');
  const hidesNew = values.includes(HIDDEN_NEW_VALUES);
  return details.every(
    (detail) => values.includes(detail) || (hidesNew && detail.startsWith('new ')),
  );
}

function reportedSettings(report: Report): ReportedSetting[] {
  const { comparison, given } = report;
  const { dialect, causes } = comparison;
  const isShown = ({ setting }: ChangedSetting) =>
    !isAccepted(report, setting) && (report.known === undefined || isEvident(setting, causes));
  const changed = visibleChanges(given, comparison).filter(isShown);
  return Object.keys(settings).flatMap((setting) => {
    const isPart = (one: { readonly setting: string }) => covers(setting, one.setting);
    const parts = changed.filter(isPart);
    if (parts.length === 0) return [];
    const value = dialect[setting as keyof Dialect];
    const before = given[setting as keyof Dialect];
    const explains = causes
      .filter((cause) => isPart(cause) && !isAccepted(report, cause.setting))
      .reduce((sum, cause) => sum + cause.explains, 0);
    return [{ setting, value, before, explains, changed: parts }];
  });
}

/** Fewer responses may need the value of the module than the other one explains, by this factor. */
const OUTWEIGHS = 4;

/**
 * Whether the service contradicts a setting of the module: another value was measured, or it
 * explains several responses, and by far more than need the value of the module.
 */
function isEvident(setting: string, causes: readonly Cause[]): boolean {
  const cause = causes.find((one) => one.setting === setting);
  return cause === undefined || (cause.explains > 1 && cause.explains >= OUTWEIGHS * cause.refutes);
}

/** Random queries inform, and are no difference by themselves. */
const reportedDifferences = (report: Report): Difference[] =>
  report.comparison.differences.filter(
    (one) =>
      one.topic !== RANDOM_TOPIC &&
      !isAccepted(report, one.topic, one.kind, ...one.compared) &&
      !isListed(report, one.topic, one.details),
  );

const harmful = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ kind }) => kind === 'rows' || kind === 'rejected');

const reportedGaps = (report: Report): readonly string[] => [
  ...report.comparison.notDetermined,
  ...(report.gaps ?? [])
    .filter(({ topic }) => !isAccepted(report, topic) && !isListed(report, topic))
    .map(({ text }) => text),
];

/** Whether a service and a module agree; `unknown` if too little was found out to say so. */
export function verdictOf(report: Report): 'same' | 'different' | 'unknown' {
  if (reportedSettings(report).length > 0 || harmful(reportedDifferences(report)).length > 0)
    return 'different';
  return reportedGaps(report).length === 0 ? 'same' : 'unknown';
}

/**
 * What a module lists, so that `connect --check` reports only what is new: each topic once, with
 * its details.
 */
export function listDifferences(
  differences: readonly Difference[],
  gaps: readonly Gap[],
): string[] {
  const byTopic = new Map<string, Set<string>>();
  const add = (topic: string, details: readonly string[]) =>
    byTopic.set(topic, new Set([...(byTopic.get(topic) ?? []), ...details]));
  for (const { topic, details } of harmful(differences))
    if (topic !== RANDOM_TOPIC) add(topic, details);
  for (const { topic, text } of gaps) add(topic, [text]);
  return [...byTopic]
    .map(([topic, details]) => {
      const sorted = [...details].sort();
      return `${topic}: ${isOfValues(topic) ? sorted.join(', ') : some(sorted, SHOWN_DETAILS)}`;
    })
    .sort();
}

/** The topics that `listDifferences` wrote, with their details. */
const parseListed = (known: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    known.map((listed) => {
      const [topic = '', details = ''] = listed.split(/:\s*(.*)/s);
      return [topic, details];
    }),
  );

/** Whether a topic is about an enumeration, whose values are known one by one. */
const isOfValues = (topic: string): boolean => topic.startsWith('values-');

export function toJsonReport(report: Report): object {
  const { baseUrl, resources, requests, seconds, comparison, notes = [] } = report;
  const { agreement, dialect, notObservable, notAsked, unanswered } = comparison;
  return {
    service: baseUrl,
    verdict: verdictOf(report),
    resources,
    requests,
    seconds,
    unanswered,
    agreement,
    dialect,
    settings: reportedSettings(report).map(
      ({ setting, value = null, before = null, explains }) => ({
        setting,
        value,
        before,
        explains,
      }),
    ),
    differences: reportedDifferences(report),
    notDetermined: reportedGaps(report),
    notObservable,
    notAsked,
    notes,
  };
}

const titles: Readonly<Record<DifferenceKind, string>> = {
  rows: 'Other rows than a mock with this module, without an error',
  rejected: 'Rejected, or missing',
  cosmetic: 'No client is harmed',
};

export function writeTextReport(report: Report, { style, isVerbose }: TextOptions): string {
  const { baseUrl, resources, requests, seconds, comparison, given, notes = [] } = report;
  const lines = [
    `${style.bold(baseUrl)}   ${resources}   ${requests} requests, ${seconds.toFixed(1)} s`,
    ...notes,
  ];
  const found = reportedSettings(report);
  if (found.length > 0) {
    const isDefault = Object.keys(given).length === 0;
    const rows = found.flatMap((one) =>
      isDefault ? [groupRow(one)] : changedRows(one, comparison),
    );
    const longest = Math.max(...rows.map(([setting]) => setting.length));
    lines.push(
      '',
      style.bold(`Settings that differ from ${isDefault ? 'the default' : 'the module'}`),
      ...rows.map(
        ([setting, text, explains]) =>
          `  ${setting.padEnd(longest)}   ${text}${explains > 0 ? `   explains ${counted(explains, 'response')}` : ''}`,
      ),
    );
  }
  const differences = reportedDifferences(report);
  for (const kind of differenceKinds) {
    const shown = differences.filter(
      (one) => one.kind === kind && (isVerbose || kind !== 'cosmetic'),
    );
    if (shown.length === 0) continue;
    const color = kind === 'rows' ? style.red : kind === 'rejected' ? style.yellow : style.dim;
    lines.push(
      '',
      color(style.bold(titles[kind])),
      ...shown.flatMap((one) => differenceLines(one, isVerbose)),
    );
  }
  if (isVerbose && comparison.notObservable.length > 0)
    lines.push('', `Not observable with these rows: ${comparison.notObservable.join(', ')}`);
  if (comparison.notAsked.length > 0)
    lines.push(
      '',
      `Not ${comparison.unanswered > 0 ? 'answered' : 'asked for lack of requests'}: ${notAsked(comparison, isVerbose)}.`,
    );
  const gaps = reportedGaps(report);
  if (gaps.length > 0)
    lines.push('', style.yellow('Not determined'), ...gaps.map((text) => `  ${text}`));
  if (comparison.agreement.of > 0)
    lines.push('', agreementLine(comparison, style), ...exampleLines(comparison));
  return lines.join('\n');
}

/**
 * Such as `include 2, order 1`, or all of it: `include (a field; a filter), order (one field
 * (date))`.
 */
function notAsked({ notAsked }: ServiceComparison, isVerbose: boolean): string {
  const byTopic = new Map<string, string[]>();
  for (const [topic, detail = topic] of notAsked.map(topicAndDetail))
    byTopic.set(topic, [...(byTopic.get(topic) ?? []), detail]);
  return [...byTopic]
    .map(([topic, details]) => `${topic} ${isVerbose ? `(${details.join('; ')})` : details.length}`)
    .join(', ');
}

/**
 * Such as `A mock with this module gave the same response to 228 of 257 random queries; the other
 * 29: like 17, date 12.`
 */
function agreementLine({ agreement }: ServiceComparison, style: ReportStyle): string {
  const { same, of } = agreement;
  const text = `A mock with this module gave the same response to ${same} of ${of} random queries`;
  if (same === of) return style.green(`${text}.`);
  return `${text}; the other ${of - same}: ${topicCounts(agreement)}.`;
}

/** The random query that shows the most harmful difference. */
const exampleLines = ({ differences }: ServiceComparison): string[] =>
  harmful(differences.filter(({ topic }) => topic === RANDOM_TOPIC))
    .slice(0, 1)
    .flatMap(({ request, observed, expected }) => [
      `  Such as ${observed} instead of ${expected}:`,
      `    ${request}`,
    ]);

/** What the random queries are about that differ, such as `like 17, date 12`. */
export const topicCounts = ({ others }: ServiceComparison['agreement']): string =>
  Object.entries(others)
    .sort(([, left], [, right]) => right - left)
    .map(([topic, count]) => `${topic} ${count}`)
    .join(', ');

/** One sentence, and the request that shows it. */
function differenceLines(difference: Difference, isVerbose: boolean): string[] {
  const { topic, details, rule, count, request, expected, observed } = difference;
  const about =
    details.length > 0
      ? `${topic} (${some(details, isVerbose ? Infinity : SHOWN_DETAILS)})`
      : topic;
  const times = count === 1 ? '' : ` ${count} queries differ.`;
  const violated = rule === undefined ? '' : ` This violates the specification: ${rule}.`;
  return [`  ${about}: ${observed} instead of ${expected}.${times}${violated}`, `    ${request}`];
}

/** What the queries of a topic are about has no end: a report and a module name a few. */
const SHOWN_DETAILS = 4;

const some = (details: readonly string[], most: number): string =>
  details.length <= most + 1
    ? details.join('; ')
    : `${details.slice(0, most).join('; ')} and ${details.length - most} more`;
