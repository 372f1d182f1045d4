import type { Dialect } from '../../dialect/dialect.js';
import { resolveDialect } from '../../dialect/resolve-dialect.js';
import type { Latency } from '../../mock/clock.js';
import type { Fault } from '../../mock/faults.js';
import { isOrigin } from '../../mock/server/serve-mock.js';
import { parseRelaxedJson } from '../../query-string/parse-relaxed-json.js';
import { parseDate } from '../../values/date.js';
import { isApiKey } from '../../values/headers.js';
import { isPlainObject } from '../../values/plain-object.js';
import {
  errorMessage,
  exclusiveOptions,
  invalidValue,
  type OptionTable,
  type OptionValues,
  UsageError,
  withUsageErrors,
} from './command.js';
import { schemaOption } from './load-schema.js';
import { integerOption } from './parse-options.js';

const FAULT = `"{status:503,path:'/v1/balances',times:2}"`;
const DIALECT = `"{nulls:'sql',pageSize:{max:100}}"`;

/** An object in relaxed JSON. What reads the object checks its members. */
function parseObject(text: string, option: string, example: string): object {
  let value: unknown;
  try {
    value = parseRelaxedJson(text, `\`${option}\``, example);
  } catch (error) {
    throw new UsageError(errorMessage(error));
  }
  if (isPlainObject(value)) return value;
  throw invalidValue(option, `an object such as ${example}`, text);
}

function parseDialect(text: string, option: string): Dialect {
  const dialect: Dialect = parseObject(text, option, DIALECT); // checked by `resolveDialect`
  withUsageErrors(() => resolveDialect(`\`${option}\``, dialect));
  return dialect;
}

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
  watch: { help: 'reload the --data file when it changes' },
  now: {
    placeholder: 'date',
    help: 'date of the clock, or system for the current one (default 2026-01-01T00:00:00Z)',
    parse: parseNow,
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
    parse: parseDelay,
  },
  fail: {
    placeholder: 'fault',
    help: `make requests fail, such as ${FAULT}`,
    multiple: true,
    parse: (text: string, option: string): Fault => parseObject(text, option, FAULT), // checked by `mock.fail`
  },
  dialect: {
    placeholder: 'dialect',
    help: `how the service differs, such as ${DIALECT}`,
    multiple: true,
    parse: parseDialect,
  },
  inspector: { help: 'serve the inspector even if other machines can reach it' },
  quiet: { help: 'print only `Ready: <url>`, errors, and what --watch did' },
  'pid-file': {
    placeholder: 'file',
    help: 'write the id of the process to a file when the mock is ready; deleted at the end',
  },
  'no-inspector': { help: 'do not serve the inspector' },
} as const satisfies OptionTable;

export type MockValues = OptionValues<typeof mockOptions>;

/** @throws UsageError for options of which one would have no effect. */
export function checkMockValues(values: MockValues): void {
  if (values.watch && values.data === undefined)
    throw new UsageError('`--watch` needs a file of rows. Name it with --data.');
  if (values['no-auth'] && values.key !== undefined) throw exclusiveOptions('--no-auth', '--key');
  if (values.quiet && values.key === undefined && !values['no-auth'])
    throw new UsageError(
      '`--quiet` does not print a key. Choose one with --key, or pass --no-auth.',
    );
  if (values['no-inspector'] && values.inspector)
    throw exclusiveOptions('--no-inspector', '--inspector');
}

/** The inspector is on by default if only this machine can reach the mock. */
export const hasInspector = ({ host, inspector, ...values }: MockValues): boolean =>
  inspector || (!values['no-inspector'] && /^(localhost|::1|127(\.\d{1,3}){3})$/.test(host));

/** The message does not have the secret. */
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

function parseNow(text: string, option: string): string {
  if (text === 'system' || parseDate(text) !== undefined) return text;
  throw invalidValue(option, 'system, or a date such as 2026-03-01T12:00:00Z', text);
}

function parseDelay(text: string, option: string): Latency {
  const [, minimum, maximum = minimum] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? [];
  if (Number(minimum) <= Number(maximum)) return [Number(minimum), Number(maximum)];
  throw invalidValue(option, 'milliseconds such as 100, or a range such as 50-200', text);
}
