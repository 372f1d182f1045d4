// A page without an API key, and the backend that adds it. Both use the same types.
import { Hono } from 'hono';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

const allowedPaths = /^\/v1\/(accounts|balances(\/[\w-]+)?|transactions(\/lines)?)$/;

/** Forwards the page's requests to the service, and the responses with their status and `Retry-After`. */
export function createBackend(service: { baseUrl: string; apiKey: string; fetch: typeof fetch }): Hono {
  return new Hono().get('/api/v1/*', async ({ req, json }) => {
    // Authenticate the user here: everyone who can call this route can read everything that its key can read.
    const { pathname, search } = new URL(req.url);
    const path = pathname.slice('/api'.length);
    if (!allowedPaths.test(path)) return json({ errors: [`${path} is not available.`] }, 404);
    const options = { headers: { Authorization: `APIKey ${service.apiKey}` }, redirect: 'error' } as const;
    const { status, body, headers } = await service.fetch(`${service.baseUrl}${path}${search}`, options);
    const forwarded = ['Content-Type', 'Retry-After'].filter((name) => headers.has(name));
    return new Response(body, { status, headers: forwarded.map((name) => [name, headers.get(name) ?? '']) });
  });
}

const backend = createBackend(createMock().clientOptions); // in production: { baseUrl, apiKey, fetch } of the service
const page = createClient({
  baseUrl: 'https://app.example.com/api', // in a browser, '/api' is enough
  apiKey: null,
  fetch: async (input, init) => backend.fetch(new Request(input, init)),
});
const balances = await page.balances.list({ where: { type: 'main' }, include: { name: true } });
console.log(balances[0]?.name); // => House treasury, USD
