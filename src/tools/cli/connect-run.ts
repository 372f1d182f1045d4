import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Dialect } from '../../dialect/dialect.js';
import { requestDialect } from '../../dialect/request-dialect.js';
import { settings } from '../../dialect/settings.js';
import { paymentsSchema } from '../../schema/payments-schema.js';
import type { Resources } from '../../schema/resources.js';
import { didYouMean } from '../../values/did-you-mean.js';
import { redactText, SHORT_SECRET } from '../../values/redact.js';
import { differenceKinds, topics } from '../connect/compare/difference.js';
import {
  type Connected,
  compareWithBaseline,
  inferService,
  leftOutRows,
  resourcesIn,
  storedRows,
} from '../connect/connect.js';
import { printNote, writeModule } from '../connect/report/write-module.js';
import {
  listDifferences,
  type Report,
  toJsonReport,
  verdictOf,
  writeTextReport,
} from '../connect/report/write-report.js';
import { namedSettings } from '../named-settings.js';
import { FIRST_LINE, shellWord } from '../print-code.js';
import { type CommandContext, UsageError } from './command.js';
import { type ConnectValues, commandLine, DEFAULT_ROWS, resourcePaths } from './connect-options.js';
import { openFile, type WrittenFile } from './files.js';
import { loadSchema } from './load-schema.js';
import { type Run, runOnService } from './service-access.js';

/** The module that is written and checked by default. */
const DEFAULT_FILE = 'src/payments.ts';

/** Runs `connect`, with or without `--check`. @returns The exit status. */
export const runConnect = (values: ConnectValues, context: CommandContext): Promise<number> =>
  values.check ? runCheck(values, context) : write(values, context);

async function write(values: ConnectValues, context: CommandContext): Promise<number> {
  const { out = DEFAULT_FILE } = values;
  const file = openModule(out, values.force, context);
  const rowsFile = openRowsFile(values, file, context);
  const base: Resources = { ...paymentsSchema };
  const paths = resourcePaths(values.resource);
  const options = {
    rowsPerResource: values['rows-per-resource'] ?? DEFAULT_ROWS,
    paths,
    values: !values['no-values'],
    showValues: values['show-values'],
  };
  const run = await runOnService(values, context, async (service, onPhase) => {
    const connected = await inferService(service, { schema: base }, { ...options, onPhase });
    return { ...connected, ...(rowsFile && (await storedRows(service, connected))) };
  });
  const { service, apiKey, result } = run;
  const { read, comparison, schemaDifferences, gaps } = result;
  const text = writeModule({
    ...read,
    base,
    dialect: comparison.dialect,
    knownDifferences: listDifferences([...schemaDifferences, ...comparison.differences], gaps),
    agreement: comparison.agreement,
    command: commandLine(values),
    specifier: `./${basename(out).replace(/\.([cm]?)tsx?$/, '.$1js')}`,
    baseUrl: service.baseUrl,
  });
  const rowsText = `${JSON.stringify(result.rows ?? {}, null, 2)}\n`;
  // A short key may occur by chance.
  if (apiKey.length >= SHORT_SECRET && redactText(text + rowsText, [apiKey]) !== text + rowsText)
    throw new Error(
      'The service returns the API key as a name or a value of a field. Nothing is written.',
    );
  const report = reportOf(run, {
    resources: resourcesIn(read.schema, base),
    given: {},
    notes: notesOf(result, values.verbose),
  });
  context.out(writeTextReport(report, { style: context.colors, isVerbose: values.verbose }));
  const hasChanged = file.write(text);
  context.out(`\n${hasChanged ? 'Wrote' : 'Unchanged:'} ${out}.`);
  if (rowsFile) {
    rowsFile.write(rowsText);
    context.out(`Wrote ${values.rows}. It contains real data: do not share it.`);
    const leftOut = leftOutRows(read, result.rows ?? {});
    if (result.lacksDigits)
      context.out(
        `The dates of ${values.rows} lack the digits that the service does not show: no more requests were sent to find them. Increase --max-requests, or run connect again.`,
      );
    if (leftOut.length > 0)
      context.out(
        `Left out, because they refer to rows that were not read: ${leftOut.join(', ')}.`,
      );
  }
  context.out(nextSteps(values, comparison.dialect));
  if (comparison.notDetermined.length === 0) return 0;
  context.error(`The dialect could not be measured: ${comparison.notDetermined.join(' ')}`);
  return 2;
}

function openModule(out: string, isForced: boolean, { cwd }: CommandContext): WrittenFile {
  const file = openFile(out, cwd, { option: '--out' });
  const { text = '' } = file;
  // Git may have changed the ends of the lines.
  const isOwn = text.trim() === '' || text.split(/\r?\n/, 1)[0] === FIRST_LINE;
  if (isOwn || isForced) return file;
  throw new UsageError(
    `\`--out\`: ${out} was not written by connect. Name another file, or overwrite it with --force.`,
  );
}

/** The file of `--rows`. Only `--force` overwrites one: nothing shows who wrote it. */
function openRowsFile(
  { rows, force }: ConnectValues,
  module: WrittenFile,
  { cwd }: CommandContext,
) {
  if (rows === undefined) return undefined;
  const file = openFile(rows, cwd, { option: '--rows', mode: 0o600 });
  if (file.path === module.path)
    throw new UsageError('`--out` and `--rows` name the same file. Name another file with --rows.');
  if (file.text !== undefined && !force)
    throw new UsageError(
      `\`--rows\`: ${rows} exists. Name another file, or overwrite it with --force.`,
    );
  return file;
}

function nextSteps(values: ConnectValues, dialect: Dialect): string {
  const { out = DEFAULT_FILE, rows, 'base-url': baseUrl, 'key-env': keyEnv } = values;
  const { pageSize } = requestDialect(dialect);
  const page = Math.min(pageSize.default, pageSize.max);
  const schema = ['--schema', out];
  const mock = ['mock', ...schema, ...(rows === undefined ? [] : ['--data', rows])];
  const check = [
    'connect',
    '--check',
    ...(out === DEFAULT_FILE ? [] : schema),
    '--base-url',
    baseUrl,
  ];
  if (keyEnv !== undefined) check.push('--key-env', keyEnv);
  return [
    '',
    'Next:',
    `  Pass \`schema\` and \`dialect\` of ${out} to createClient() and createMock().`,
    ...(Number.isFinite(page)
      ? [`  list() returns one page, here ${page} rows; all() returns every row.`]
      : []),
    ...[mock, check].map((words) => `  npx payments-data-client ${words.map(shellWord).join(' ')}`),
  ].join('\n');
}

/**
 * How many remarks about the schema the summary shows, so that one screen has room for it. The file
 * has all of them.
 */
const SHOWN_NOTES = 6;

function notesOf({ notes, read }: Connected, isVerbose: boolean): string[] {
  const all = [
    ...notes,
    ...read.removed.map((note) => `Removed ${printNote(note)}`),
    ...read.undeclared.map((note) => `Not declared ${printNote(note)}`),
  ];
  const hidden = all.length - SHOWN_NOTES;
  return isVerbose || hidden <= 0
    ? all
    : [...all.slice(0, SHOWN_NOTES), `and ${hidden} more notes`];
}

/** @param about - What only one of the two commands says, or says differently. */
const reportOf = (
  { result: { comparison, gaps }, service: { baseUrl, requests }, seconds }: Run<Connected>,
  about: Pick<Report, 'resources' | 'given' | 'notes'> & Partial<Report>,
): Report => ({ baseUrl, requests, seconds, comparison, gaps, ...about });

/** The exit status of each verdict. */
const statuses = { same: 0, different: 1, unknown: 2 } as const;

/** Compares a service with a mock that has the schema and the dialect of a module. */
async function runCheck(values: ConnectValues, context: CommandContext): Promise<number> {
  const { schema: file = DEFAULT_FILE, json, verbose, accept } = values;
  if (values.schema === undefined && !existsSync(resolve(context.cwd, file)))
    throw new UsageError(
      `${file} does not exist. Run connect without --check, or name a module with --schema.`,
    );
  const known = await loadSchema(file, context);
  for (const name of accept) assertReportable(name, known.schema);
  const { colors, out, error } = context;
  const showValues = values['show-values'];
  const run = await runOnService(values, context, (service, onPhase) =>
    compareWithBaseline(service, known, { rowsPerResource: DEFAULT_ROWS, showValues, onPhase }),
  );
  const { sample, comparison, schemaDifferences, notes } = run.result;
  const report = reportOf(run, {
    resources: `${resourcesIn(known.schema)} of ${file}`,
    given: known.dialect ?? {},
    comparison: { ...comparison, differences: [...schemaDifferences, ...comparison.differences] },
    known: known.knownDifferences ?? [],
    accepted: accept,
    notes: [...notes, ...sample.invalidValues.map(printNote)],
  });
  const verdict = verdictOf(report);
  if (json) out(JSON.stringify(toJsonReport(report), null, 2));
  else {
    out(writeTextReport(report, { style: colors, isVerbose: verbose }));
    if (verdict === 'same') out(`\n${file} matches the service.`);
    if (verdict === 'different')
      out(
        `\n${file} no longer matches the service. Run connect without --check, or accept a topic with --accept.`,
      );
    if (verdict === 'unknown') error(`It was not determined whether ${file} matches the service.`);
  }
  return statuses[verdict];
}

/** @throws UsageError for a name that no report has. */
function assertReportable(name: string, schema: Resources): void {
  const names = [
    ...new Set(namedSettings.flatMap(({ group, path }) => [group, path])),
    ...differenceKinds,
    ...topics,
    ...Object.entries(schema).flatMap(([resource, { fields, relations }]) =>
      [
        resource,
        ...Object.keys({ ...fields, ...relations }).map((member) => `${resource}.${member}`),
      ].flatMap((path) =>
        ['fields', 'no-rows', 'not-compared', 'values'].map((topic) =>
          `${topic}-${path}`.toLowerCase(),
        ),
      ),
    ),
  ];
  const isKnown = (one: string) =>
    names.some((known) => known === one || known.startsWith(`${one}-`));
  if (isKnown(name) || isKnown(name.toLowerCase())) return; // topics are in lower case, and settings are not
  if (/^(comparators\.|fields-|values-)/.test(name)) return; // also of names that the schema does not have
  const hint = didYouMean(name, names) || ` The settings are ${Object.keys(settings).join(', ')}.`;
  throw new UsageError(`\`--accept\`: \`${name}\` is neither a setting nor a difference.${hint}`);
}
