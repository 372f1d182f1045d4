import { readFileSync } from 'node:fs';
import JSON5 from 'json5';
import { createMock } from '../create-mock.js';
import type { MockData } from '../database.js';
import { redact } from '../http/redact.js';
import { sampleData } from '../sample-data.js';
import { type CliOptions, parseCommandLine, USAGE, UsageError } from './cli-options.js';
import { type MockServer, type ServedRequest, serveMock } from './serve-mock.js';

/** Writes the lines of the program. */
export interface Output {
  /** To the standard output. */
  out(line: string): void;
  /** To the standard error. */
  error(line: string): void;
}

/**
 * Runs the command line.
 *
 * @returns The running server, or the exit status: 0 after help and version, 2 for a wrong command line, 1
 * for another failure.
 */
export async function runCli(
  args: readonly string[],
  version: string,
  { out, error }: Output,
): Promise<MockServer | number> {
  try {
    const options = parseCommandLine(args);
    if (options === 'help') {
      out(USAGE.trimEnd());
      return 0;
    }
    if (options === 'version') {
      out(version);
      return 0;
    }
    const mock = createMockFor(options);
    const { apiKey } = mock.clientOptions;
    const server = await serveMock(mock, {
      port: options.port,
      host: options.host,
      onRequest: (request) => out(redact(describeRequest(request), apiKey === null ? [] : [apiKey])),
    });
    out(`Mock of the Payments Data Service: ${server.url}`);
    out(`API key: ${apiKey ?? 'not required (--no-auth)'}`);
    const header = apiKey === null ? '' : `-H 'Authorization: APIKey ${apiKey.replaceAll("'", "'\\''")}' `;
    out(`Try: curl ${header}'${server.url}/v1/balances?take=1'`);
    return server;
  } catch (thrown) {
    error(reasonOf(thrown));
    return thrown instanceof UsageError ? 2 : 1;
  }
}

function createMockFor({ data, key, noAuth, seed, latency, envelope }: CliOptions) {
  return createMock({
    data: data === undefined ? sampleData({ seed }) : readDataFile(data),
    apiKeys: noAuth ? false : [{ name: 'Test key', key }],
    latency,
    envelope,
  });
}

function readDataFile(file: string): MockData {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`\`--data\`: ${file} cannot be read: ${reasonOf(error)}`);
  }
  try {
    return JSON5.parse(text);
  } catch (error) {
    throw new UsageError(`\`--data\`: ${file} is neither JSON nor JSON5: ${reasonOf(error)}`);
  }
}

/**
 * A request on one line, with its query decoded.
 *
 * @example
 * describeRequest({ method: 'GET', target: '/v1/balances?take=1%30', status: 200, milliseconds: 1.2 })
 * // => "GET /v1/balances?take=10 200 1.2 ms"
 */
export function describeRequest({ method, target, status, milliseconds }: ServedRequest): string {
  return `${method} ${readable(target)} ${status ?? 'no response'} ${milliseconds.toFixed(1)} ms`;
}

/** Decoded, on one line, without control characters for the terminal, and cut to 500 characters. */
function readable(target: string): string {
  let text = target;
  try {
    text = decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    // not valid percent-encoding: printed as it is
  }
  const line = text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '\u00b7');
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address, message }: NodeJS.ErrnoException & { port?: number; address?: string } = error;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is already in use. Choose another one with --port, or any free one with --port 0.`;
  if (code === 'EACCES' && port !== undefined)
    return `Permission denied for port ${port}. Choose one above 1023 with --port.`;
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return `\`--host\` is not an address of this machine: ${message}`;
  return message;
}
