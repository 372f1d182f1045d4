import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { createMock, sampleData } from '#payments-data-client/mock';
import { serveMock } from '#payments-data-client/mock/server';
import { makeRows } from '../filters/rows.mjs';
import { blocks, table } from '../measure/markdown.mjs';
import { built, pathOf } from '../measure/paths.mjs';
import { quick, report } from '../measure/report.mjs';
import { median, quantile, ratioOf, showRatio } from '../measure/statistics.mjs';

const program = join(pathOf(built), 'dist/tools/cli/cli.js');
const dialect = {
  envelope: 'data',
  pageSize: { default: 50, max: 500 },
  nulls: 'sql',
  dates: 'microseconds',
};
const sample = sampleData();
const large = Object.entries(makeRows(quick ? 1_000 : 100_000)).map(([name, rows]) => [
  name,
  [...sample[name], ...rows],
]);
const workspaces = {
  'sample data': sample,
  '100,000 balances more': { ...sample, ...Object.fromEntries(large) },
};

/** Runs the program as a user does, in a new process. */
async function connect({ server, apiKey }) {
  const folder = mkdtempSync(join(tmpdir(), 'connect-'));
  const start = performance.now();
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, 'connect', '--base-url', server.url, '--out', 'payments.ts'],
      { cwd: folder, env: { ...process.env, PAYMENTS_API_KEY: apiKey } },
    );
    const [, requests] = /(\d+) requests/.exec(stdout);
    const [, equal, asked] = /to (\d+) of (\d+) random queries/.exec(stdout);
    if (equal !== asked) throw new Error(`The mock differs from the service:\n${stdout}`);
    return {
      milliseconds: performance.now() - start,
      requests: Number(requests),
      asked: Number(asked),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const services = [];
for (const [name, data] of Object.entries(workspaces)) {
  const mock = createMock({ data, dialect });
  const { apiKey } = mock.clientOptions;
  services.push({ name, apiKey, server: await serveMock(mock, { port: 0 }), rounds: [] });
}
const rounds = quick ? 1 : 5;
for (let round = 0; round < rounds; round++)
  for (const service of services) service.rounds.push(await connect(service));
for (const { server } of services) await server.close();

const times = services.map(({ rounds }) => rounds.map(({ milliseconds }) => milliseconds));
const [base] = times;
const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1);
report(
  'connect',
  blocks(
    `\`connect\` against a mock with page limits, an envelope, the null semantics of SQL and microseconds, over a port. It reads at most 500 rows of each resource, so the size of a workspace matters little. Medians of ${rounds} runs of the program in turns, each in a new process, with quartiles in parentheses.`,
    table(
      ['workspace', 'time', '÷ sample data', 'requests', 'equal responses to random queries'],
      services.map(({ name, rounds }, index) => [
        name,
        `${seconds(median(times[index]))} s (${seconds(quantile(times[index], 0.25))}–${seconds(quantile(times[index], 0.75))})`,
        showRatio(ratioOf(times[index], base)),
        median(rounds.map(({ requests }) => requests)),
        `${rounds.at(-1).asked} of ${rounds.at(-1).asked}`,
      ]),
    ),
  ),
  {
    seconds: median(base) / 1000,
    requests: median(services[0].rounds.map(({ requests }) => requests)),
  },
);
