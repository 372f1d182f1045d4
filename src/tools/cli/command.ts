import { type ConfigurationError, isConfigurationError } from '../../errors.js';

/** What a command gets from the process. Tests pass their own. */
export interface CommandContext {
  out(text: string): void;
  error(text: string): void;
  /** Replaces a secret by `[redacted]` in everything that is written from now on. */
  hide(secret: string): void;
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  /** Aborted by Ctrl-C, by SIGTERM, and when the reader of the standard output has closed it. */
  readonly signal: AbortSignal;
  /** Shows text as the last line of a terminal, until `undefined`. Writes nothing to a pipe. */
  readonly progress: (text: string | undefined) => void;
}

/** The environment variable that contains the API key, unless an option names another one. */
export const DEFAULT_KEY = 'PAYMENTS_API_KEY';

/** The module that `connect` writes and checks, unless an option names another one. */
export const DEFAULT_FILE = 'src/payments.ts';

export interface OptionDefinition {
  /** What the help shows for the value, such as `number`. An option without it takes no value. */
  readonly placeholder?: string;
  /** A sentence, to which the help adds the default. */
  readonly help: string;
  /** The text that is parsed if the option is left out. */
  readonly default?: string;
  readonly required?: true;
  /** What users try instead of the option, and what the message says then. */
  readonly mistaken?: { readonly names: readonly string[]; readonly hint: string };
  /** Whether the option may be repeated. Its value is an array. */
  readonly multiple?: true;
  /** The secret that the value is, or that it names. Error messages do not contain it. */
  secretOf?(text: string, env: CommandContext['env']): string | undefined;
  /**
   * @param option - As written in messages, such as `--port`.
   * @throws UsageError for an invalid value.
   */
  parse?(text: string, option: string): unknown;
}

/** The options of a command by name, without the dashes. */
export type OptionTable = { readonly [name: string]: OptionDefinition };

/** The parsed values of the options of a table, such as `{ readonly port: number }`. */
export type OptionValues<Table> = { readonly [Name in keyof Table]: OptionValue<Table[Name]> };

type OptionValue<Option> = Option extends { placeholder: string }
  ? Option extends { multiple: true }
    ? readonly ParsedValue<Option>[]
    :
        | ParsedValue<Option>
        | (Option extends { required: true } | { default: string } ? never : undefined)
  : boolean;

type ParsedValue<Option> = Option extends { parse(text: string, option: string): infer Value }
  ? Value
  : string;

export interface Command<Values = unknown> {
  readonly name: string;
  /** One line of the general help. */
  readonly summary: string;
  readonly options: OptionTable;
  /** Command lines for the help, without the name of the program. */
  readonly examples: readonly string[];
  /** @returns The exit status. @throws UsageError for options that cannot be combined. */
  run(values: Values, context: CommandContext): Promise<number>;
}

export const defineCommand = <const Table extends OptionTable>(
  command: Command<OptionValues<Table>> & { readonly options: Table },
): Command => command;

/** An invalid command line. The message is one line. */
export class UsageError extends Error {}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The error for two options of which one would have no effect. */
export const exclusiveOptions = (first: string, second: string): UsageError =>
  new UsageError(`\`${first}\` and \`${second}\` cannot be combined. Pass only one of them.`);

/** The error for a text that is not a value of an option. */
export const invalidValue = (option: string, expected: string, text: string): UsageError =>
  new UsageError(`\`${option}\` must be ${expected}, got \`${text}\`.`);

/** Runs a function, and converts its ConfigurationError to a UsageError. */
export function withUsageErrors<Result>(
  act: () => Result,
  describe = ({ message }: ConfigurationError) => message,
): Result {
  try {
    return act();
  } catch (error) {
    throw isConfigurationError(error) ? new UsageError(describe(error)) : error;
  }
}
