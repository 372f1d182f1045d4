/** Creates a response that no cache shares between sessions. */
export const jsonResponse = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'private, no-store',
      Vary: 'Cookie, Authorization',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
