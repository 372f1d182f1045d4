import { Worker } from 'node:worker_threads';
import { inTurns } from '../measure/in-turns.mjs';
import { quick } from '../measure/report.mjs';
import { body, createHandlers, pageUrl } from './handlers.mjs';

const options = quick
  ? { rounds: 3, milliseconds: 5 }
  : { rounds: 201, milliseconds: 10, budget: 20_000 };

/**
 * A list of 20 rows through a handler that only adds the key, and through the proxy. The service is a server on the
 * loopback interface; the handlers are called with the Request of a page, and their Response is read.
 */
export async function compareHandlers() {
  const server = new Worker(new URL('fixed-server.mjs', import.meta.url), { workerData: body });
  const port = await new Promise((resolve) => server.once('message', resolve));
  try {
    const url = await pageUrl();
    const handlers = createHandlers(`http://127.0.0.1:${port}`, globalThis.fetch);
    const calls = Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [
        name,
        async () => (await handle(new Request(url))).text(),
      ]),
    );
    for (const [name, call] of Object.entries(calls))
      if (JSON.parse(await call()).length !== 20)
        throw new Error(`${name} returned a different result.`);
    return await inTurns(calls, options);
  } finally {
    await server.terminate();
  }
}
