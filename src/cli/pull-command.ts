import type { Pulled } from '../pull/pull.js';
import { type CommandContext, defineCommand, type OptionValues, UsageError } from './command.js';
import { positiveIntegerUpTo } from './parse-options.js';
import { parseResource, parseTry, resourcePaths, triesByResource } from './pull-names.js';
import { openPulledFile, type PulledFile } from './pulled-file.js';
import { createServiceAccess, type ServiceAccess, serviceOptions } from './service-access.js';

const options = {
  ...serviceOptions,
  envelope: {
    type: 'string',
    placeholder: 'name',
    help: 'member of a response that contains the rows, if it is not an array',
    default: 'result',
  },
  out: {
    type: 'string',
    placeholder: 'file',
    help: 'file to write, such as src/payments-schema.ts (default: the standard output)',
  },
  check: { type: 'boolean', help: 'write nothing; exit with status 1 if the --out file would change' },
  force: { type: 'boolean', help: 'overwrite a file that this command did not write' },
  rows: {
    type: 'string',
    placeholder: 'number',
    help: 'read at most this many rows of each resource',
    default: '500',
    parse: positiveIntegerUpTo(1_000_000),
  },
  resource: {
    type: 'string',
    placeholder: 'name=/path',
    help: 'read another resource too, such as entities=/entities',
    multiple: true,
    parse: parseResource,
  },
  try: {
    type: 'string',
    placeholder: 'name',
    help: 'look for a relation or computed property, such as score or accounts.score',
    multiple: true,
    parse: parseTry,
  },
  'no-values': { type: 'boolean', help: 'leave out the values of enumerations' },
} as const;

/** The length from which text that contains the key counts as a leak. */
const MIN_SECRET = 8;

type PullValues = OptionValues<typeof options>;

/** Writes a schema with what the rows of a workspace show. */
export const pullCommand = defineCommand({
  name: 'pull',
  summary: 'Reads rows of your workspace and writes a schema with their fields and relations.',
  options,
  examples: [
    'pull --base-url https://api.example.com --out src/payments-schema.ts',
    'pull --base-url https://api.example.com --out src/payments-schema.ts --check',
    'pull --base-url https://api.example.com --resource entities=/entities --try score',
  ],
  async run(values, context) {
    if (values.check && values.out === undefined)
      throw new UsageError('`--check` compares with a file. Name it with --out.');
    if (values.check && values.force)
      throw new UsageError('`--check` and `--force` cannot be combined. Pass only one of them.');
    const paths = resourcePaths(values.resource);
    const tries = triesByResource(values.try, paths);
    const file = values.out === undefined ? undefined : openPulledFile(values.out, context.cwd);
    if (file && !values.check && !values.force) file.assertOwn();
    const access = createServiceAccess(values, context);
    const pulled = await read(values, paths, tries, access, context);
    // A short key may occur by chance.
    if (access.apiKey.length >= MIN_SECRET && pulled.text.includes(access.apiKey))
      throw new Error(
        'The service returns the API key as the name or the value of a property. Nothing is written.',
      );
    return report(values, pulled, file, access, context);
  },
});

async function read(
  values: PullValues,
  paths: ReadonlyMap<string, string>,
  tries: ReadonlyMap<string, readonly string[]>,
  access: ServiceAccess,
  { progress }: CommandContext,
): Promise<Pulled> {
  const { pull } = await import('../pull/pull.js');
  const { baseUrl, apiKey, signal } = access;
  const fetch: ServiceAccess['fetch'] = (input, init) => {
    progress(`Reading ${baseUrl}: ${access.sent() + 1} requests`);
    return access.fetch(input, init);
  };
  const { rows, envelope } = values;
  try {
    const connection = { baseUrl, apiKey, fetch, dialect: { envelope } };
    return await pull({ connection, rows, tries, paths, values: !values['no-values'], signal });
  } catch (error) {
    if (!access.isExhausted()) throw error;
    throw new Error(
      `pull stopped: the limit of ${values['max-requests']} requests was reached. Nothing was written. Raise --max-requests, or lower --rows.`,
    );
  } finally {
    progress(undefined);
  }
}

async function report(
  { out, rows, check }: PullValues,
  pulled: Pulled,
  file: PulledFile | undefined,
  access: ServiceAccess,
  context: CommandContext,
): Promise<number> {
  const { writeReport, writeDifferences } = await import('../pull/write-report.js');
  const plain = (text: string) => text;
  const { bold, green, red } = context.colors;
  const style = file ? { heading: bold, good: green, bad: red } : { heading: plain, good: plain, bad: plain };
  const say = file ? context.out : context.error;
  say(writeReport(pulled, rows, style));
  say(`\n${access.sent()} requests`);
  if (pulled.readings.every(({ failure }) => failure !== undefined)) {
    context.error(
      'Nothing could be read, so nothing is written. Check --base-url, --envelope and the role of the API key.',
    );
    return 3;
  }
  if (!file) {
    context.out(pulled.text.trimEnd());
    return 0;
  }
  if (!check) {
    say(file.write(pulled.text) ? `Written: ${out}` : `Unchanged: ${out}`);
    return 0;
  }
  const { compareModules } = await import('../pull/compare-modules.js');
  if (file.text === undefined) {
    context.error(`${out} does not exist. Run pull without --check.`);
    return 1;
  }
  const differences = compareModules(file.text, pulled.text);
  if (differences.length === 0) {
    say(`Up to date: ${out}`);
    return 0;
  }
  say(`${out} differs:\n${writeDifferences(differences)}\nRun pull without --check.`);
  return 1;
}
