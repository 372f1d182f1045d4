import { parseArgs } from 'node:util';
import { nearestName } from '../../values/did-you-mean.js';
import { own } from '../../values/plain-object.js';
import { isSecret } from '../api-keys.js';
import type { Latency } from '../latency.js';

/** What the command line asks for. */
export interface CliOptions {
  readonly port: number;
  readonly host: string;
  /** A file of rows by resource. */
  readonly data?: string;
  /** The secret that is accepted. */
  readonly key?: string;
  readonly latency: Latency;
  readonly seed?: number;
  readonly envelope: 'bare' | 'result';
}

/** A command line that can't be meant so; its message is one line. */
export class UsageError extends Error {}

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  key: { type: 'string' },
  latency: { type: 'string' },
  seed: { type: 'string' },
  envelope: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** What `--help` prints. */
export const USAGE = `Usage: payments-data-client mock [options]

Serves a mock of the Payments Data Service over HTTP.

  --port <number>       port to listen on; 0 takes any free one (default 4010)
  --host <name>         address to listen on (default 127.0.0.1)
  --data <file>         JSON or JSON5 file of rows by resource (default: a sample workspace)
  --key <secret>        API key that is accepted (default: a printed test key)
  --latency <ms|a-b>    how long an answer takes, such as 100 or 50-200 (default 0)
  --seed <number>       another sample workspace, without --data (default 1)
  --envelope <form>     bare, or result for { "result": … } (default bare)
  -h, --help            print this
  -v, --version         print the version
`;

/**
 * Reads a command line, without the name of the program.
 *
 * @throws UsageError which says what is wrong, with the nearest valid name.
 */
export function readCommandLine(args: readonly string[]): CliOptions | 'help' | 'version' {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === 'option') checkOption(token);
  if (values.help === true) return 'help';
  if (values.version === true) return 'version';
  const [command, extra] = positionals;
  if (command !== 'mock')
    throw new UsageError(
      command === undefined
        ? 'No command was given. Write `payments-data-client mock`.'
        : `\`${command}\` is not a command. The one there is, is \`mock\`.`,
    );
  if (extra !== undefined) throw new UsageError(`\`${extra}\` is one word too many behind \`mock\`.`);
  const text = (name: keyof typeof options) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [data, key, seed] = [text('data'), text('key'), text('seed')];
  if (data !== undefined && seed !== undefined)
    throw new UsageError('`--seed` is for the sample workspace, which `--data` replaces. Give one of them.');
  return {
    port: readNumber('port', text('port') ?? '4010', 65_535),
    host: text('host') ?? '127.0.0.1',
    ...(data !== undefined && { data }),
    ...(key !== undefined && { key: readKey(key) }),
    ...(seed !== undefined && { seed: readNumber('seed', seed, 2 ** 32 - 1) }),
    latency: readRange(text('latency') ?? '0'),
    envelope: readEnvelope(text('envelope') ?? 'bare'),
  };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function checkOption({ name, rawName, value }: OptionToken): void {
  const option = own(options, name);
  if (!option) {
    const near = nearestName(name, Object.keys(options));
    throw new UsageError(
      `\`${rawName}\` is not an option.${near ? ` Did you mean \`--${near}\`?` : ' See --help.'}`,
    );
  }
  const { type } = option;
  if (type === 'boolean' && value !== undefined) throw new UsageError(`\`${rawName}\` takes no value.`);
  if (type === 'string' && (value === undefined || value === '' || value.startsWith('--')))
    throw new UsageError(`\`${rawName}\` needs a value. See --help.`);
}

function readNumber(name: string, text: string, most: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new UsageError(`\`--${name}\` must be a whole number from 0 to ${most}, not \`${text}\`.`);
}

/** Never repeats the secret. */
function readKey(key: string): string {
  if (isSecret(key)) return key;
  throw new UsageError('`--key` must be visible ASCII without spaces, to fit in a header.');
}

function readRange(text: string): Latency {
  const match = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text);
  const [least, most] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
  if (match && least <= most) return [least, most];
  throw new UsageError(
    `\`--latency\` must be milliseconds such as 100, or a range such as 50-200, not \`${text}\`.`,
  );
}

function readEnvelope(text: string): 'bare' | 'result' {
  if (text === 'bare' || text === 'result') return text;
  throw new UsageError(`\`--envelope\` must be bare or result, not \`${text}\`.`);
}
