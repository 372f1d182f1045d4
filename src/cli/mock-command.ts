import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import JSON5 from 'json5';
import { isSecret } from '../mock/api-keys.js';
import { createMock } from '../mock/create-mock.js';
import type { MockData } from '../mock/database.js';
import { redact } from '../mock/http/redact.js';
import type { Latency } from '../mock/latency.js';
import { sampleData } from '../mock/sample-data.js';
import { type MockServer, serveMock } from '../mock/server/serve-mock.js';
import { type CommandContext, defineCommand, type OptionValues, UsageError } from './command.js';
import { integerUpTo } from './parse-options.js';
import { describeRequest } from './request-line.js';

const options = {
  port: {
    type: 'string',
    placeholder: 'number',
    help: 'port to listen on; 0 takes any free port',
    default: '4010',
    parse: integerUpTo(65_535),
  },
  host: {
    type: 'string',
    placeholder: 'address',
    help: 'address to listen on',
    default: '127.0.0.1',
  },
  data: {
    type: 'string',
    placeholder: 'file',
    help: 'JSON or JSON5 file with rows by resource (default: sample data)',
  },
  key: {
    type: 'string',
    placeholder: 'secret',
    help: 'accepted API key (default: a generated key, printed at the start)',
    parse: parseKey,
  },
  'no-auth': { type: 'boolean', help: 'accept requests without an API key' },
  latency: {
    type: 'string',
    placeholder: 'ms|a-b',
    help: 'delay of each response, such as 100 or 50-200',
    default: '0',
    parse: parseLatency,
  },
  seed: {
    type: 'string',
    placeholder: 'number',
    help: 'seed of the sample data, not with --data (default 1)',
    parse: integerUpTo(2 ** 32 - 1),
  },
  envelope: {
    type: 'string',
    placeholder: 'form',
    help: 'bare, or result for { "result": … }',
    default: 'bare',
    parse: parseEnvelope,
  },
} as const;

type MockValues = OptionValues<typeof options>;

/** Serves a mock until the process is told to stop. */
export const mockCommand = defineCommand({
  name: 'mock',
  summary: 'Serves a mock of the Payments Data Service over HTTP.',
  options,
  examples: ['mock', 'mock --data rows.json5 --key my-key --latency 50-200'],
  async run(values, context) {
    checkCombinations(values);
    const mock = createMockFor(values, context);
    const { apiKey } = mock.clientOptions;
    const server = await listen(mock, values, (line) =>
      context.out(redact(line, apiKey === null ? [] : [apiKey])),
    );
    context.out(`Mock of the Payments Data Service: ${server.url}`);
    context.out(`API key: ${apiKey ?? 'not required (--no-auth)'}`);
    const header = apiKey === null ? '' : `-H 'Authorization: APIKey ${apiKey.replaceAll("'", "'\\''")}' `;
    context.out(`Try: curl ${header}'${server.url}/v1/balances?take=1'`);
    await aborted(context.signal);
    await server.close();
    return 0;
  },
});

function checkCombinations(values: MockValues): void {
  if (values.data !== undefined && values.seed !== undefined)
    throw new UsageError(
      '`--seed` and `--data` cannot be combined: `--data` replaces the sample data. Give one of them.',
    );
  if (values['no-auth'] && values.key !== undefined)
    throw new UsageError('`--no-auth` and `--key` cannot be combined. Give one of them.');
}

const createMockFor = (
  { data, seed, key, latency, envelope, ...values }: MockValues,
  { cwd }: CommandContext,
) =>
  createMock({
    data: data === undefined ? sampleData({ seed }) : readDataFile(data, cwd),
    apiKeys: values['no-auth'] ? false : [{ name: 'Test key', key }],
    latency,
    envelope,
  });

function readDataFile(file: string, cwd: string): MockData {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`\`--data\`: ${file} cannot be read: ${reasonOf(error)}`);
  }
  try {
    return JSON5.parse(text);
  } catch (error) {
    throw new UsageError(`\`--data\`: ${file} is neither JSON nor JSON5: ${reasonOf(error)}`);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @throws Error with a message for the user if the address cannot be listened on. */
async function listen(
  mock: Parameters<typeof serveMock>[0],
  { port, host }: Pick<MockValues, 'port' | 'host'>,
  log: (line: string) => void,
): Promise<MockServer> {
  try {
    return await serveMock(mock, { port, host, onRequest: (request) => log(describeRequest(request)) });
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

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

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
