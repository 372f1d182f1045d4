import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, sampleData } from 'payments-data-client/mock';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runCli } from '../../../src/tools/cli/run-cli.js';
import { createTestContext } from '../../fixtures/command-context.js';
import { inTurn } from '../../fixtures/in-turns.js';
import { listen } from '../../fixtures/listen.js';
import { type FaultServer, faultServers } from '../connect/fault-servers.js';

const folder = mkdtempSync(join(tmpdir(), 'connect-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The program waits for half a minute if a service never responds.
const servers = faultServers.filter(({ timeout }) => timeout === undefined);

/**
 * Runs a command against a server that does something with each request. Few rows and requests:
 * computing takes the time.
 */
async function run(turn: FaultServer['turn'], ...options: string[]) {
  const mock = createMock({ data: sampleData({ accounts: 3, transactions: 4 }) });
  const { apiKey } = mock.clientOptions;
  const act = turn(mock);
  let requests = 0;
  const server = await listen(
    createServer((request, response) => {
      requests++;
      act(response, request);
    }),
  );
  const { context, out, errors } = createTestContext({
    cwd: folder,
    env: { PAYMENTS_API_KEY: apiKey },
  });
  try {
    const status = await runCli(
      ['connect', '--base-url', server.url, ...options],
      '1.2.3',
      context,
    );
    const all = [...out, ...errors].join('\n');
    expect(all).not.toContain(apiKey);
    expect(all).not.toMatch(/\n\s+at /);
    return { status, out: out.join('\n'), errors: errors.join('\n'), requests };
  } finally {
    server.close();
  }
}

writeFileSync(
  join(folder, 'own.mjs'),
  "export { paymentsSchema as schema } from 'payments-data-client';\n",
);
/** With as many requests as a conclusion needs, and for retries. */
const check = (turn: FaultServer['turn']) =>
  run(turn, '--check', '--schema', 'own.mjs', '--max-requests', '500');

/** With few requests, because these tests are about the file. */
const connect = (server: FaultServer) =>
  run(server.turn, '--out', fileOf(server), '--max-requests', '240');

const isOf = (finds: FaultServer['finds']) => (server: FaultServer) => server.finds === finds;

// Retries wait a twentieth of their delays, so that computing is what takes the time.
vi.mock('../../../src/values/wait.js', async (original) =>
  (await import('../../fixtures/short-delays.js')).shortDelays(await original()),
);

/** The most requests to a service of which nothing can be read. */
const MOST_REQUESTS = 100;

const fileOf = ({ name }: FaultServer) => `${name.replace(/\W/g, '-')}.ts`;

describe('connect writes nothing, and says why, if a service', {
  timeout: 120_000,
  concurrent: true,
}, () => {
  test.each(servers.filter(isOf('failure')))('$name', async (server) => {
    const { requests, ...result } = await connect(server);
    expect(result).toEqual({ status: 2, out: '', errors: server.says });
    expect(requests).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(existsSync(join(folder, fileOf(server)))).toBe(false);
  });
});

describe('connect writes a whole file or none if a service', {
  timeout: 120_000,
  concurrent: true,
}, () => {
  test.each(
    inTurn(
      servers.filter((server) => !isOf('failure')(server)),
      4,
    ),
  )('$name', async (server) => {
    const { status, errors } = await connect(server);
    const path = join(folder, fileOf(server));
    // With status 2, the schema is written and the dialect could not be measured: retries may use
    // up the requests.
    if (status === 2) expect(errors).toMatch(/could not be measured|stopped responding|failed/);
    else expect(existsSync(path)).toBe(status === 0);
    if (server.finds === 'same') expect([0, 2]).toContain(status);
    if (status !== 0) expect(errors).not.toBe('');
    if (existsSync(path))
      expect(readFileSync(path, 'utf8')).toContain('export const schema = paymentsSchema;\n');
  });
});

describe('connect --check', { timeout: 120_000, concurrent: true }, () => {
  // A slow service was asked more by the test above.
  test.each(
    inTurn(
      servers.filter(isOf('same')).filter(({ name }) => !name.startsWith('responds after')),
      4,
    ),
  )('finds no difference if a service $name', async ({ turn }) => {
    const { status, out } = await check(turn);
    expect(out).not.toMatch(/Settings|Other rows|Rejected/);
    // Retries may use up the requests.
    expect(status).toBe(out.includes('The limit of') ? 2 : 0);
  });

  test.each(servers.filter(isOf('unknown')))(
    'never exits with 0 if a service $name',
    async ({ turn }) => {
      expect((await check(turn)).status).toBe(2);
    },
  );

  test.each(servers.filter(isOf('failure')))(
    'exits with 2 if a service $name',
    async ({ turn, says }) => {
      const { requests, ...result } = await check(turn);
      expect(result).toEqual({ status: 2, out: '', errors: says });
      expect(requests).toBeLessThanOrEqual(MOST_REQUESTS);
    },
  );
});
