import { basename } from 'node:path';
import { requestDialect } from '../../dialect/request-dialect.js';
import { paymentsSchema } from '../../schema/payments-schema.js';
import { escapeUnsafe } from '../../values/print-code.js';
import { shellWord } from '../../values/shell-word.js';
import type { Difference } from '../connect/compare/difference.js';
import type { KnownService } from '../connect/connect.js';
import { FIRST_LINE, printNote, writeModule } from '../connect/report/write-module.js';
import { type CommandContext, defineCommand, exclusiveOptions, UsageError } from './command.js';
import { checkModule, DEFAULT_FILE } from './connect-check.js';
import { type ConnectValues, commandLine, connectOptions } from './connect-options.js';
import { openFile, type WrittenFile } from './module-file.js';
import { resourcePaths, triesByResource } from './resource-options.js';
import { runOnService } from './service-access.js';

/** Options that have no effect with `--check`, which writes nothing, and those that have none without it. */
const WRITE_OPTIONS = ['force', 'rows', 'no-values', 'out', 'resource', 'try', 'rows-per-resource'] as const;
const CHECK_OPTIONS = ['schema', 'accept', 'json'] as const;

/** The length from which text that contains the key counts as a leak: a short key may occur by chance. */
const MIN_SECRET = 8;

/** Writes what is particular to a service: its schema and its dialect. */
export const connectCommand = defineCommand({
  name: 'connect',
  summary:
    'Measures your service, and writes a module with its schema and its dialect; --check compares them.',
  options: connectOptions,
  examples: [
    'connect --base-url https://api.example.com',
    'connect --base-url https://api.example.com --check',
    'connect --base-url https://api.example.com --rows rows.json',
    'connect --base-url https://api.example.com --resource entities=/entities --try score',
    'connect --base-url https://api.example.com --check --schema src/schema.ts --accept like --json',
  ],
  async run(values, context) {
    const isGiven = (name: (typeof WRITE_OPTIONS | typeof CHECK_OPTIONS)[number]) =>
      [values[name]].flat().some((value) => value !== undefined && value !== false);
    if (values.check) {
      const unused = WRITE_OPTIONS.find(isGiven);
      if (unused === 'out')
        throw new UsageError('`--check` writes nothing. Name the module with --schema instead of --out.');
      if (unused) throw exclusiveOptions('--check', `--${unused}`);
      return checkModule(values, context);
    }
    const unused = CHECK_OPTIONS.find(isGiven);
    if (unused) throw new UsageError(`\`--${unused}\` belongs to --check. Add --check, or leave it out.`);
    return write(values, context);
  },
});

async function write(values: ConnectValues, context: CommandContext): Promise<number> {
  const { out = DEFAULT_FILE } = values;
  const file = openModule(out, values.force, context);
  const rowsFile = openRowsFile(values, file, context);
  const base: KnownService = { schema: { ...paymentsSchema } };
  const paths = resourcePaths(values.resource);
  const tries = triesByResource(values.try, paths);
  const options = {
    rowsPerResource: values['rows-per-resource'] ?? 200,
    ...{ paths, tries, values: !values['no-values'], showValues: values['show-values'] },
  };
  const { connectService, allRows } = await import('../connect/connect.js');
  const { listDifferences } = await import('../connect/report/write-report.js');
  const run = await runOnService(values, context, (service, onPhase) =>
    connectService(service, base, { ...options, onPhase }),
  );
  const { service, apiKey, result } = run;
  const { read, comparison, contradictions, gaps } = result;
  const text = writeModule({
    ...read,
    base: base.schema,
    dialect: comparison.dialect,
    knownDifferences: listDifferences([...valuesOf(contradictions), ...comparison.differences], gaps),
    command: commandLine(values),
    specifier: `./${basename(out).replace(/\.([cm]?)tsx?$/, '.$1js')}`,
    baseUrl: service.baseUrl,
  });
  if (apiKey.length >= MIN_SECRET && text.includes(apiKey))
    throw new Error('The service returns the API key as a name or a value of a field. Nothing is written.');
  await report(run, base, values, context);
  const hasChanged = file.write(text);
  context.out(`\n${hasChanged ? 'Wrote' : 'Unchanged:'} ${out}.`);
  if (rowsFile) {
    rowsFile.write(`${JSON.stringify(allRows(result), null, 2)}\n`);
    context.out(`Wrote ${values.rows}. It contains real data: do not share it.`);
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

/** The file of `--rows`. It is overwritten if the command that wrote the module names it. */
function openRowsFile({ rows, force }: ConnectValues, module: WrittenFile, { cwd }: CommandContext) {
  if (rows === undefined) return undefined;
  const file = openFile(rows, cwd, { option: '--rows', mode: 0o600 });
  if (file.path === module.path)
    throw new UsageError('`--out` and `--rows` name the same file. Name another file with --rows.');
  const [, command = ''] = module.text?.split(/\r?\n/, 2) ?? [];
  const isOwn = `${command} `.includes(` --rows ${escapeUnsafe(shellWord(rows))} `);
  if (file.text !== undefined && !force && !isOwn)
    throw new UsageError(`\`--rows\`: ${rows} exists. Name another file, or overwrite it with --force.`);
  return file;
}

function nextSteps(values: ConnectValues, dialect: Parameters<typeof requestDialect>[0]): string {
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

type Run = Awaited<
  ReturnType<typeof runOnService<Awaited<ReturnType<typeof import('../connect/connect.js').connectService>>>>
>;

async function report(
  { result, service, seconds }: Run,
  base: KnownService,
  values: ConnectValues,
  { out, colors }: CommandContext,
): Promise<void> {
  const { writeTextReport } = await import('../connect/report/write-report.js');
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
  out(writeTextReport(report, { style: colors, isVerbose: values.verbose }));
}
