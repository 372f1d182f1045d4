import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import json5 from 'json5';
import { isApiKey, writeAuthorization } from '../../http/headers.js';
import { counted, cut } from '../../messages/describe.js';
import type { Latency } from '../../mock/clock.js';
import { createMock } from '../../mock/create-mock.js';
import type { Fault } from '../../mock/faults.js';
import {
  isHostName,
  isOrigin,
  type MockServer,
  type ServedRequest,
  serveMock,
} from '../../mock/server/serve-mock.js';
import type { Mock, RecordedRequest } from '../../mock/service.js';
import type { Resources } from '../../schema/lookup.js';
import { decodeSegment } from '../../schema/lookup.js';
import { isPlainObject, own, parseJson } from '../../values/plain-object.js';
import { inspector } from '../inspector/plugin.js';
import { dataCode, flat, quoteForShell } from '../print-code.js';
import {
  type CommandContext,
  defineCommand,
  exclusiveOptions,
  invalidValue,
  type OptionTable,
  type OptionValues,
  UsageError,
  withUsageErrors,
} from './command.js';
import { readDataFile } from './files.js';
import { loadSchema } from './load-schema.js';
import { integerOption } from './parse-options.js';
import { terminalLine } from './terminal.js';

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
  schema: {
    placeholder: 'file',
    help: 'module that exports `schema`, and perhaps `dialect`, in JavaScript or TypeScript',
  },
  key: {
    placeholder: 'secret',
    help: 'accepted API key (default: a random key, printed at the start)',
    secretOf: (key: string) => key,
    parse(key: string, option: string) {
      if (isApiKey(key)) return key;
      // The message does not contain the secret.
      throw new UsageError(
        `\`${option}\` must be visible ASCII without spaces, because it is sent in a header.`,
      );
    },
  },
  'no-auth': { help: 'accept requests without an API key' },
  origin: {
    placeholder: 'origin',
    help:
      'let web pages of this origin read responses, such as https://app.example, ' +
      'or of any with *',
    multiple: true,
    parse(text: string, option: string) {
      if (text === '*' || isOrigin(text)) return text;
      throw invalidValue(
        option,
        'an origin such as https://app.example or capacitor://localhost, or *',
        text,
      );
    },
  },
  'ignore-parameter': {
    placeholder: 'name',
    help: 'accept this query parameter, which a gateway adds, and do not read it',
    multiple: true,
  },
  'allowed-host': {
    placeholder: 'name',
    help: 'accept this name in the Host header, such as mock.example',
    multiple: true,
    parse(text: string, option: string) {
      if (isHostName(text)) return text;
      throw invalidValue(option, 'a host name without a port, such as mock.example', text);
    },
  },
  latency: {
    placeholder: 'ms|a-b',
    help: 'delay of each response, such as 100 or 50-200',
    default: '0',
    parse(text: string, option: string): Latency {
      const [, minimum, maximum = minimum] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? [];
      if (Number(minimum) <= Number(maximum)) return [Number(minimum), Number(maximum)];
      throw invalidValue(option, 'milliseconds such as 100, or a range such as 50-200', text);
    },
  },
  fail: {
    placeholder: 'fault',
    help: `make requests fail, such as ${FAULT}`,
    multiple: true,
    parse(text: string, option: string): Fault {
      const fault = parseJson(text, json5.parse);
      if (isPlainObject(fault)) return fault; // the mock checks its members
      throw invalidValue(option, `an object such as ${FAULT}`, text);
    },
  },
  quiet: { help: 'print only `Ready: <url>` and errors' },
} as const satisfies OptionTable;

type MockValues = OptionValues<typeof mockOptions>;

type StartedMock = Mock<Resources, string | null>;

/** Serves a mock until the process is told to stop. */
export const mockCommand = defineCommand({
  name: 'mock',
  summary: 'Serves a mock of the Payments Data Service over HTTP.',
  options: mockOptions,
  examples: [
    'mock',
    'mock --latency 50-200',
    'mock --data rows.json5 --key my-key --quiet',
    `mock --fail ${FAULT}`,
  ],
  async run(values, context) {
    if (values['no-auth'] && values.key !== undefined) throw exclusiveOptions('--no-auth', '--key');
    if (values.quiet && values.key === undefined && !values['no-auth'])
      throw new UsageError(
        '`--quiet` does not print a key. Choose one with --key, or pass --no-auth.',
      );
    const mock = await createMockOf(values, context);
    for (const fault of values.fail)
      withUsageErrors(() => mock.service.faults.add(fault, '`--fail`'));
    const server = await listen(mock, values, context);
    try {
      if (!values.quiet) printStart(server, mock, context);
      const isLocal = /^(localhost|::1|127(\.\d{1,3}){3})$/.test(values.host);
      const warning = isLocal ? '' : ' (the network can read and drive this mock)';
      context.out(`Ready: ${server.url}${warning}`);
      if (!context.signal.aborted) await once(context.signal, 'abort');
    } finally {
      await server.close();
    }
    return 0;
  },
});

/** @throws UsageError for invalid rows, and for a schema that no mock can have. */
async function createMockOf(values: MockValues, context: CommandContext): Promise<StartedMock> {
  const { schema, dialect } =
    values.schema === undefined ? {} : await loadSchema(values.schema, context);
  const data = values.data === undefined ? undefined : readDataFile(values.data, context.cwd);
  // Not the key that createMock() generates: it is the same everywhere, so every web site would
  // know it.
  const { key = `test_${randomBytes(16).toString('hex')}`, latency } = values;
  const apiKeys = values['no-auth'] ? (false as const) : [{ name: 'API key', key }];
  const ignoreParameters = values['ignore-parameter'];
  const options = { apiKeys, latency, dialect, schema, data, ignoreParameters };
  return withUsageErrors(
    () => createMock<Resources, typeof apiKeys>(options),
    ({ message, problem }) => {
      if (problem.includes('ignoreParameters'))
        return problem.replace(/`ignoreParameters.*?`/, '`--ignore-parameter`');
      const hint = schema ? '' : ' If your service differs, describe it with --schema.';
      return message.startsWith('createMock: data')
        ? `\`--data\`: ${values.data}: ${problem}${hint}`
        : `\`--schema\`: ${values.schema}: ` +
            problem.replace('Pass `data`.', 'Pass rows with --data.');
    },
  );
}

/** Removes the first requests if there are many: the mock of a command may run for days. */
export function forgetRequests(requests: unknown[], most = 10_000): void {
  if (requests.length > most) requests.splice(0, most / 10);
}

/** @throws Error with a message for the user if the address cannot be listened on. */
async function listen(
  mock: StartedMock,
  { port, host, origin, quiet, 'allowed-host': allowedHosts }: MockValues,
  context: CommandContext,
): Promise<MockServer> {
  const { keys, requests } = mock.service;
  const onRequest = (request: ServedRequest) => {
    if (!quiet) context.out(writeRequestLine(keys.hide(request)));
    forgetRequests(requests as RecordedRequest[]); // the command owns this mock
  };
  try {
    const origins = origin.includes('*') ? '*' : origin;
    const plugins = [inspector()];
    return await serveMock(mock, { port, host, origins, allowedHosts, plugins, onRequest });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // serveMock passes Node's errors on
    const noAddress = `\`--host\` is not an address of this machine: ${message}`;
    const problems: { readonly [code: string]: string } = {
      EADDRINUSE:
        `Port ${port} of ${host} is already in use. ` +
        'Choose another port with --port, or any free port with --port 0.',
      EACCES: `Permission denied for port ${port}. Choose a port above 1023 with --port.`,
      ENOTFOUND: noAddress,
      EADDRNOTAVAIL: noAddress,
    };
    throw own(problems, `${code}`) ? new Error(problems[`${code}`]) : error;
  }
}

function printStart({ url }: MockServer, mock: StartedMock, { out }: CommandContext): void {
  const { apiKey } = mock.clientOptions;
  const { store, faults } = mock.service;
  out(`Mock of the Payments Data Service: ${url}`);
  out(`API key: ${apiKey ?? 'not required (--no-auth)'}`);
  for (const { id, name } of mock.apiKeys.all()) out(`${name} id: ${id}`);
  const { take } = store.dialect.parameters;
  const header =
    apiKey === null ? [] : ['-H', quoteForShell(`Authorization: ${writeAuthorization(apiKey)}`)];
  const path = `${url}/v1/balances${take === null ? '' : `?${take}=1`}`;
  out(`Try: ${['curl', ...header, quoteForShell(path)].join(' ')}`);
  out(`Inspector: ${url}/`);
  for (const { fault } of faults.active) out(`Fault: ${flat(dataCode(fault))}`);
}

/**
 * A request on one line: `GET /v1/balances?take=10 200 10 of 24 rows 1.2 ms`. Why it failed, or why
 * a list is empty, is below.
 */
export function writeRequestLine(request: ServedRequest): string {
  const { method, status, problem, rows, total, explanation = [], duration } = request;
  const target = request.path + request.search;
  const printable = (text: string) => cut(terminalLine(text), 500);
  const parts = [
    method,
    printable(decodeSegment(target.replaceAll('+', ' ')) || target),
    status ?? 'no response',
    ...(rows === undefined ? [] : [total ? `${rows} of ${total} rows` : counted(rows, 'row')]),
    ...(duration === undefined ? [] : [`${duration.toFixed(1)} ms`]),
  ];
  const below = [...(problem === undefined ? [] : [problem]), ...explanation];
  return [parts.join(' '), ...below.map((text) => `  ${printable(text)}`)].join('\n');
}
