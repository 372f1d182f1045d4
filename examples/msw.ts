// Tests code that creates its own client: MSW intercepts the requests, and the
// mock responds.
// Install first: npm install msw
import { setupServer } from 'msw/node';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { mockHandlers } from 'payments-data-client/msw';

const baseUrl = 'https://payments.example';
const mock = createMock({ baseUrl, apiKeys: [{ key: 'test-key' }] });
const server = setupServer(...mockHandlers(mock));
server.listen({ onUnhandledRequest: 'error' });

const client = createClient({ baseUrl, apiKey: 'test-key' });
const accounts = await client.accounts.list({ where: { status: 'active' } });
console.log(accounts.length); // => 11

server.close();
