import JSON5 from 'json5';
import type { Latency } from '../../mock/clock.js';
import type { Fault } from '../../mock/faults.js';
import { isOrigin } from '../../mock/server/serve-mock.js';
import { isApiKey } from '../../values/headers.js';
import { isPlainObject, parseJson } from '../../values/plain-object.js';
import {
  exclusiveOptions,
  invalidValue,
  type OptionTable,
  type OptionValues,
  UsageError,
} from './command.js';
import { schemaOption } from './load-schema.js';
import { integerOption } from './parse-options.js';

const FAULT = `"{status:503,path:'/v1/balances',times:2}"`;

export const mockOptions = {
  port: {
    ...integerOption('port to listen on; 0 takes any free port', 0, 65_535),
    default: '4010',
  },
  host: { placeholder: 'address', help: 'address to listen on', default: '127.0.0.1' },
  data: {
    placeholder: 'file',
    help: 'JSON or JSON5 file with rows by resource (default: sample data)',
  },
  schema: schemaOption,
  key: {
    placeholder: 'secret',
    help: 'accepted API key (default: a random key, printed at the start)',
    secretOf: (key: string) => key,
    parse: parseKey,
  },
  'no-auth': { help: 'accept requests without an API key' },
  origin: {
    placeholder: 'origin',
    help: 'let browser pages of this origin read responses, such as https://app.example, or of any with *',
    multiple: true,
    parse: parseOrigin,
  },
  latency: {
    placeholder: 'ms|a-b',
    help: 'delay of each response, such as 100 or 50-200',
    default: '0',
    parse: parseLatency,
  },
  fail: {
    placeholder: 'fault',
    help: `make requests fail, such as ${FAULT}`,
    multiple: true,
    parse: parseFault,
  },
  quiet: { help: 'print only `Ready: <url>` and errors' },
} as const satisfies OptionTable;

export type MockValues = OptionValues<typeof mockOptions>;

/** @throws UsageError for options of which one would have no effect. */
export function checkMockValues(values: MockValues): void {
  if (values['no-auth'] && values.key !== undefined) throw exclusiveOptions('--no-auth', '--key');
  if (values.quiet && values.key === undefined && !values['no-auth'])
    throw new UsageError(
      '`--quiet` does not print a key. Choose one with --key, or pass --no-auth.',
    );
}

/** The message does not contain the secret. */
function parseKey(key: string, option: string): string {
  if (isApiKey(key)) return key;
  throw new UsageError(
    `\`${option}\` must be visible ASCII without spaces, because it is sent in a header.`,
  );
}

function parseOrigin(text: string, option: string): string {
  if (text === '*' || isOrigin(text)) return text;
  throw invalidValue(option, 'an origin such as https://app.example, or *', text);
}

function parseLatency(text: string, option: string): Latency {
  const [, minimum, maximum = minimum] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? [];
  if (Number(minimum) <= Number(maximum)) return [Number(minimum), Number(maximum)];
  throw invalidValue(option, 'milliseconds such as 100, or a range such as 50-200', text);
}

function parseFault(text: string, option: string): Fault {
  const fault = parseJson(text, JSON5);
  if (isPlainObject(fault)) return fault; // the mock checks its members
  throw invalidValue(option, `an object such as ${FAULT}`, text);
}
