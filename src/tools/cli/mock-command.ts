import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import type { Dialect } from '../../dialect/dialect.js';
import { isConfigurationError } from '../../errors.js';
import { createMock } from '../../mock/create-mock.js';
import { internalsOf, type Mock, type MockInternals } from '../../mock/mock.js';
import { type MockServer, type ServedRequest, serveMock } from '../../mock/server/serve-mock.js';
import { decodeSegment, type Resources } from '../../schema/resources.js';
import { cut } from '../../values/describe.js';
import { writeAuthorization } from '../../values/headers.js';
import { redact } from '../../values/redact.js';
import { describeFault } from '../inspector/server/control-actions.js';
import { inspector } from '../inspector/server/inspector.js';
import { quoteForShell } from '../print-code.js';
import {
  type Colors,
  type CommandContext,
  defineCommand,
  errorMessage,
  UsageError,
  withUsageErrors,
} from './command.js';
import { type Rows, readDataFile } from './files.js';
import { loadSchema, type SchemaModule } from './load-schema.js';
import { checkMockValues, hasInspector, type MockValues, mockOptions } from './mock-options.js';
import { fill, terminalLine } from './terminal.js';

type AnyMock = Mock<Resources, string | null>;

/** How often `--watch` looks at the file, in milliseconds. */
const INTERVAL = 100;

/** Serves a mock until the process is told to stop. */
export const mockCommand = defineCommand({
  name: 'mock',
  summary: 'Serves a mock of the Payments Data Service over HTTP.',
  options: mockOptions,
  examples: [
    'mock',
    'mock --latency 50-200',
    'mock --data rows.json5 --watch --key my-key',
    `mock --fail "{status:503,path:'/v1/balances',times:2}"`,
    'mock --quiet --key my-key --pid-file mock.pid',
  ],
  async run(values, context) {
    checkMockValues(values);
    const service =
      values.schema === undefined ? undefined : await loadSchema(values.schema, context);
    const { data } = values;
    const create = () =>
      createMockOf(values, service, data === undefined ? data : readDataFile(data, context.cwd));
    const mock = create();
    const internals = internalsOfMock(mock);
    for (const fault of values.fail) explain('`--fail`', () => internals.faults.add(fault));
    const server = await listen(mock, values, context);
    const reload = () => {
      try {
        internals.replaceRows(internalsOfMock(create()).store);
        context.out(`${data} was reloaded.`);
      } catch (error) {
        context.error(`${errorMessage(error)} The mock keeps its rows.`);
      }
    };
    const watched = values.watch && data !== undefined ? resolve(context.cwd, data) : undefined;
    let pidFile: string | undefined;
    try {
      if (watched !== undefined)
        watchFile(watched, { interval: INTERVAL, persistent: false }, reload);
      if (!values.quiet) printStart(server, mock, values, context);
      if (values['pid-file'] !== undefined)
        pidFile = writePid(resolve(context.cwd, values['pid-file']));
      context.out(`Ready: ${server.url}`);
      if (!context.signal.aborted) await once(context.signal, 'abort');
    } finally {
      if (watched !== undefined) unwatchFile(watched, reload);
      if (pidFile !== undefined) rmSync(pidFile, { force: true });
      await server.close();
    }
    return 0;
  },
});

/**
 * Creates the mock that the options describe, with the module of `--schema` and the rows of
 * `--data`.
 *
 * @throws UsageError for wrong rows, and for a schema that no mock can have, or for which the
 * sample data is invalid.
 */
function createMockOf(
  values: MockValues,
  { schema, dialect: givenDialect }: Partial<SchemaModule> = {},
  data?: Rows,
): AnyMock {
  const { latency, now } = values;
  const dialect: Dialect = Object.assign({}, givenDialect, ...values.dialect);
  // Not the key that createMock() generates: it is the same everywhere, so every web site would
  // know it.
  const { key = `test_${randomBytes(16).toString('hex')}` } = values;
  const apiKeys = values['no-auth'] ? (false as const) : [{ name: 'API key', key }];
  const create = () =>
    createMock<Resources, typeof apiKeys>({ apiKeys, latency, now, dialect, schema, data });
  if (values.schema !== undefined)
    explain(`\`--schema\`: ${values.schema}`, () => createMock({ schema, data: {} }));
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

/** @throws Error with a message for the user if the address cannot be listened on. */
async function listen(
  mock: AnyMock,
  values: MockValues,
  context: CommandContext,
): Promise<MockServer> {
  const { port, host } = values;
  const { keys } = internalsOfMock(mock);
  try {
    return await serveMock(mock, {
      port,
      host,
      origins: values.origin.includes('*') ? '*' : values.origin,
      plugins: hasInspector(values) ? [inspector()] : [],
      onRequest: (request) => {
        if (!values.quiet) context.out(writeRequestLine(request, context, [...keys.issued]));
        // Nobody can read the requests that this mock records, and it may run for days.
        (mock.requests as unknown[]).length = 0;
      },
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // serveMock passes Node's errors on
    if (code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} of ${host} is already in use. Choose another one with --port, or any free one with --port 0.`,
      );
    if (code === 'EACCES')
      throw new Error(`Permission denied for port ${port}. Choose one above 1023 with --port.`);
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
      throw new Error(`\`--host\` is not an address of this machine: ${message}`);
    throw error;
  }
}

function printStart(
  server: MockServer,
  mock: AnyMock,
  values: MockValues,
  { out }: CommandContext,
): void {
  const { apiKey } = mock.clientOptions;
  out(`Mock of the Payments Data Service: ${server.url}`);
  out(`API key: ${apiKey ?? 'not required (--no-auth)'}`);
  const { faults, keys, store } = internalsOfMock(mock);
  if (apiKey !== null) for (const { id, name } of keys.all()) out(`${name} id: ${id}`);
  const { take } = store.dialect.parameters;
  const search = take === null ? '' : `?${take}=1`;
  const header =
    apiKey === null ? [] : ['-H', quoteForShell(`Authorization: ${writeAuthorization(apiKey)}`)];
  const words = ['curl', ...header, quoteForShell(`${server.url}/v1/balances${search}`)];
  out(`Try: ${words.join(' ')}`);
  if (hasInspector(values)) out(`Inspector: ${server.url}/`);
  for (const fault of faults.all()) out(`Fault: ${describeFault(fault)}`);
  if (values.watch) out(`Rows: ${values.data}, reloaded when it changes`);
}

/** @returns The path. @throws UsageError if the file cannot be written. */
function writePid(path: string): string {
  try {
    writeFileSync(path, `${process.pid}\n`);
    return path;
  } catch (error) {
    throw new UsageError(`\`--pid-file\`: ${errorMessage(error)}`);
  }
}

const internalsOfMock = (mock: AnyMock) => internalsOf(mock) as MockInternals; // createMock has created it

/**
 * A request on one line: `GET /v1/balances?take=10 200 1.2 ms`. Why it failed is below, on lines
 * for the terminal.
 */
export function writeRequestLine(
  { method, target, status, problem = '', milliseconds }: ServedRequest,
  { colors, columns }: Pick<CommandContext, 'colors' | 'columns'>,
  secrets: readonly string[],
): string {
  const color = colorOf(status, colors);
  const shown = redact(target, secrets);
  const line = [
    colors.bold(method),
    cut(terminalLine(decodeSegment(shown.replaceAll('+', ' ')) || shown), LONGEST_LINE),
    color(`${status ?? 'no response'}`),
    colors.dim(`${milliseconds.toFixed(1)} ms`),
  ].join(' ');
  if (problem === '') return line;
  const words = cut(terminalLine(redact(problem, secrets)), LONGEST_LINE).split(' ');
  return [line, ...fill(words, columns - 2).map((part) => `  ${part}`)].join('\n');
}

function colorOf(status: number | undefined, { red, yellow, cyan, green }: Colors) {
  if (status === undefined || status >= 500) return red;
  if (status >= 400) return yellow;
  return status >= 300 ? cyan : green;
}

/** How much is printed of a request, in characters. */
const LONGEST_LINE = 500;
