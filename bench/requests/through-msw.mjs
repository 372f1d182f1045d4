import * as modules from 'node:module';

// Runs by itself, because MSW takes over `fetch`. `node through-msw.mjs 3` takes MSW 3 where the package says `msw`.
if (process.argv[2] === '3') {
  modules.registerHooks({
    resolve: (specifier, context, next) => next(specifier.replace(/^msw(?=$|\/)/, 'msw-3'), context),
  });
}
const { setupServer } = await import('msw/node');
const { mockHandlers } = await import('#payments-data-client/msw');
const { inTurns } = await import('../measure/in-turns.mjs');
const { waysInProcess } = await import('./ways-to-the-mock.mjs');

const { mock, url, headers, read, ways } = await waysInProcess();
const server = setupServer(...mockHandlers(mock));
server.listen();
const quick = process.argv.includes('--quick');
const times = await inTurns(
  { ...ways, msw: () => read(fetch(url, { headers })) },
  quick ? { rounds: 3, milliseconds: 5 } : { rounds: 15, milliseconds: 100 },
);
process.stdout.write(JSON.stringify(times));
process.exit(0); // whatever MSW keeps open
