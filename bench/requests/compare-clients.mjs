import { inTurns } from '../measure/in-turns.mjs';
import { quick } from '../measure/report.mjs';
import { body, createCalls, createPlainCalls, plainBody } from './clients.mjs';
import { withServer } from './with-server.mjs';

const options = quick ? { rounds: 3, milliseconds: 5 } : { rounds: 200, milliseconds: 10 };
const respondWith = (text) => async () =>
  new Response(text, { headers: { 'content-type': 'application/json' } });

/** The same list on each client; a function returns the response. */
export const compareInProcess = () =>
  compare(createCalls('https://api.example.com', respondWith(body)));

/** The same list of whole rows; a function returns the response. */
export const comparePlainInProcess = () =>
  inTurns(createPlainCalls('https://api.example.com', respondWith(plainBody)), options);

/** The same list on each client, over the loopback interface. */
export const compareLoopback = () =>
  withServer(body, (baseUrl) => compare(createCalls(baseUrl, globalThis.fetch)));

async function compare(calls) {
  for (const [name, call] of Object.entries(calls)) {
    const rows = await call();
    const list = Array.isArray(rows) ? rows : rows.data; // the Directus SDK returns `data` of the body, which has none
    if (name !== '@directus/sdk' && JSON.stringify(list) !== body)
      throw new Error(`${name} returned a different result.`);
  }
  return inTurns(calls, options);
}
