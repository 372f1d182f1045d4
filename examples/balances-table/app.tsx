// Customers sign in and out. Each session has its own client and cache, and its
// components are mounted again, so no row of the customer before is left.
// Install first: npm install react @tanstack/react-query
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createClient } from 'payments-data-client';
import { useState } from 'react';
import { BalancesTable } from './balances-table.js';
import { pageSchema } from './page-schema.js';

function createSession(customer: string) {
  const client = createClient({
    baseUrl: '/api',
    apiKey: null,
    schema: pageSchema,
    headers: { 'X-Customer': customer }, // see backend.ts
  });
  return { customer, client, queryClient: new QueryClient() };
}

export function App() {
  const [session, setSession] = useState<ReturnType<typeof createSession>>();
  const [problem, setProblem] = useState('');

  async function signIn(customer: string) {
    const init = { method: 'POST', body: customer };
    const { ok } = await fetch('/api/session', init);
    setProblem(ok ? '' : 'There is no such customer. Sign in as Ada or Grace.');
    if (ok) setSession(createSession(customer));
  }
  async function signOut() {
    setSession(undefined); // first, so that the rows disappear at once
    await fetch('/api/session', { method: 'DELETE' });
  }

  if (!session)
    return (
      <form
        className="sign-in"
        action={(form) => signIn(String(form.get('customer')))}
      >
        <h1>Balances</h1>
        <p>This demo has two customers, Ada and Grace, and no passwords.</p>
        <label>
          Customer <input name="customer" placeholder="Ada" required />
        </label>
        <button type="submit">Sign in</button>
        {problem && <p role="alert">{problem}</p>}
      </form>
    );
  return (
    <QueryClientProvider client={session.queryClient}>
      <header>
        <h1>Balances of {session.customer}</h1>
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </header>
      <BalancesTable client={session.client} />
    </QueryClientProvider>
  );
}
