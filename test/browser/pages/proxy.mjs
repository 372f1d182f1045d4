import { visit } from '/test/package/consumer/proxy/page.mjs';

/** Without a session, then with the cookie, which the browser sends by itself. */
globalThis.visitProxy = async () => {
  const { status } = await fetch('/api/v1/balances');
  await fetch('/api/login');
  return { before: status, ...(await visit('/api')) };
};
