import type { Difference } from './compare-modules.js';
import type { Note, ResourceChanges } from './find-changes.js';
import type { Pulled } from './pull.js';
import { printNote, printPath } from './write-module.js';

/** The styles of the parts of a report. */
export interface ReportStyle {
  readonly heading: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

/**
 * Describes the result of a pull. It contains names and numbers, and no values of rows.
 *
 * @param limit - How many rows of a resource were read at most.
 */
export function writeReport(pulled: Pulled, limit: number, { heading, good, bad }: ReportStyle): string {
  const { changes, readings, unread, disagreements } = pulled;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', heading(title), ...lines.map((line) => `  ${line}`)];
  const rejectedBy = (name: 'client' | 'mock') =>
    disagreements.flatMap(({ path, rows, with: by }) =>
      by === name ? [`${printPath(path)}: ${rowCount(rows)}`] : [],
    );
  const hasRows = changes.resources.some(({ rows }) => rows > 0);
  const sections = [
    ...section(
      'Not declared: the client returns these without a type, and the mock does not support them',
      changes.undeclared.map(printNote),
    ),
    ...section(
      'Declared in paymentsSchema, but not returned, or returned in another form',
      changes.notReturned.map(printNote),
    ),
    ...section('Not read', unread.map(printNote)),
    ...section('Notes', remarks(pulled).map(printNote)),
    ...section(bad('A client with zodValidator() rejects'), rejectedBy('client')),
    ...section(bad('A mock with this schema rejects'), rejectedBy('mock')),
  ];
  const hasChanges = changes.resources.some((resource) => namesOf(resource).length > 0);
  const fits = !hasChanges && changes.undeclared.length + changes.notReturned.length + unread.length === 0;
  const lines = [
    ...changes.resources.map((resource) => resourceLine(resource, pulled, limit)),
    ...sections,
    ...(hasRows || readings.every(({ failure }) => failure !== undefined)
      ? []
      : ['', 'The service returned no rows, so there is nothing to compare.']),
    ...(hasRows && fits && disagreements.length === 0
      ? ['', good('Everything that was read fits paymentsSchema.')]
      : []),
  ];
  return lines.join('\n').trimStart(); // without resources, the first line is empty
}

function resourceLine(resource: ResourceChanges, { readings }: Pulled, limit: number): string {
  const reading = readings.find(({ name }) => name === resource.name);
  const rows = rowCount(resource.rows);
  const source =
    !reading || reading.rows.size === 0
      ? ' from relations'
      : resource.rows >= limit
        ? ' (limited by --rows)'
        : '';
  return `${printPath([resource.name])}: ${rows}${resource.rows === 0 ? '' : source}; ${describeChanges(resource)}`;
}

/** How many names a line lists before it counts the others. */
const LISTED_NAMES = 6;

function describeChanges(resource: ResourceChanges): string {
  const names = namesOf(resource);
  if (names.length === 0) return 'no change';
  const others = names.length - LISTED_NAMES;
  return `new or different: ${names.slice(0, LISTED_NAMES).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

const namesOf = ({ members, fields, relations }: ResourceChanges): string[] =>
  [...members, ...fields, ...relations].map(({ name }) => printPath([name]));

/** Notes that explain the result without changing the schema. */
function remarks({ readings, missing }: Pulled): Note[] {
  const notes: Note[] = [];
  for (const { name, isUnordered } of readings)
    if (isUnordered)
      notes.push({
        path: [name],
        text: 'pages() does not work, because the service ignores or rejects `order_by`, `where` or `skip`. All rows are from one list() request',
      });
  for (const { name, rows, failure } of readings)
    if (rows.size === 0 && failure === undefined) notes.push({ path: [name], text: 'the list has no rows' });
  return [...notes, ...missing];
}

const rowCount = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`;

/** Describes the differences between a file and the module that would be written. */
export const writeDifferences = (differences: readonly Difference[]): string =>
  differences
    .map(({ path, before, after }) => {
      if (path.length === 0) return '~ code outside the extension';
      const shown = path.filter((name, index) => index !== 1 || !/^(fields|relations)$/.test(name)).join('.');
      if (before === undefined) return `+ ${shown}: ${after}`;
      return after === undefined ? `- ${shown}: ${before}` : `~ ${shown}: ${before} -> ${after}`;
    })
    .join('\n');
