import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from 'payments-data-client/mock';
import { afterAll, describe, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { createTestContext } from '../fixtures/command-context.js';
import { listen } from '../fixtures/listen.js';
import { faultServers } from '../verify/fault-servers.js';

const folder = mkdtempSync(join(tmpdir(), 'pull-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The program waits for half a minute if a service never responds.
const servers = faultServers.filter(({ timeout }) => timeout === undefined);

// At the same time, because most of them make the client wait.
describe.concurrent('pull writes a whole file or none if a service', () => {
  test.each(servers)('$name', { timeout: 60_000 }, async ({ name, turn, finds }) => {
    const mock = createMock();
    const { apiKey } = mock.clientOptions;
    const act = turn(mock);
    const server = await listen(createServer((request, response) => act(response, request)));
    const { context, out, errors } = createTestContext({ cwd: folder, env: { PAYMENTS_API_KEY: apiKey } });
    const file = `${name.replace(/\W/g, '-')}.ts`;
    try {
      const status = await runCli(['pull', '--base-url', server.url, '--out', file], '1.2.3', context);
      const path = join(folder, file);
      expect(existsSync(path)).toBe(status === 0);
      if (finds === 'failure') expect([1, 3]).toContain(status);
      if (status === 0)
        expect(readFileSync(path, 'utf8')).toMatch(/extendSchema\(paymentsSchema, \{\}\);\n$/);
      else expect(errors.join('\n')).not.toBe('');
      expect([...out, ...errors].join('\n')).not.toContain(apiKey);
      expect([...out, ...errors].join('\n')).not.toMatch(/\n\s+at /);
    } finally {
      server.close();
    }
  });
});
