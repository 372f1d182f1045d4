import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pathOf } from '../measure/paths.mjs';

/** Calls a function with the base URL of a server on the loopback interface that sends the same body for every request. */
export async function withServer(body, run) {
  const script = pathOf(new URL('fixed-server.mjs', import.meta.url));
  const server = fork(script, { env: { ...process.env, BODY: body } });
  try {
    const [port] = await once(server, 'message');
    return await run(`http://127.0.0.1:${port}`);
  } finally {
    server.kill();
  }
}
