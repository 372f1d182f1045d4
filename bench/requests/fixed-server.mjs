import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// Sends the same body for every request. It runs in a worker thread, so it does not compete with the clients.
const bytes = Buffer.from(workerData);
const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
