import type { Fault } from '../mock/fault.js';
import { parseDate } from '../values/date.js';
import { didYouMean } from '../values/did-you-mean.js';
import { own } from '../values/plain-object.js';
import { invalidValue, UsageError } from './command.js';

/** A number, or the text itself, which `mock.fail` rejects with a message. */
const toNumber = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** Parsers for the members of a fault. A regular expression as `path` is not supported. */
const members: Readonly<Record<keyof Fault, (text: string) => unknown>> = {
  method: (text) => text,
  path: (text) => text,
  status: toNumber,
  error: (text) => text,
  latency: (text) => {
    const range = /^(\d+)-(\d+)$/.exec(text);
    return range ? [Number(range[1]), Number(range[2])] : toNumber(text);
  },
  after: toNumber,
  times: toNumber,
  retryAfter: (text) => {
    const date = parseDate(text);
    return date === undefined ? toNumber(text) : new Date(date);
  },
  loseResponse: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
};

/**
 * Parses the text of `--fail`. `mock.fail` checks the values.
 *
 * @throws UsageError for anything but pairs of a member and its value.
 * @example
 * parseFault('status=503,path=/v1/balances,times=2', '--fail') // => { status: 503, path: '/v1/balances', times: 2 }
 */
export function parseFault(text: string, option: string): Fault {
  const fault: Record<string, unknown> = {};
  for (const part of text.split(',')) {
    const equals = part.indexOf('=');
    const [name, value] = [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
    if (equals < 0 || value === '')
      throw invalidValue(option, 'pairs such as status=503,path=/v1/balances,times=2', text);
    const parse = own(members, name);
    if (!parse)
      throw new UsageError(
        `\`${option}\`: \`${name}\` is not an option.${didYouMean(name, Object.keys(members)) || ` The options are ${Object.keys(members).join(', ')}.`}`,
      );
    if (Object.hasOwn(fault, name))
      throw new UsageError(`\`${option}\`: \`${name}\` is given twice. Repeat --fail for another fault.`);
    fault[name] = parse(value);
  }
  return fault as Fault; // checked by `mock.fail`
}
