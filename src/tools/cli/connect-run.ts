import { basename } from 'node:path';
import { resolveDialect } from '../../dialect.js';
import { isApiError } from '../../errors.js';
import { paymentsSchema } from '../../schema/payments-schema.js';
import type { Resources } from '../../schema/resources.js';
import { isApiKey } from '../../values/headers.js';
import { connect } from '../connect/connect.js';
import { checkModule } from '../connect/drift.js';
import { describeNotes, readHeader, writeModule } from '../connect/module.js';
import { type Note, Service } from '../connect/service.js';
import { FIRST_LINE, shellWord } from '../print-code.js';
import { type CommandContext, DEFAULT_KEY, UsageError } from './command.js';
import { type ConnectValues, commandLine, resourcePaths } from './connect-options.js';
import { openFile } from './files.js';
import { loadSchema } from './load-schema.js';

/** Runs `connect`, with or without `--check`. @returns The exit status. */
export const runConnect = (values: ConnectValues, context: CommandContext): Promise<number> =>
  values.check ? check(values, context) : write(values, context);

/** A secret with fewer characters may be a word of the module. */
const SHORT_SECRET = 8;
/** How many lines about the schema the summary shows. The module has all of them. */
const SHOWN_NOTES = 6;

async function write(values: ConnectValues, context: CommandContext): Promise<number> {
  const { out } = values;
  const file = openFile(out, context.cwd, { option: '--out' });
  const { text: present = '' } = file;
  // Git may have changed the ends of the lines.
  if (present.trim() !== '' && present.split(/\r?\n/, 1)[0] !== FIRST_LINE && !values.force)
    throw new UsageError(
      `\`--out\`: ${out} was not written by connect. Name another file, or overwrite it with --force.`,
    );
  const paths = resourcePaths(values.resource);
  const base: Resources = { ...paymentsSchema };
  const { service, apiKey, onPhase, done } = open(values, context);
  const connected = await withAdvice(() => connect(service, base, paths, onPhase));
  const { schema, inferred } = connected;
  const text = writeModule({
    ...connected,
    base,
    baseUrl: service.baseUrl,
    command: commandLine(values),
    specifier: `./${basename(out).replace(/\.([cm]?)tsx?$/, '.$1js')}`,
  });
  if (apiKey.length >= SHORT_SECRET && text.includes(apiKey))
    throw new Error(
      'The service returns the API key as a name or a value of a field. Nothing is written.',
    );
  const names = Object.keys(schema);
  const added = names.filter((name) => !Object.hasOwn(base, name));
  context.out(
    `${service.baseUrl}: ${names.length} resources${added.length > 0 ? `, new: ${added.join(', ')}` : ''}. ${done()}`,
  );
  printList(context, 'Not proven:', connected.doubts);
  printList(context, 'Not declared:', inferred.undeclared);
  printList(context, 'Removed, because it is not returned:', inferred.removed);
  context.out(`\n${file.write(text) ? 'Wrote' : 'Unchanged:'} ${out}.\n`);
  const checked = ['connect', '--check', '--base-url', values['base-url']];
  if (values['key-env'] !== undefined) checked.push('--key-env', values['key-env']);
  const mock = ['mock', '--schema', out];
  context.out(
    [
      'Next:',
      `  Pass \`schema\` and \`dialect\` of ${out} to createClient() and createMock().`,
      ...[mock, [...checked, ...outOption(values)]].map(
        (words) => `  npx payments-data-client ${words.map(shellWord).join(' ')}`,
      ),
    ].join('\n'),
  );
  return 0;
}

const outOption = ({ out }: ConnectValues): string[] =>
  out === 'src/payments.ts' ? [] : ['--out', out];

function printList({ out }: CommandContext, heading: string, notes: readonly Note[]): void {
  if (notes.length === 0) return;
  const lines = describeNotes(notes).map((line) => `- ${line}`);
  const shown = lines.slice(0, SHOWN_NOTES);
  const hidden = lines.length - shown.length;
  out(
    ['', heading, ...shown, ...(hidden > 0 ? [`and ${hidden} more, in the module`] : [])].join(
      '\n',
    ),
  );
}

async function check(values: ConnectValues, context: CommandContext): Promise<number> {
  const { out } = values;
  const { schema, dialect = {} } = await loadSchema(out, context, '--out');
  const { text = '' } = openFile(out, context.cwd, { option: '--out' });
  const paths = resourcePaths(values.resource);
  const { service, onPhase, done } = open(values, context);
  const module = { schema, dialect, header: readHeader(text) };
  const drift = await withAdvice(() => checkModule(service, module, paths, onPhase));
  const print = (heading: string, lines: readonly string[]) => {
    if (lines.length > 0)
      context.out([heading, ...lines.map((line) => `- ${line}`), ''].join('\n'));
  };
  print(`False in ${out}:`, drift.wrong);
  print('Not in the module, or true of its workspace only:', drift.news);
  print('Not determined:', drift.open);
  if (!drift.isSameWorkspace)
    context.out('The workspace is not that of the module: null and values are printed only.');
  context.out(
    `${service.baseUrl}: ${drift.wrong.length === 0 ? 'nothing false was found' : `${drift.wrong.length} false`}. ${done()}`,
  );
  return drift.wrong.length > 0 ? 1 : drift.open.length > 0 ? 2 : 0;
}

/** Opens the service with a line of progress. */
function open(values: ConnectValues, context: CommandContext) {
  const { 'base-url': baseUrl, 'key-env': keyName, 'max-requests': maxRequests } = values;
  const apiKey = readKey(keyName, context);
  const { signal, progress } = context;
  const start = Date.now();
  let phase = '';
  const onRequest = (requests: number) => progress(`${baseUrl}: ${phase}, ${requests} requests`);
  const service = new Service(
    { baseUrl, apiKey, signal, maxRequests, onRequest },
    resolveDialect('connect'),
  );
  return {
    service,
    apiKey,
    onPhase: (name: string) => {
      phase = name;
    },
    done: () => {
      progress(undefined);
      return `${service.requests} requests in ${((Date.now() - start) / 1000).toFixed(1)} s.`;
    },
  };
}

/** The error of a request names options of `createClient`, which the command does not have. */
async function withAdvice<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (!isApiError(error)) throw error;
    throw new Error(
      `${error.method} ${error.path} failed: status ${error.status}. Check the API key.`,
    );
  }
}

/**
 * Reads the API key from the environment, and hides it in all output. The messages name no other
 * variable than the default one: a key may have been passed in place of its name.
 *
 * @throws UsageError if there is no usable key.
 */
export function readKey(
  name = DEFAULT_KEY,
  { env, hide }: Pick<CommandContext, 'env' | 'hide'>,
): string {
  const key = env[name]?.trim();
  if (key && isApiKey(key)) {
    hide(key);
    return key;
  }
  const problem = !key
    ? 'is not set. Set it to the API key, or name the variable that contains it with --key-env.'
    : /^APIKey\s/i.test(key)
      ? 'begins with `APIKey `, which the command adds. Set it to the key alone.'
      : 'is not an API key: it must be visible ASCII without spaces, because it is sent in a header.';
  const shown = name === DEFAULT_KEY ? name : 'that `--key-env` names';
  throw new UsageError(`The environment variable ${shown} ${problem}`);
}
