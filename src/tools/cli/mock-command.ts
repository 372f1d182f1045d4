import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { isConfigurationError } from '../../errors.js';
import { createMock, type Mock } from '../../mock/create-mock.js';
import { type MockServer, type ServedRequest, serveMock } from '../../mock/server/serve-mock.js';
import type { RecordedRequest } from '../../mock/service.js';
import { decodeSegment, type Resources } from '../../schema/resources.js';
import { counted, cut } from '../../values/describe.js';
import { writeAuthorization } from '../../values/headers.js';
import { inspector } from '../inspector/plugin.js';
import { dataCode, flat, quoteForShell } from '../print-code.js';
import { type Colors, type CommandContext, defineCommand, withUsageErrors } from './command.js';
import { readDataFile } from './files.js';
import { loadSchema } from './load-schema.js';
import { checkMockValues, type MockValues, mockOptions } from './mock-options.js';
import { fill, terminalLine } from './terminal.js';

/** A mock of any schema. */
type SomeMock = Mock<Resources, string | null>;

/** Serves a mock until the process is told to stop. */
export const mockCommand = defineCommand({
  name: 'mock',
  summary: 'Serves a mock of the Payments Data Service over HTTP.',
  options: mockOptions,
  examples: [
    'mock',
    'mock --latency 50-200',
    'mock --data rows.json5 --key my-key --quiet',
    `mock --fail "{status:503,path:'/v1/balances',times:2}"`,
  ],
  async run(values, context) {
    checkMockValues(values);
    const mock = await createMockOf(values, context);
    for (const fault of values.fail) explain('`--fail`', () => mock.service.faults.add(fault));
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
async function createMockOf(values: MockValues, context: CommandContext): Promise<SomeMock> {
  const { schema, dialect } =
    values.schema === undefined ? {} : await loadSchema(values.schema, context);
  const data = values.data === undefined ? undefined : readDataFile(values.data, context.cwd);
  // Not the key that createMock() generates: it is the same everywhere, so every web site would
  // know it.
  const { key = `test_${randomBytes(16).toString('hex')}`, latency } = values;
  const apiKeys = values['no-auth'] ? (false as const) : [{ name: 'API key', key }];
  const create = () =>
    createMock<Resources, typeof apiKeys>({ apiKeys, latency, dialect, schema, data });
  if (values.schema !== undefined)
    explain(`\`--schema\`: ${values.schema}`, () => createMock({ schema, dialect, data: {} }));
  if (!data)
    return explain(
      `\`--schema\`: the sample data is invalid for ${values.schema}. Pass rows with --data`,
      create,
    );
  const hint =
    values.schema === undefined ? ' If your service differs, describe it with --schema.' : '';
  return explain(`\`--data\`: ${values.data}`, create, hint);
}

/** Says in the UsageError which option is wrong, instead of the function that rejected it. */
const explain = <Result>(subject: string, act: () => Result, hint = ''): Result =>
  withUsageErrors(act, (error) => {
    const { problem } = isConfigurationError(error.cause) ? error.cause : error;
    return `${subject}: ${problem}${hint}`;
  });

/** The mock forgets older requests, because it may run for days. */
const MAX_REQUESTS = 10_000;

/** @throws Error with a message for the user if the address cannot be listened on. */
async function listen(
  mock: SomeMock,
  { port, host, origin, quiet }: MockValues,
  context: CommandContext,
): Promise<MockServer> {
  const { keys, requests } = mock.service;
  const onRequest = (request: ServedRequest) => {
    if (!quiet) context.out(writeRequestLine(keys.hide(request), context));
    const forgotten = requests.length > MAX_REQUESTS ? MAX_REQUESTS / 10 : 0;
    (requests as RecordedRequest[]).splice(0, forgotten); // the command owns this mock
  };
  try {
    const origins = origin.includes('*') ? '*' : origin;
    return await serveMock(mock, { port, host, origins, plugins: [inspector()], onRequest });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // serveMock passes Node's errors on
    if (code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} of ${host} is already in use. Choose another port with --port, or any free port with --port 0.`,
      );
    if (code === 'EACCES')
      throw new Error(`Permission denied for port ${port}. Choose a port above 1023 with --port.`);
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
      throw new Error(`\`--host\` is not an address of this machine: ${message}`);
    throw error;
  }
}

function printStart({ url }: MockServer, mock: SomeMock, { out }: CommandContext): void {
  const { apiKey } = mock.clientOptions;
  const { dialect, faults } = mock.service;
  out(`Mock of the Payments Data Service: ${url}`);
  out(`API key: ${apiKey ?? 'not required (--no-auth)'}`);
  for (const { id, name } of mock.apiKeys.all()) out(`${name} id: ${id}`);
  const { take } = dialect.parameters;
  const header =
    apiKey === null ? [] : ['-H', quoteForShell(`Authorization: ${writeAuthorization(apiKey)}`)];
  const path = `${url}/v1/balances${take === null ? '' : `?${take}=1`}`;
  out(`Try: ${['curl', ...header, quoteForShell(path)].join(' ')}`);
  out(`Inspector: ${url}/`);
  for (const { fault } of faults.all()) out(`Fault: ${flat(dataCode(fault))}`);
}

/** How much is printed of a request, in characters. */
const LONGEST_LINE = 500;

/**
 * A request on one line: `GET /v1/balances?take=10 200 10 of 24 rows 1.2 ms`. Why it failed, or why
 * a list is empty, is below, on lines for the terminal.
 */
export function writeRequestLine(
  { method, path, search, status, problem, rows, total, explanation, duration = 0 }: ServedRequest,
  { colors, columns }: Pick<CommandContext, 'colors' | 'columns'>,
): string {
  const printable = (text: string) => cut(terminalLine(text), LONGEST_LINE);
  const target = path + search;
  const page = rows === undefined || total === undefined ? rows : `${rows} of ${total} rows`;
  const line = [
    colors.bold(method),
    printable(decodeSegment(target.replaceAll('+', ' ')) || target),
    colorOf(status, colors)(`${status ?? 'no response'}`),
    typeof page === 'number' ? counted(page, 'row') : page,
    colors.dim(`${duration.toFixed(1)} ms`),
  ].filter((part) => part !== undefined);
  const below = [...(problem === undefined ? [] : [problem]), ...(explanation ?? [])];
  const lines = below.flatMap((text) => fill(printable(text).split(' '), columns - 2));
  return [line.join(' '), ...lines.map((part) => `  ${part}`)].join('\n');
}

function colorOf(status: number | undefined, { red, yellow, cyan, green }: Colors) {
  if (status === undefined || status >= 500) return red;
  if (status >= 400) return yellow;
  return status >= 300 ? cyan : green;
}
