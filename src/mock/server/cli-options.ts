import { parseArgs } from 'node:util';
import { nearestName } from '../../values/did-you-mean.js';
import { own } from '../../values/plain-object.js';
import { isSecret } from '../api-keys.js';
import type { Latency } from '../latency.js';

/** The parsed options of the command line. */
export interface CliOptions {
  readonly port: number;
  readonly host: string;
  /** A file with rows by resource. */
  readonly data?: string;
  /** The accepted API key. */
  readonly key?: string;
  /** Whether requests need no API key. */
  readonly noAuth: boolean;
  readonly latency: Latency;
  readonly seed?: number;
  readonly envelope: 'bare' | 'result';
}

/** An invalid command line. The message is one line. */
export class UsageError extends Error {}

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  key: { type: 'string' },
  'no-auth': { type: 'boolean' },
  latency: { type: 'string' },
  seed: { type: 'string' },
  envelope: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** The output of `--help`. */
export const USAGE = `Usage: payments-data-client mock [options]

Serves a mock of the Payments Data Service over HTTP.

  --port <number>       port to listen on; 0 takes any free port (default 4010)
  --host <address>      address to listen on (default 127.0.0.1)
  --data <file>         JSON or JSON5 file with rows by resource (default: sample data)
  --key <secret>        accepted API key (default: a generated key, printed at the start)
  --no-auth             accept requests without an API key
  --latency <ms|a-b>    delay of each response, such as 100 or 50-200 (default 0)
  --seed <number>       seed of the sample data, not with --data (default 1)
  --envelope <form>     bare, or result for { "result": … } (default bare)
  -h, --help            print this help
  -v, --version         print the version
`;

/**
 * Parses the arguments of the command line.
 *
 * @throws UsageError that says what is wrong, with the nearest valid name.
 */
export function parseCommandLine(args: readonly string[]): CliOptions | 'help' | 'version' {
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
        ? 'A command is missing. Write `payments-data-client mock`.'
        : `\`${command}\` is not a command. Write \`payments-data-client mock\`.`,
    );
  if (extra !== undefined)
    throw new UsageError(`\`mock\` takes options only, got the argument \`${extra}\`. See --help.`);
  const text = (name: keyof typeof options) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [data, key, seed] = [text('data'), text('key'), text('seed')];
  if (data !== undefined && seed !== undefined)
    throw new UsageError(
      '`--seed` and `--data` cannot be combined: `--data` replaces the sample data. Give one of them.',
    );
  const noAuth = values['no-auth'] === true;
  if (noAuth && key !== undefined)
    throw new UsageError('`--no-auth` and `--key` cannot be combined. Give one of them.');
  return {
    port: parseNumber('port', text('port') ?? '4010', 65_535),
    host: text('host') ?? '127.0.0.1',
    ...(data !== undefined && { data }),
    ...(key !== undefined && { key: parseKey(key) }),
    noAuth,
    ...(seed !== undefined && { seed: parseNumber('seed', seed, 2 ** 32 - 1) }),
    latency: parseLatency(text('latency') ?? '0'),
    envelope: parseEnvelope(text('envelope') ?? 'bare'),
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

function parseNumber(name: string, text: string, maximum: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= maximum) return number;
  throw new UsageError(`\`--${name}\` must be an integer from 0 to ${maximum}, got \`${text}\`.`);
}

/** The message never repeats the secret. */
function parseKey(key: string): string {
  if (isSecret(key)) return key;
  throw new UsageError('`--key` must be visible ASCII without spaces, because it is sent in a header.');
}

function parseLatency(text: string): Latency {
  const match = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text);
  const [minimum, maximum] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
  if (match && minimum <= maximum) return [minimum, maximum];
  throw new UsageError(
    `\`--latency\` must be milliseconds such as 100, or a range such as 50-200, got \`${text}\`.`,
  );
}

function parseEnvelope(text: string): 'bare' | 'result' {
  if (text === 'bare' || text === 'result') return text;
  throw new UsageError(`\`--envelope\` must be bare or result, got \`${text}\`.`);
}
