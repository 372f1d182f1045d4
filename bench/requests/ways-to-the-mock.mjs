import { createMock } from '#payments-data-client/mock';

/** Twenty rows from the mock, and the same Request and Response made by hand, which nothing in process can undercut. */
export async function waysInProcess() {
  const mock = createMock();
  const headers = { authorization: `APIKey ${mock.clientOptions.apiKey}` };
  const url = `${mock.baseUrl}/v1/balances?take=20`;
  const rows = await (await mock.fetch(url, { headers })).json();
  if (rows.length !== 20) throw new Error(`${rows.length} rows in place of 20`);
  const read = async (answer) => {
    const text = await (await answer).text();
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
