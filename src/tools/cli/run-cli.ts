import { bareKey } from '../../http/headers.js';
import { didYouMean } from '../../messages/did-you-mean.js';
import { hideKeys } from '../../messages/hide-keys.js';
import { own } from '../../values/plain-object.js';
import {
  type Command,
  type CommandContext,
  DEFAULT_KEY,
  errorMessage,
  type OptionDefinition,
  UsageError,
} from './command.js';
import { generalOptions, parseOptions } from './parse-options.js';
import { fill, terminalLine } from './terminal.js';

type Commands = { readonly [name: string]: () => Promise<Command> };

/** Each command is loaded when it runs, so that a help text appears at once. */
const allCommands: Commands = {
  mock: () => import('./mock-command.js').then(({ mockCommand }) => mockCommand),
  connect: () => import('./connect-command.js').then(({ connectCommand }) => connectCommand),
};

/**
 * Runs the command line.
 *
 * @param commands - Tests pass their own.
 * @returns The exit status: 2 for a failure, 130 for an interrupted command, otherwise that of the
 * command.
 */
export async function runCli(
  args: readonly string[],
  version: string,
  context: CommandContext,
  commands: Commands = allCommands,
): Promise<number> {
  const { env } = context;
  const secrets = new Set(secretsIn(env[DEFAULT_KEY]));
  context.hide(bareKey(env[DEFAULT_KEY])); // whether or not the command reads it
  const addSecrets = ({ secretOf }: OptionDefinition, value: string) => {
    for (const part of secretsIn(secretOf?.(value, env))) secrets.add(part);
  };
  try {
    const [name = '', ...rest] = args;
    let text = version;
    if (name === '--help' || name === '-h')
      text = generalHelp(await Promise.all(Object.values(commands).map((load) => load())));
    else if (name !== '--version' && name !== '-v') {
      const command = await loadCommand(name, commands);
      const values = parseOptions(command, rest, addSecrets);
      if (typeof values === 'object') return await command.run(values, context);
      if (values === 'help') text = commandHelp(command);
    }
    context.out(text);
    return 0;
  } catch (error) {
    context.progress(undefined);
    if (context.signal.aborted) return 130;
    context.error(terminalLine(hideKeys(errorMessage(error), secrets)));
    return 2;
  }
}

/** A secret and its parts, which parsers of options may find in a text and quote. */
function secretsIn(text: string | undefined): string[] {
  const secret = bareKey(text);
  return [secret, ...secret.split(/[^\w-]/)];
}

function loadCommand(name: string, commands: Commands): Promise<Command> {
  const load = own(commands, name);
  if (load) return load();
  const names = Object.keys(commands);
  const hint = didYouMean(name, names) || ` The commands are ${names.join(', ')}. See --help.`;
  // The argument is not repeated: it may be a secret that belongs into another place.
  const isMissing = name === '' || name.startsWith('-');
  const problem = isMissing ? 'A command is missing.' : 'The first argument is not a command.';
  throw new UsageError(problem + hint);
}

const WIDTH = 80;

const PROGRAM = 'payments-data-client';

function generalHelp(commands: readonly Pick<Command, 'name' | 'summary'>[]): string {
  return [
    `Usage: ${PROGRAM} <command> [options]`,
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    ...columns(Object.entries(generalOptions).map(describeOption)),
    '',
    `Run \`${PROGRAM} <command> --help\` for the options of a command.`,
  ].join('\n');
}

function commandHelp({ name, summary, options, examples }: Command): string {
  return [
    `Usage: ${PROGRAM} ${name} [options]`,
    '',
    ...fill(summary.split(' '), WIDTH),
    '',
    ...columns([...Object.entries(options), ...Object.entries(generalOptions)].map(describeOption)),
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.map(breakCommand),
  ].join('\n');
}

/** A command line in lines that a shell reads as one. */
const breakCommand = (command: string): string =>
  `  ${fill(`${PROGRAM} ${command}`.split(/ (?=--)/), WIDTH - 6).join(' \\\n    ')}`;

type NamedOption = readonly [name: string, option: OptionDefinition & { readonly short?: string }];

function describeOption([name, option]: NamedOption) {
  const value = option.placeholder ? ` <${option.placeholder}>` : '';
  const notes = [
    option.default && `default ${option.default}`,
    option.required && 'required',
    option.multiple && 'repeatable',
  ].filter((note) => note);
  const shown = notes.length > 0 ? ` (${notes.join(', ')})` : '';
  const short = option.short ? `-${option.short}, ` : '';
  return [`${short}--${name}${value}`, option.help + shown] as const;
}

/** Rows of a name and its explanation, which is wrapped in its own column. */
function columns(rows: readonly (readonly [name: string, text: string])[]): string[] {
  const start = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.flatMap(([name, text]) =>
    fill(text.split(' '), WIDTH - start).map(
      (line, index) => `  ${index === 0 ? name : ''}`.padEnd(start) + line,
    ),
  );
}
