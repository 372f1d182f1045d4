import { createServer } from 'node:http';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { createTestContext } from '../fixtures/command-context.js';
import { listen } from '../fixtures/listen.js';
import { type FaultServer, faultServers } from '../verify/fault-servers.js';

/** Runs `verify` against a server that does something with each request. */
async function verify(turn: FaultServer['turn'], ...options: string[]) {
  const mock = createMock();
  const { apiKey } = mock.clientOptions;
  const act = turn(mock);
  const server = await listen(createServer((request, response) => act(response, request)));
  const { context, out, errors } = createTestContext({ env: { PAYMENTS_API_KEY: apiKey }, columns: 40 });
  try {
    const status = await runCli(['verify', '--base-url', server.url, ...options], '1.2.3', context);
    return { status, apiKey, out: out.join('\n'), errors: errors.join('\n') };
  } finally {
    server.close();
  }
}

// The program waits for half a minute if a service never responds.
const servers = faultServers.filter(({ timeout }) => timeout === undefined);

// At the same time, because most of them make the client wait.
describe.concurrent('the command verify says what is wrong if a service', () => {
  test.each(servers)('$name', { timeout: 60_000 }, async ({ turn, finds }) => {
    const { status, out, errors, apiKey } = await verify(turn, '--max-requests', '1000');
    expect(status).toBe(finds === 'failure' ? 3 : 0);
    expect(errors === '').toBe(finds !== 'failure');
    expect(out === '').toBe(finds === 'failure');
    expect(out).not.toContain('Differs:');
    if (finds !== 'failure') expect(out).toMatch(/^Holds: [1-9]/m);
    if (finds.includes('unknown')) expect(out).toMatch(/^Unknown: [1-9]/m);
    expect(out + errors).not.toContain(apiKey);
    expect(out + errors).not.toMatch(/\n\s+at /);
  });
});

/** A service that differs, and whose rows and messages contain a text. */
const repeating =
  (text: (apiKey: string) => string): FaultServer['turn'] =>
  (mock) => {
    const { apiKey } = mock.clientOptions;
    for (const { id } of mock.db.balances.all())
      mock.db.balances.update(id, {
        name: `a ${text(apiKey)} ${id}`,
        variables: { [text(apiKey)]: text(apiKey) },
      });
    return async (response, { url = '', headers: { authorization = '' } }) => {
      const reply = await mock.fetch(`${mock.baseUrl}${url}`, { headers: { authorization } });
      const body: { id: string }[] = await reply.json();
      const isFiltered = /where=.*(name|variables)/.test(url) && Array.isArray(body);
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(reply.ok ? (isFiltered ? body.slice(1) : body) : { errors: [text(apiKey)] }),
      );
    };
  };

describe('the command verify prints', { timeout: 60_000 }, () => {
  test.each([[], ['--json']])(
    'no part of a key that the service repeats (options: %j)',
    async (...options) => {
      const { out, apiKey, status } = await verify(
        repeating((key) => key),
        '--show-values',
        ...options,
      );
      const text = out.replaceAll(/\s/g, ''); // lines are cut anywhere
      expect(status).toBe(1);
      expect(text).toContain('[redacted]');
      expect(text).not.toContain(apiKey);
    },
  );

  test('no control characters that the service sends', async () => {
    const { out } = await verify(
      repeating(() => '\u001b[31m\u0007\u009b'),
      '--show-values',
    );
    expect(out.replaceAll(/\s/g, '')).toContain('\\u001b[31m\\u0007\\u009b');
    expect(out).not.toMatch(/[^\P{Cc}\n]/u);
  });
});
