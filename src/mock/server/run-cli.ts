import { readFileSync } from 'node:fs';
import { createMock, type Mock } from '../create-mock.js';
import type { MockData } from '../database.js';
import { redact } from '../http/redact.js';
import { parseRows } from '../parse-data-file.js';
import { sampleData } from '../sample-data.js';
import { type CliOptions, readCommandLine, USAGE, UsageError } from './cli-options.js';
import { type MockServer, type ServedRequest, serveMock } from './serve-mock.js';

/** Where the program writes. */
export interface Output {
  /** What was asked for. */
  out(line: string): void;
  /** What went wrong. */
  error(line: string): void;
}

/**
 * Runs the program until it is told to stop.
 *
 * @returns The server, or the status with which the program ends at once: 0 where it did what was asked, 2 for a wrong
 * command line, 1 for anything else.
 */
export async function runCli(
  args: readonly string[],
  version: string,
  { out, error }: Output,
): Promise<MockServer | number> {
  try {
    const options = readCommandLine(args);
    if (options === 'help') {
      out(USAGE.trimEnd());
      return 0;
    }
    if (options === 'version') {
      out(version);
      return 0;
    }
    const mock = mockFor(options);
    const { apiKey } = mock.clientOptions;
    const server = await serveMock(mock, {
      port: options.port,
      host: options.host,
      onRequest: (request) => out(redact(describeRequest(request), [apiKey])),
    });
    out(`The mock of the Payments Data Service listens on ${server.url}`);
    out(`API key: ${apiKey}`);
    out(
      `Try: curl -H 'Authorization: APIKey ${apiKey.replaceAll("'", "'\\''")}' '${server.url}/v1/balances?take=1'`,
    );
    return server;
  } catch (thrown) {
    error(reasonOf(thrown));
    return thrown instanceof UsageError ? 2 : 1;
  }
}

function mockFor({ data, key, seed, latency, envelope }: CliOptions): Mock {
  return createMock({
    data: data === undefined ? sampleData({ seed }) : readData(data),
    apiKeys: [{ name: 'Test key', key }],
    latency,
    envelope,
  });
}

function readData(file: string): MockData {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`\`--data\`: ${file} cannot be read: ${reasonOf(error)}`);
  }
  try {
    return parseRows(text);
  } catch (error) {
    throw new UsageError(`\`--data\`: ${file} is neither JSON nor JSON5: ${reasonOf(error)}`);
  }
}

/**
 * A request on one line, its query decoded.
 *
 * @example
 * describeRequest({ method: 'GET', target: '/v1/balances?where=name:%27a%27', status: 200, milliseconds: 1.2 })
 * // => "GET /v1/balances?where=name:'a' 200 1.2 ms"
 */
export function describeRequest({ method, target, status, milliseconds }: ServedRequest): string {
  return `${method} ${readable(target)} ${status ?? 'no answer'} ${milliseconds.toFixed(1)} ms`;
}

/** Decoded, on one line, without what would move a terminal's cursor, and not endless. */
function readable(target: string): string {
  let text = target;
  try {
    text = decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    // as it came, then
  }
  const line = text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '\u00b7');
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address, message }: NodeJS.ErrnoException & { port?: number; address?: string } = error;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is taken. Choose another with --port, or any free one with --port 0.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used. Choose one above 1023 with --port.`;
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return `\`--host\` is not an address of this machine: ${message}`;
  return message;
}
