import { visit } from './page.mjs';
import { createPageProxy } from './proxy.mjs';

const { fetch } = createPageProxy(Bun.argv[2]);
const server = Bun.serve({ fetch, hostname: '127.0.0.1', port: 0 });
console.log(
  JSON.stringify(await visit(`http://127.0.0.1:${server.port}/api`, { cookie: 'user=ada' })),
);
server.stop(true);
