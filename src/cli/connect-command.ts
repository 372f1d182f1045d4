import { basename } from 'node:path';
import type { KnownService } from '../connect/connect.js';
import { FIRST_LINE, printNote, writeModule } from '../connect/report/write-module.js';
import { requestDialect } from '../dialect/request-dialect.js';
import { paymentsSchema } from '../schema/payments-schema.js';
import { type CommandContext, defineCommand, exclusiveOptions, UsageError } from './command.js';
import { addRecorded, type ConnectValues, connectOptions, recordOptions } from './connect-options.js';
import { loadSchema } from './load-schema.js';
import { openFile, type WrittenFile } from './module-file.js';
import { resourcePaths, triesByResource } from './resource-options.js';
import { runOnService } from './service-access.js';

const DEFAULT_FILE = 'src/payments.ts';

/** Options that have no effect with `--check`, which writes nothing. A module may record them. */
const WRITE_OPTIONS = ['force', 'rows', 'mask', 'no-values'] as const;

/** The length from which text that contains the key counts as a leak: a short key may occur by chance. */
const MIN_SECRET = 8;

/** Writes what is particular to a service: its schema and its dialect. */
export const connectCommand = defineCommand({
  name: 'connect',
  summary: 'Measures your service, and writes a module with its schema and its dialect.',
  options: connectOptions,
  examples: [
    'connect --base-url https://api.example.com',
    'connect --check',
    'connect --base-url https://api.example.com --rows rows.json --mask',
    'connect --base-url https://api.example.com --resource entities=/entities --try score',
  ],
  async run(given, context) {
    const unused = given.check && WRITE_OPTIONS.find((name) => given[name]);
    if (unused) throw exclusiveOptions('--check', `--${unused}`);
    const { out = DEFAULT_FILE } = given;
    const file = openFile(out, context.cwd, { option: '--out' });
    const { text = '' } = file;
    // Git may have changed the ends of the lines.
    const isOwn = text.trim() === '' || text.split(/\r?\n/, 1)[0] === FIRST_LINE;
    if (!isOwn && !given.force)
      throw new UsageError(
        `\`--out\`: ${out} was not written by connect. Name another file, or overwrite it with --force.`,
      );
    const values = isOwn ? addRecorded(given, file) : given;
    return given.check ? check(values, out, file, context) : write(given, values, out, file, context);
  },
});

async function write(
  given: ConnectValues,
  values: ConnectValues,
  out: string,
  file: WrittenFile,
  context: CommandContext,
): Promise<number> {
  const rowsFile = openRowsFile(given, values, file, context);
  const base: KnownService = { schema: { ...paymentsSchema } };
  const run = await connectTo(base, values, context);
  const { service, apiKey, result } = run;
  const { read, comparison } = result;
  const { allRows } = await import('../connect/connect.js');
  const text = writeModule({
    ...read,
    base: base.schema,
    dialect: comparison.dialect,
    command: recordOptions(values),
    specifier: `./${basename(out).replace(/\.tsx?$/, '.js')}`,
    baseUrl: service.baseUrl,
  });
  if (apiKey.length >= MIN_SECRET && text.includes(apiKey))
    throw new Error('The service returns the API key as a name or a value of a field. Nothing is written.');
  const { maskRows } = await import('../connect/report/mask-rows.js');
  const all = rowsFile && allRows(result);
  const rows = all && values.mask ? maskRows(read.schema, all) : all;
  await report(run, base, values, context);
  const hasChanged = file.write(text);
  context.out(`\n${hasChanged ? 'Wrote' : 'Unchanged:'} ${out}.`);
  if (rows) {
    rowsFile?.write(`${JSON.stringify(rows, null, 2)}\n`);
    const warning = values.mask
      ? 'Texts are made up; ids, numbers and dates are real.'
      : 'It contains real data: do not share it.';
    context.out(`Wrote ${values.rows}. ${warning}`);
  }
  const { pageSize } = requestDialect(comparison.dialect);
  const page = Math.min(pageSize.default, pageSize.max);
  const isCosmetic = comparison.differences.some(({ kind }) => kind === 'cosmetic');
  context.out(
    [
      '',
      'Next:',
      `  Pass \`schema\` and \`dialect\` of ${out} to createClient() and createMock().`,
      ...(Number.isFinite(page)
        ? [`  list() returns one page, here ${page} rows; all() returns every row.`]
        : []),
      `  npx payments-data-client mock --schema ${out}${rows ? ` --data ${values.rows}` : ''}`,
      `  npx payments-data-client verify --schema ${out}${isCosmetic ? ' --accept cosmetic' : ''}`,
    ].join('\n'),
  );
  if (comparison.unknown.length === 0) return 0;
  context.error('The dialect could not be measured: too few rows, requests or responses.');
  return 2;
}

/** The file of `--rows`. It is overwritten if an earlier run wrote it, which the module records. */
function openRowsFile(
  given: ConnectValues,
  values: ConnectValues,
  file: WrittenFile,
  { cwd }: CommandContext,
) {
  const { rows } = values;
  if (rows === undefined) {
    if (values.mask) throw new UsageError('`--mask` changes the rows of a file. Name it with --rows.');
    return undefined;
  }
  const rowsFile = openFile(rows, cwd, { option: '--rows', mode: 0o600 });
  if (rowsFile.path === file.path)
    throw new UsageError('`--out` and `--rows` name the same file. Name another file with --rows.');
  const isOwn = () => addRecorded({ ...given, rows: undefined }, file).rows === rows;
  if (rowsFile.text !== undefined && !given.force && !isOwn())
    throw new UsageError(`\`--rows\`: ${rows} exists. Name another file, or overwrite it with --force.`);
  return rowsFile;
}

/** Whether a file still fits the service. */
async function check(
  values: ConnectValues,
  out: string,
  file: WrittenFile,
  context: CommandContext,
): Promise<number> {
  if (file.text === undefined) {
    context.error(`${out} does not exist. Run connect without --check.`);
    return 1;
  }
  const known = await loadSchema(out, context);
  const { result, service } = await connectTo(known, values, context);
  const { visibleChanges } = await import('../connect/compare/changed-settings.js');
  const { read, comparison, contradictions, gaps } = result;
  const problems = [
    ...read.unread.map(printNote),
    ...contradictions
      .filter(({ kind }) => kind !== 'cosmetic')
      .map(({ about, expected, observed }) => `${about.replace('fields: ', '')}: ${expected} -> ${observed}`),
    ...visibleChanges(known.dialect, comparison).map(
      ({ setting, from, to }) => `dialect.${setting}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`,
    ),
  ];
  if (problems.length > 0) {
    context.out(
      `${out} no longer fits:\n${problems.map((line) => `  ${line}`).join('\n')}\nRun connect without --check.`,
    );
    return 1;
  }
  if (comparison.unknown.length > 0) {
    context.error(`It could not be found out whether ${out} fits: ${comparison.unknown.join(' ')}`);
    return 2;
  }
  context.out(
    [`${out} fits the service. ${service.requests} requests.`, ...gaps.map(({ text }) => text)].join('\n'),
  );
  return 0;
}

/** Reads the service and finds its dialect. */
async function connectTo(known: KnownService, values: ConnectValues, context: CommandContext) {
  const paths = resourcePaths(values.resource);
  const options = {
    rowsPerResource: values['rows-per-resource'] ?? 500,
    paths,
    tries: triesByResource(values.try, paths),
    values: !values['no-values'],
    onlyDeclared: values.check,
    showValues: values['show-values'],
  };
  const { connectService } = await import('../connect/connect.js');
  return runOnService(values, context, (service, onPhase) =>
    connectService(service, known, { ...options, onPhase }),
  );
}

/** How many remarks about the schema the summary shows, so that it fits one screen. The file has all of them. */
const SHOWN_NOTES = 6;

async function report(
  { result, service, seconds }: Awaited<ReturnType<typeof connectTo>>,
  base: KnownService,
  values: ConnectValues,
  { out, columns, colors }: CommandContext,
): Promise<void> {
  const { writeTextReport } = await import('../connect/report/report.js');
  const { resourcesIn } = await import('../connect/connect.js');
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
  out(writeTextReport(report, { columns, style: colors, isVerbose: values.verbose }));
}
