import { visit } from './page.mjs';
import { createPageProxy } from './proxy.mjs';

const { fetch } = createPageProxy(Deno.args[0]);
const server = Deno.serve({ hostname: '127.0.0.1', port: 0, onListen() {} }, fetch);
console.log(
  JSON.stringify(await visit(`http://127.0.0.1:${server.addr.port}/api`, { cookie: 'user=ada' })),
);
await server.shutdown();
