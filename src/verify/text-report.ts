import type { ProbeReport } from './run-probes.js';
import { areaOf } from './select-probes.js';
import type { VerifyReport } from './verify-service.js';

/** Functions that color text, or return it as it is. */
export interface ReportStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

/** How the report is written. */
interface TextReportOptions {
  readonly columns: number;
  readonly style: ReportStyle;
  /** Whether to list the probes that hold. */
  readonly isVerbose: boolean;
}

/** Writes the report as text: dangerous differences, then causes of other differences, then what to do. */
export function writeTextReport(report: VerifyReport, options: TextReportOptions): string {
  const { style, isVerbose } = options;
  const { probes, advice } = report;
  const columns = Math.max(40, Math.min(options.columns, 110));
  const accepted = probes.filter(({ isAccepted }) => isAccepted);
  const differing = probes.filter(({ result, isAccepted }) => result === 'differs' && !isAccepted);
  const dangerous = differing.filter(({ isDangerous }) => isDangerous);
  const others = differing.filter(({ isDangerous }) => !isDangerous);
  const unknown = probes.filter(({ result }) => result === 'unknown');
  const holding = probes.filter(({ result }) => result === 'holds');
  const dependents = (id: string) =>
    unknown.filter(({ observed }) => observed === `depends on ${id}, which differs`);
  const causes = others.filter(({ id }) => dependents(id).length > 0);
  const rest = others.filter((probe) => !causes.includes(probe));
  const lines: string[] = [];
  const section = (title: string, entries: readonly string[]) => {
    if (entries.length > 0) lines.push('', title, ...entries);
  };
  const differences = (all: readonly ProbeReport[]) =>
    all.flatMap((probe) => difference(probe, dependents(probe.id).length, columns, style));

  lines.push(style.bold(`${report.service}, ${report.date}`));
  if (report.isEmpty) lines.push(...wrap('This workspace has no rows, so most probes cannot run.', columns));
  section(
    style.bold(style.red(`Dangerous: ${dangerous.length}. The service accepts these invalid requests.`)),
    differences(dangerous),
  );
  section(
    style.bold(style.yellow(`Differs, and other probes depend on it: ${causes.length}`)),
    differences(causes),
  );
  section(style.bold(style.yellow(`Differs: ${rest.length}`)), differences(rest));
  section(
    style.bold(`Accepted: ${accepted.length}`),
    wrap(accepted.map(({ id }) => id).join(', '), columns, '  ').filter((line) => line.trim() !== ''),
  );
  section(
    style.bold(`Unknown: ${unknown.length}`),
    reasons(unknown, isVerbose).flatMap(([reason, names]) => [
      ...wrap(reason, columns, '  '),
      ...wrap(names, columns, '    ').map(style.dim),
    ]),
  );
  section(
    style.bold(style.green(`Holds: ${holding.length} of ${probes.length}`)),
    areas(holding).flatMap(([area, ids]) =>
      isVerbose ? wrap(ids.join(', '), columns, '  ') : [`  ${area}: ${ids.length}`],
    ),
  );
  section(style.bold('What to do'), adviceLines(advice, columns));
  return lines.join('\n');
}

/** One difference: what was expected and observed, and the requests. */
function difference(
  { id, expected, observed, asked }: ProbeReport,
  dependents: number,
  columns: number,
  style: ReportStyle,
): string[] {
  const indent = ' '.repeat(14);
  const labeled = (label: string, text: string, split = wrap) =>
    split(text, columns, indent).map((line, index) =>
      index === 0 ? `    ${label.padEnd(10)}${line.slice(indent.length)}` : line,
    );
  return [
    `  ${style.bold(id)}`,
    ...labeled('expected', expected),
    ...labeled('observed', observed),
    ...asked.flatMap((request) => labeled('request', request, cut)).map(style.dim),
    ...(dependents > 0 ? labeled('skipped', count(dependents, 'probe')) : []),
  ];
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Why probes are unknown, the most frequent reason first, and which probes. */
function reasons(unknown: readonly ProbeReport[], isVerbose: boolean): [reason: string, names: string][] {
  const rootReason = ({ observed }: ProbeReport) => observed.replace(/^depends on \S+: /, '');
  const direct = new Set(
    unknown.filter(({ observed }) => !observed.startsWith('depends on')).map(({ id }) => id),
  );
  return [...groupBy(unknown, rootReason)]
    .sort(([, left], [, right]) => right.length - left.length)
    .map(([reason, ids]) => {
      const named = ids.filter((id) => isVerbose || direct.has(id));
      const others = ids.length - named.length;
      if (others === 0) return [reason, named.join(', ')];
      if (named.length === 0) return [reason, count(others, 'probe')];
      const clause = `${others === 1 ? 'that depends' : 'that depend'} on ${named.length === 1 ? 'it' : 'them'}`;
      return [reason, `${named.join(', ')}, and ${count(others, 'probe')} ${clause}`];
    });
}

const areas = (probes: readonly ProbeReport[]) => [...groupBy(probes, ({ id }) => areaOf(id))];

function groupBy(probes: readonly ProbeReport[], keyOf: (probe: ProbeReport) => string) {
  const groups = new Map<string, string[]>();
  for (const probe of probes) groups.set(keyOf(probe), [...(groups.get(keyOf(probe)) ?? []), probe.id]);
  return groups;
}

function adviceLines({ code, remarks, withoutOption }: VerifyReport['advice'], columns: number): string[] {
  const blocks: string[][] = [];
  if (code !== '')
    blocks.push([
      ...wrap('These options fit this service:', columns, '  '),
      '',
      ...code.split('\n').map((line) => (line === '' ? '' : `    ${line}`)),
    ]);
  for (const remark of remarks) blocks.push(wrap(remark, columns, '  '));
  if (withoutOption.length > 0)
    blocks.push([
      ...wrap('The mock has no option for:', columns, '  '),
      ...wrap(withoutOption.join(', '), columns, '    '),
    ]);
  return blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}

/** Splits text into lines of equal length: a URL has no words. */
const cut = (text: string, columns: number, indent = ''): string[] =>
  (text.match(new RegExp(`.{1,${columns - indent.length}}`, 'gu')) ?? ['']).map((line) => indent + line);

/** Splits text into lines between words. A word that is longer than a line is cut. */
function wrap(text: string, columns: number, indent = ''): string[] {
  const width = Math.max(10, columns - indent.length);
  const lines: string[] = [];
  let line = '';
  const words = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? ['']);
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
}
