import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query';
import { createClient } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { listQueryOptions } from 'payments-data-client/tanstack-query';
import { createElement, Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import { expect, test } from 'vitest';

const mock = createMock();
const client = createClient(mock.clientOptions);

function Balances() {
  const { data } = useSuspenseQuery(
    listQueryOptions(client.balances, { where: { type: 'main' }, include: { name: true } }),
  );
  const items = data.map(({ id, name }) => createElement('li', { key: id }, name));
  return createElement('ul', null, ...items);
}

test('a React component shows the rows of a query', async () => {
  const page = createElement(
    QueryClientProvider,
    { client: new QueryClient() },
    createElement(Suspense, { fallback: 'Loading' }, createElement(Balances)),
  );
  const stream = await renderToReadableStream(page);
  await stream.allReady;
  const html = await new Response(stream).text();
  const main = mock.db.balances.all().filter(({ type }) => type === 'main');
  expect(html.match(/<li>/g)).toHaveLength(main.length);
  expect(mock.requests).toHaveLength(1);
});
