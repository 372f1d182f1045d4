import { createServer } from 'node:http';

// Sends the same body for every request. It is a process of its own, so its CPU time is not that of the clients.
const bytes = Buffer.from(process.env.BODY);
const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
