import { createMock } from '#payments-data-client/mock';

/** Reads 20 rows from the mock, and from a hand-written handler, which is the lower bound. */
export async function inProcessTransports() {
  const mock = createMock();
  const headers = { authorization: `APIKey ${mock.clientOptions.apiKey}` };
  const url = `${mock.baseUrl}/v1/balances?take=20`;
  const rows = await (await mock.fetch(url, { headers })).json();
  if (rows.length !== 20) throw new Error(`Expected 20 rows, got ${rows.length}.`);
  const read = async (response) => {
    const text = await (await response).text();
    if (mock.requests.length > 1_000) mock.requests.length = 0;
    return text;
  };
  return {
    mock,
    url,
    headers,
    read,
    ways: {
      'by hand': () => {
        const request = new Request(url, { headers });
        if (!request.headers.has('authorization')) throw new Error('no key');
        return read(
          new Response(JSON.stringify(rows), {
            status: 200,
            headers: { 'content-type': 'application/json' },
          }),
        );
      },
      'mock.fetch': () => read(mock.fetch(url, { headers })),
    },
  };
}
