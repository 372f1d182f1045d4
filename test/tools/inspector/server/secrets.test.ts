import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import { openInspector } from './open-inspector.js';

/** Reads everything that the inspector shows. */
async function everything(inspector: Awaited<ReturnType<typeof openInspector>>): Promise<string> {
  const { get, post } = inspector;
  const { resources, requests } = (await get('state')).body;
  const texts = [
    (await get('state')).text,
    (await get('requests')).text,
    (await get('download')).text,
  ];
  for (let id = requests.first; id <= requests.last; id++)
    texts.push((await get(`requests/${id}`)).text);
  for (const { name } of resources)
    texts.push((await post('rows', { resource: name, take: 200, skip: 0 })).text);
  return texts.join('\n');
}

/**
 * Where a text occurs, with some of what is around it, because the whole would be too long for a
 * message.
 */
const around = (text: string, found: string | RegExp): string[] =>
  text
    .split(found)
    .slice(1)
    .map((after) => `found before ${after.slice(0, 60)}`);

describe('no response of the inspector has the secret of a key', () => {
  test.each(['test_0123456789abcdef', 'a"b\\c{d}e/f?g=h&i%j', 'abc+def/ghi=jk', 'dev'])(
    'that was sent in every part of a request: %s [decision 45]',
    async (key) => {
      const mock = createMock({ apiKeys: [{ name: 'Main', key }] });
      const inspector = await openInspector(mock);
      try {
        const encoded = encodeURIComponent(key);
        await inspector.ask(
          `/v1/balances?where=name:%27${encodeURIComponent(key.replace(/["\\]/g, ''))}%27`,
        );
        await inspector.ask(`/v1/balances?${encoded}=1`);
        await inspector.ask(`/v1/balances/${encoded}`);
        await inspector.ask(`/v1/${encoded}`);
        await inspector.ask(`/v1/%ff/${encoded.toLowerCase()}`);
        await inspector.ask(`/v1/balances?key=${encodeURI(key)}`);
        await inspector.ask('/v1/balances', {
          headers: {
            'X-Api-Key': key,
            Cookie: `key=${key}`,
            'X-Trace': `a ${key} b`,
            Referer: `http://x/?k=${key}`,
          },
        });
        await inspector.ask('/v1/api-keys/x', {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: `{"name":"is ${key} there"}`,
        });
        const shown = await everything(inspector);
        expect(shown.length).toBeGreaterThan(5_000);
        expect(shown.includes('[redacted]')).toBe(true);
        const isWord = new RegExp(
          `(?<![\\w-])${key.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')}(?![\\w-])`,
        );
        expect(around(shown, isWord)).toEqual([]);
        if (encoded === key) return;
        expect(around(shown.toLowerCase(), encoded.toLowerCase())).toEqual([]);
        expect(around(shown, decodeURIComponent(encodeURI(key).replaceAll('+', ' ')))).toEqual([]);
      } finally {
        await inspector.close();
      }
    },
  );

  test('that is in a row, in the name of a key, or in a message [decision 45]', async () => {
    const mock = createMock();
    const key = mock.clientOptions.apiKey;
    mock.db.balances.insert({ name: `key ${key}`, variables: { [key]: { nested: key } } });
    mock.apiKeys.create({ name: key, role: key });
    const inspector = await openInspector(mock);
    try {
      const where = `name:'${key}', nmae:1`;
      const refused = [
        await inspector.post('rows', { resource: 'balances', where, take: 1, skip: 0 }),
        await inspector.post('insert', { resource: 'balances', row: `account_id:'${key}'` }),
        await inspector.post('insert', { resource: key, row: '{}' }),
        await inspector.post('delete', { resource: 'balances', id: key }),
        await inspector.post('faults/add', { fault: JSON.stringify({ path: `/v1/${key}` }) }),
        await inspector.post(key, {}),
        await inspector.get(key),
      ];
      for (const { status, text } of refused) {
        expect(status).toBeGreaterThanOrEqual(400);
        expect(text).not.toContain(key);
      }
      await inspector.post('faults/add', {
        fault: JSON.stringify({ path: `/v1/api-keys/${key}`, status: 503 }),
      });
      expect(around(await everything(inspector), key)).toEqual([]);
    } finally {
      await inspector.close();
    }
  });

  test('of a key that was deleted since, or that the mock never knew [decision 45]', async () => {
    const inspector = await openInspector();
    const { mock, ask, raw, post } = inspector;
    try {
      const { id, key } = mock.apiKeys.create({ name: 'Short-lived' });
      await ask(`/v1/balances?where=name:%27${key}%27`);
      await post('keys/delete', { id });
      await post('keys/create', { name: 'Next' }); // takes the place of the deleted one
      const other = 'live_key_of_another_service';
      await raw(`/v1/balances?where=name:%27${other}%27`, {
        headers: { Authorization: `Bearer ${other}` },
      });
      const shown = await everything(inspector);
      expect(shown.includes('[redacted]')).toBe(true);
      expect(around(shown, key)).toEqual([]);
      expect(around(shown, other)).toEqual([]);
    } finally {
      await inspector.close();
    }
  });

  test.each([
    ['X-Api-Key', ''],
    ['x-auth-token', ''],
    ['Proxy-Authorization', 'Bearer '],
    ['Cookie', 'theme=dark; session='],
  ])('of another service in the header %s [decision 45]', async (name, before) => {
    const inspector = await openInspector();
    try {
      const other = 'live+key/of=another_service';
      const inUrl = encodeURIComponent(other);
      const json = { 'Content-Type': 'application/json' };
      await inspector.ask(`/v1/balances?where=name:%27${inUrl}%27`, {
        headers: { [name]: before + other },
      });
      await inspector.ask(`/v1/api-keys/${inUrl}`, {
        method: 'PUT',
        headers: { ...json, [name]: before + other, 'X-Trace': `a ${other} b` },
        body: JSON.stringify({ name: other }),
      });
      const { requestHeaders, parameters, clientCall } = (await inspector.get('requests/1')).body;
      expect(requestHeaders).toContainEqual([name, '[redacted]']);
      expect(parameters).toMatchObject([
        { name: 'where', text: expect.stringContaining('"[redacted]"') },
      ]);
      expect(clientCall).toContain('[redacted]');
      const shown = await everything(inspector);
      expect(around(shown, other)).toEqual([]);
      expect(around(shown.toLowerCase(), inUrl.toLowerCase())).toEqual([]);
    } finally {
      await inspector.close();
    }
  });

  test.each([0, 1, 9, 40])(
    'that the end of what is shown of a body cuts, before the last %i characters of it [decision 45]',
    async (hidden) => {
      const key = 'k/+0123456789abcdefghijklmnopqrstuvwxyz&"';
      const inspector = await openInspector(createMock({ apiKeys: [{ name: 'Main', key }] }));
      try {
        for (const secret of [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]) {
          const before = 'é'
            .repeat(10)
            .padEnd(65_536 - 10 - secret.length + Math.min(hidden, secret.length), '.');
          await inspector.ask('/v1/api-keys/x', {
            method: 'PUT',
            headers: { 'Content-Type': 'text/plain' },
            body: `${before}${secret}${'.'.repeat(20_000)}`,
          });
          const { last } = (await inspector.get('state')).body.requests;
          const { requestBody } = (await inspector.get(`requests/${last}`)).body;
          expect(requestBody.isCut).toBe(true);
          expect(requestBody.text.slice(0, before.length)).toBe(before);
          expect(['', '[redacted]']).toContain(requestBody.text.slice(before.length));
        }
      } finally {
        await inspector.close();
      }
    },
  );

  test('but the response to its creation, once', async () => {
    const inspector = await openInspector();
    try {
      const { id, key } = (await inspector.post('keys/create', { name: 'CI', role: 'Reader' }))
        .body;
      expect(inspector.mock.apiKeys.get(id)).toMatchObject({
        name: 'CI',
        role: 'Reader',
        status: 'active',
      });
      const answer = await inspector.ask('/v1/balances?take=1', {
        headers: { Authorization: `APIKey ${key}` },
      });
      expect(answer.status).toBe(200);
      expect(around(await everything(inspector), key)).toEqual([]);
    } finally {
      await inspector.close();
    }
  });
});
