import * as modules from 'node:module';

// Runs in a separate process, because MSW replaces `fetch`. `node through-msw.mjs 3` resolves `msw` to MSW 3.
if (process.argv[2] === '3') {
  modules.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier.replace(/^msw(?=$|\/)/, 'msw-3'), context),
  });
}
const { setupServer } = await import('msw/node');
const { mockHandlers } = await import('#payments-data-client/msw');
const { inTurns } = await import('../measure/in-turns.mjs');
const { inProcessTransports } = await import('./mock-transports.mjs');

const { mock, url, headers, read, ways } = await inProcessTransports();
const server = setupServer(...mockHandlers(mock));
server.listen();
const quick = process.argv.includes('--quick');
const times = await inTurns(
  { ...ways, msw: () => read(fetch(url, { headers })) },
  quick ? { rounds: 3, milliseconds: 5 } : { rounds: 100, milliseconds: 15 },
);
process.stdout.write(JSON.stringify(times));
process.exit(0); // MSW keeps handles open
