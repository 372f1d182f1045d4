import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { bareKey, isApiKey } from '../../http/headers.js';
import { SHORT_KEY } from '../../messages/hide-keys.js';
import { addResources } from '../../schema/define-schema.js';
import { uuid } from '../../schema/field.js';
import type { Resources } from '../../schema/lookup.js';
import { paymentsSchema } from '../../schema/payments-schema.js';
import { isIdentifier } from '../../values/plain-object.js';
import { type Connected, connect } from '../connect/connect.js';
import { checkModule } from '../connect/drift.js';
import { CLIENT_MEMBERS } from '../connect/form.js';
import { readHeader, writeModule } from '../connect/module.js';
import { describeNotes } from '../connect/notes.js';
import { Service } from '../connect/service.js';
import { escapeUnsafe, FIRST_LINE, shellWord } from '../print-code.js';
import {
  type CommandContext,
  DEFAULT_FILE,
  DEFAULT_KEY,
  invalidValue,
  UsageError,
  withUsageErrors,
} from './command.js';
import type { ConnectValues } from './connect-options.js';
import { readFile } from './files.js';
import { loadSchema } from './load-schema.js';

/** How many lines about the schema the summary shows. The module has all of them. */
const SHOWN_LINES = 6;

/** @returns The exit status. */
export async function write(values: ConnectValues, context: CommandContext): Promise<number> {
  const { out, force } = values;
  const path = resolve(context.cwd, out);
  const read = () => (existsSync(path) ? readFile('--out', out, context.cwd).toString() : '');
  const present = read();
  // Git may have changed the ends of the lines, and a linter the first one.
  if (present.trim() !== '' && !present.split(/\r?\n/).includes(FIRST_LINE) && !force)
    throw new UsageError(
      `\`--out\`: ${out} was not written by connect. ` +
        'Name another file, or overwrite it with --force.',
    );
  const base: Resources = { ...paymentsSchema };
  const { service, paths, apiKey, done } = open(values, context);
  const connected = await connect(service, base, paths);
  const command = commandOf(values);
  const text = writeModule({
    ...connected,
    base,
    baseUrl: service.baseUrl,
    command: escapeUnsafe(command), // it is a comment of the file
    specifier: `./${basename(out).replace(/\.([cm]?)tsx?$/, '.$1js')}`,
  });
  if (apiKey.length >= SHORT_KEY && text.includes(apiKey))
    throw new Error(
      'The service returns the API key as a name or a value of a field. Nothing is written.',
    );
  const names = Object.keys(connected.schema);
  const added = names.filter((name) => !Object.hasOwn(base, name));
  const extended = added.length > 0 ? `, new: ${added.join(', ')}` : '';
  context.out(`${service.baseUrl}: ${names.length} resources${extended}. ${done()}\n`);
  printFindings(connected, context);
  if (read() !== present)
    throw new Error(`${out} has changed since connect began. Nothing is written: run it again.`);
  const { text: letters = 'not determined' } = connected.dialect;
  if (letters !== 'exact')
    context.out(
      `A proxy has no policies on text: they need \`text: 'exact'\`, and it is ${letters}.\n`,
    );
  if (text !== present) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  context.out(`${text === present ? 'Unchanged:' : 'Wrote'} ${out}.\n\n${nextSteps(out, command)}`);
  return 0;
}

function printFindings({ doubts, undeclared, removed }: Connected, context: CommandContext): void {
  const lists = { 'Not proven': doubts, 'Not declared': undeclared, Removed: removed };
  for (const [heading, notes] of Object.entries(lists))
    printList(context, `${heading}:`, describeNotes(notes), SHOWN_LINES);
}

const nextSteps = (out: string, command: string): string => `Next:
  Pass \`schema\` and \`dialect\` of ${out} to createClient() and createMock().
  npx payments-data-client mock --schema ${shellWord(out)}
  npx payments-data-client ${command} --check`;

/** Asks again what the module says. @returns The exit status. */
export async function check(values: ConnectValues, context: CommandContext): Promise<number> {
  const { out } = values;
  const { schema, dialect = {}, text } = await loadSchema(out, context, '--out');
  const { service, paths, done } = open(values, context);
  const module = { schema, dialect, ...readHeader(text) };
  const { wrong, news, open: unknown, isSameWorkspace } = await checkModule(service, module, paths);
  printList(context, `False in ${out}:`, wrong);
  printList(context, 'Not in the module, or true of its workspace only:', news);
  printList(context, 'Not determined:', unknown);
  if (!isSameWorkspace)
    context.out('The workspace is not that of the module: null and values are printed only.');
  const result = wrong.length === 0 ? 'nothing false was found' : `${wrong.length} false`;
  context.out(`${service.baseUrl}: ${result}. ${done()}`);
  return wrong.length > 0 ? 1 : unknown.length > 0 ? 2 : 0;
}

/** The command line that writes the same module again, without the name of the program. */
function commandOf(values: ConnectValues): string {
  const words = (['base-url', 'key-env', 'resource', 'out'] as const).flatMap((name) =>
    [values[name] ?? []]
      .flat()
      .filter((value) => value !== DEFAULT_FILE)
      .flatMap((value) => [`--${name}`, shellWord(value)]),
  );
  return ['connect', ...words].join(' ');
}

function printList(
  { out }: CommandContext,
  heading: string,
  lines: readonly string[],
  most = lines.length,
): void {
  if (lines.length === 0) return;
  const hidden = lines.length > most ? [`and ${lines.length - most} more, in the module`] : [];
  out(
    [heading, ...lines.slice(0, most).map((line) => `- ${escapeUnsafe(line)}`), ...hidden, ''].join(
      '\n',
    ),
  );
}

/** Opens the service with a line of progress. */
function open(values: ConnectValues, context: CommandContext) {
  const { 'base-url': baseUrl, 'max-requests': maxRequests, resource } = values;
  const paths = resourcePaths(resource);
  const apiKey = readKey(values['key-env'], context);
  const { signal, progress } = context;
  const start = Date.now();
  const onRequest = ({ phase, requests }: Service) =>
    progress(`${baseUrl}: ${phase}, ${requests} requests`);
  const service = new Service({ baseUrl, apiKey, signal, maxRequests, onRequest });
  const done = () => {
    progress(undefined);
    return `${service.requests} requests in ${((Date.now() - start) / 1000).toFixed(1)} s.`;
  };
  return { service, paths, apiKey, done };
}

/**
 * The paths of the resources of `--resource` by name.
 *
 * @param texts - Each such as `entities=/entities`.
 * @throws UsageError for a name that occurs twice or that a client has, and for a path with other
 * characters than letters, digits and `-._~`, or of another resource.
 */
function resourcePaths(texts: readonly string[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const text of texts) {
    const [, name = '', path = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
    if (!isIdentifier(name) || !path.startsWith('/'))
      throw invalidValue('--resource', 'a name and a path such as entities=/entities', text);
    if (CLIENT_MEMBERS.includes(name) || paths.has(name))
      throw new UsageError(
        `\`--resource\`: \`${name}\` is the name of another resource, ` +
          'or a member of every client. Choose another name.',
      );
    paths.set(name, path);
  }
  const operations = ['list' as const];
  const added = Object.fromEntries(
    [...paths].map(([name, path]) => [name, { path, operations, fields: { id: uuid() } }]),
  );
  withUsageErrors(() => addResources('`--resource`', { ...paymentsSchema }, added));
  return paths;
}

/**
 * Reads the API key from the environment, and hides it in all output. The messages name no other
 * variable than the default one: a key may have been passed in place of its name.
 *
 * @throws UsageError if there is no usable key.
 */
function readKey(name = DEFAULT_KEY, { env, hide }: CommandContext): string {
  const key = bareKey(env[name]);
  if (isApiKey(key)) {
    hide(key);
    return key;
  }
  const problem =
    key === ''
      ? 'is not set. Set it to the API key, or name the variable that contains it with --key-env.'
      : 'is not an API key: it must be visible ASCII without spaces, ' +
        'because it is sent in a header.';
  const shown = name === DEFAULT_KEY ? name : 'that `--key-env` names';
  throw new UsageError(`The environment variable ${shown} ${problem}`);
}
