import { COMMAND_LINE } from '../connect/report/write-module.js';
import { own } from '../values/plain-object.js';
import { quoteJson } from '../values/print-code.js';
import { errorMessage, type OptionTable, type OptionValues, UsageError } from './command.js';
import { integerOption, parseOptions } from './parse-options.js';
import { parseResource, parseTry } from './resource-options.js';
import { serviceOptions } from './service-access.js';

/** The options that the written file records, so that the next run needs none. */
const recordedOptions = {
  ...serviceOptions,
  'rows-per-resource': integerOption(
    'read at most this many rows of each resource (default 500)',
    1,
    1_000_000,
  ),
  resource: {
    placeholder: 'name=/path',
    help: 'read another resource too, such as entities=/entities',
    multiple: true,
    parse: parseResource,
  },
  try: {
    placeholder: 'name',
    help: 'look for a relation or computed field, such as score or accounts.score',
    multiple: true,
    parse: parseTry,
  },
  'no-values': { help: 'leave out the values of enumerations' },
  rows: {
    placeholder: 'file',
    help: 'also write the rows that were read, for createMock() and `mock --data`',
  },
  mask: { help: 'replace texts in the file of --rows by made-up ones' },
} as const satisfies OptionTable;

/** The options of `connect`. */
export const connectOptions = {
  ...recordedOptions,
  out: { placeholder: 'file', help: 'file to write (default src/payments.ts)' },
  check: { help: 'write nothing; exit with status 1 if the file no longer fits the service' },
  force: { help: 'overwrite files that this command did not write' },
  verbose: { help: 'show every difference with its request' },
  'show-values': { help: 'show ids and other values in requests' },
} as const satisfies OptionTable;

export type ConnectValues = OptionValues<typeof connectOptions>;

/** The command line that writes the same file again, without the name of the program. */
export function recordOptions(values: ConnectValues): string {
  const words = Object.keys(recordedOptions).flatMap((name) => {
    const value = own<unknown>(values, name);
    if (name === 'try')
      return values.try.flatMap(([resource, one]) => [
        '--try',
        resource === '*' ? one : `${resource}.${one}`,
      ]);
    if (name === 'resource') return values.resource.flatMap((pair) => ['--resource', pair.join('=')]);
    if (value === true) return [`--${name}`];
    return value === undefined || value === false ? [] : [`--${name}`, String(value)];
  });
  return ['connect', ...words.map(quoteWord)].join(' ');
}

const quoteWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoteJson(word));

interface RecordingFile {
  readonly name: string;
  readonly text?: string | undefined;
}

/**
 * Adds the options that a file records. Those of the command line win.
 *
 * @param file - One that `connect` did not write records none.
 * @throws UsageError if somebody has changed the recorded command into one that is not valid.
 */
export function addRecorded<Values extends object>(values: Values, file: RecordingFile): Values {
  const recorded = parseRecorded(file);
  if (typeof recorded === 'string') return values;
  const merged = Object.entries(values).map(([name, value]) => {
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
    return [name, isGiven ? value : (recorded[name] ?? value)];
  });
  return Object.fromEntries(merged) as Values; // the same options
}

function parseRecorded({ name, text = '' }: RecordingFile) {
  const line = text.split(/\r?\n/).find((one) => one.startsWith(`${COMMAND_LINE}connect `)) ?? '';
  const words = line.slice(COMMAND_LINE.length).match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  try {
    return parseOptions({ name: 'connect', options: connectOptions }, words.slice(1).map(unquoteWord));
  } catch (error) {
    throw new UsageError(
      `${name}: the recorded command line is invalid: ${errorMessage(error)} Correct it, or delete the line and pass its options.`,
    );
  }
}

function unquoteWord(word: string): string {
  if (!word.startsWith('"')) return word;
  try {
    return String(JSON.parse(word));
  } catch {
    throw new UsageError('a text in quotes is not JSON.');
  }
}
