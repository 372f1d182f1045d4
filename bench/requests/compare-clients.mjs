import { Worker } from 'node:worker_threads';
import { inTurns } from '../measure/in-turns.mjs';
import { quick } from '../measure/part.mjs';
import { body, createCalls, createPlainCalls, plainBody } from './clients.mjs';

const options = quick ? { rounds: 3, milliseconds: 5 } : { rounds: 25, milliseconds: 100, budget: 20_000 };

/** One list on each client, answered by a function. */
export const compareInProcess = () =>
  compare(
    createCalls('https://api.example.com', async () => {
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    }),
  );

/** One list of whole rows, answered by a function. */
export const comparePlainInProcess = () =>
  inTurns(
    createPlainCalls('https://api.example.com', async () => {
      return new Response(plainBody, { headers: { 'content-type': 'application/json' } });
    }),
    options,
  );

/** One list on each client, one after another over the loopback. */
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
    const list = Array.isArray(rows) ? rows : rows.data; // Directus takes an answer out of an envelope that isn't there
    if (name !== '@directus/sdk' && JSON.stringify(list) !== body) throw new Error(`${name}: another answer`);
  }
  return inTurns(calls, options);
}
