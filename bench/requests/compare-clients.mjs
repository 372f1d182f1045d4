import { Worker } from 'node:worker_threads';
import { inTurns } from '../measure/in-turns.mjs';
import { quick } from '../measure/report.mjs';
import { body, createCalls, createPlainCalls, plainBody } from './clients.mjs';

const options = quick
  ? { rounds: 3, milliseconds: 5 }
  : { rounds: 25, milliseconds: 100, budget: 20_000 };

/** The same list on each client; a function returns the response. */
export const compareInProcess = () =>
  compare(
    createCalls('https://api.example.com', async () => {
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    }),
  );

/** The same list of whole rows; a function returns the response. */
export const comparePlainInProcess = () =>
  inTurns(
    createPlainCalls('https://api.example.com', async () => {
      return new Response(plainBody, { headers: { 'content-type': 'application/json' } });
    }),
    options,
  );

/** The same list on each client, over the loopback interface. */
export async function compareLoopback() {
  const server = new Worker(new URL('fixed-server.mjs', import.meta.url), { workerData: body });
  const port = await new Promise((resolve) => server.once('message', resolve));
  try {
    return await compare(createCalls(`http://127.0.0.1:${port}`, globalThis.fetch));
  } finally {
    await server.terminate();
  }
}

async function compare(calls) {
  for (const [name, call] of Object.entries(calls)) {
    const rows = await call();
    const list = Array.isArray(rows) ? rows : rows.data; // the Directus SDK returns `data` of the body, which has none
    if (name !== '@directus/sdk' && JSON.stringify(list) !== body)
      throw new Error(`${name} returned a different result.`);
  }
  return inTurns(calls, options);
}
