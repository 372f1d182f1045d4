import { basename } from 'node:path';
import type { Dialect } from '../../dialect/dialect.js';
import { requestDialect } from '../../dialect/request-dialect.js';
import { paymentsSchema } from '../../schema/payments-schema.js';
import { shellWord } from '../../values/shell-word.js';
import type { Difference } from '../connect/compare/difference.js';
import {
  type Connected,
  connectService,
  type KnownService,
  leftOutRows,
  resourcesIn,
  storedRows,
} from '../connect/connect.js';
import { printNote, writeModule } from '../connect/report/write-module.js';
import { listDifferences, writeTextReport } from '../connect/report/write-report.js';
import { DEFAULT_FILE, FIRST_LINE } from '../connect/report/written-module.js';
import { type CommandContext, UsageError } from './command.js';
import { checkModule } from './connect-check.js';
import { type ConnectValues, commandLine, DEFAULT_ROWS } from './connect-options.js';
import { openFile, type WrittenFile } from './module-file.js';
import { resourcePaths, triesByResource } from './resource-options.js';
import { runOnService, type ServiceRun } from './service-access.js';

/** Runs `connect`, with or without `--check`. @returns The exit status. */
export const runConnect = (values: ConnectValues, context: CommandContext): Promise<number> =>
  values.check ? checkModule(values, context) : write(values, context);

/** The length from which text that contains the key counts as a leak: a short key may occur by chance. */
const MIN_SECRET = 8;

async function write(values: ConnectValues, context: CommandContext): Promise<number> {
  const { out = DEFAULT_FILE } = values;
  const file = openModule(out, values.force, context);
  const rowsFile = openRowsFile(values, file, context);
  const base: KnownService = { schema: { ...paymentsSchema } };
  const paths = resourcePaths(values.resource);
  const tries = triesByResource(values.try, paths);
  const options = {
    rowsPerResource: values['rows-per-resource'] ?? DEFAULT_ROWS,
    paths,
    tries,
    values: !values['no-values'],
    showValues: values['show-values'],
  };
  const run = await runOnService(values, context, async (service, onPhase) => {
    const connected = await connectService(service, base, { ...options, onPhase });
    return { ...connected, rows: rowsFile && (await storedRows(service, connected)) };
  });
  const { service, apiKey, result } = run;
  const { read, comparison, contradictions, gaps } = result;
  const text = writeModule({
    ...read,
    base: base.schema,
    dialect: comparison.dialect,
    knownDifferences: listDifferences([...valuesOf(contradictions), ...comparison.differences], gaps),
    agreement: comparison.agreement,
    command: commandLine(values),
    specifier: `./${basename(out).replace(/\.([cm]?)tsx?$/, '.$1js')}`,
    baseUrl: service.baseUrl,
  });
  if (apiKey.length >= MIN_SECRET && text.includes(apiKey))
    throw new Error('The service returns the API key as a name or a value of a field. Nothing is written.');
  report(run, base, values, context);
  const hasChanged = file.write(text);
  context.out(`\n${hasChanged ? 'Wrote' : 'Unchanged:'} ${out}.`);
  if (rowsFile) {
    rowsFile.write(`${JSON.stringify(result.rows, null, 2)}\n`);
    context.out(`Wrote ${values.rows}. It contains real data: do not share it.`);
    const leftOut = leftOutRows(read, result.rows ?? {});
    if (leftOut.length > 0)
      context.out(`Left out, because they refer to rows that were not read: ${leftOut.join(', ')}.`);
  }
  context.out(nextSteps(values, comparison.dialect));
  if (comparison.unknown.length === 0) return 0;
  context.error(`The dialect could not be measured: ${comparison.unknown.join(' ')}`);
  return 2;
}

/** The other contradictions are in the schema that is written. */
const valuesOf = (contradictions: readonly Difference[]): Difference[] =>
  contradictions.filter(({ topic }) => topic.startsWith('values-'));

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
function openRowsFile({ rows, force }: ConnectValues, module: WrittenFile, { cwd }: CommandContext) {
  if (rows === undefined) return undefined;
  const file = openFile(rows, cwd, { option: '--rows', mode: 0o600 });
  if (file.path === module.path)
    throw new UsageError('`--out` and `--rows` name the same file. Name another file with --rows.');
  if (file.text !== undefined && !force)
    throw new UsageError(`\`--rows\`: ${rows} exists. Name another file, or overwrite it with --force.`);
  return file;
}

function nextSteps(values: ConnectValues, dialect: Dialect): string {
  const { out = DEFAULT_FILE, rows, 'base-url': baseUrl, 'key-env': keyEnv } = values;
  const { pageSize } = requestDialect(dialect);
  const page = Math.min(pageSize.default, pageSize.max);
  const schema = ['--schema', out];
  const mock = ['mock', ...schema, ...(rows === undefined ? [] : ['--data', rows])];
  const check = ['connect', '--check', ...(out === DEFAULT_FILE ? [] : schema), '--base-url', baseUrl];
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

/** How many remarks about the schema the summary shows, so that it fits one screen. The file has all of them. */
const SHOWN_NOTES = 6;

function report(
  { result, service, seconds }: ServiceRun<Connected>,
  base: KnownService,
  values: ConnectValues,
  { out, colors }: CommandContext,
): void {
  const { read, comparison, gaps } = result;
  const notes = [
    ...result.notes,
    ...read.removed.map((note) => `Removed ${printNote(note)}`),
    ...read.undeclared.map((note) => `Not declared ${printNote(note)}`),
    ...read.missing.map(printNote),
  ];
  const hidden = notes.length - SHOWN_NOTES;
  const report = {
    baseUrl: service.baseUrl,
    resources: resourcesIn(read.schema, base.schema),
    requests: service.requests,
    seconds,
    given: {},
    comparison,
    gaps,
    notes:
      values.verbose || hidden <= 0 ? notes : [...notes.slice(0, SHOWN_NOTES), `and ${hidden} more notes`],
  };
  out(writeTextReport(report, { style: colors, isVerbose: values.verbose }));
}
