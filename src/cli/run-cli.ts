import { didYouMean } from '../values/did-you-mean.js';
import { own } from '../values/plain-object.js';
import { type Command, type CommandContext, CommandError, errorMessage, UsageError } from './command.js';
import { commandHelp, generalHelp } from './help.js';
import { parseOptions } from './parse-options.js';

/** Commands by name. */
type Commands = { readonly [name: string]: () => Promise<Command> };

/** Each command is loaded when it runs, so that a help text appears at once. */
const allCommands: Commands = {
  mock: () => import('./mock-command.js').then(({ mockCommand }) => mockCommand),
  connect: () => import('./connect-command.js').then(({ connectCommand }) => connectCommand),
  verify: () => import('./verify-command.js').then(({ verifyCommand }) => verifyCommand),
};

/**
 * Runs the command line.
 *
 * @param commands - Tests pass their own.
 * @returns The exit status: 2 for a wrong command line, 3 if the service is not reachable or rejects the key or every request,
 * 130 for an interrupted command, 1 for another failure, otherwise that of the command.
 */
export async function runCli(
  args: readonly string[],
  version: string,
  context: CommandContext,
  commands: Commands = allCommands,
): Promise<number> {
  try {
    const [name = '', ...rest] = args;
    if (name === '--help' || name === '-h') {
      context.out(generalHelp(await Promise.all(Object.values(commands).map((load) => load()))));
      return 0;
    }
    if (name === '--version' || name === '-v') {
      context.out(version);
      return 0;
    }
    const command = await loadCommand(name, commands);
    const values = parseOptions(command, rest);
    if (values === 'help') context.out(commandHelp(command));
    else if (values === 'version') context.out(version);
    else return await command.run(values, context);
    return 0;
  } catch (error) {
    context.progress(undefined);
    if (context.signal.aborted) return 130;
    context.error(errorMessage(error));
    return error instanceof CommandError ? error.status : error instanceof UsageError ? 2 : 1;
  }
}

function loadCommand(name: string, commands: Commands): Promise<Command> {
  const load = own(commands, name);
  if (load) return load();
  const names = Object.keys(commands);
  const isMissing = name === '' || name.startsWith('-');
  // The argument is not repeated: it may be a secret that belongs into another place.
  throw new UsageError(
    `${isMissing ? 'A command is missing.' : 'The first argument is not a command.'}${didYouMean(name, names) || ` The commands are ${names.join(', ')}. See --help.`}`,
  );
}
