import { createClient, isApiError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';

type Mock = ReturnType<typeof createMock>;

const clientOf = (mock: Mock, apiKey: string) => createClient({ ...mock.clientOptions, apiKey });

const isAccepted = (mock: Mock, apiKey: string) =>
  clientOf(mock, apiKey)
    .accounts.list()
    .then(
      () => true,
      (error) => !isApiError(error, 401),
    );

describe('an API key', () => {
  test.each(['1234', '1', '"', ':', 'gold', 'true', 'where'])(
    'may be %s, a part of a query',
    async (key) => {
      const mock = createMock({ apiKeys: [{ key }] });
      const { transactionLines } = clientOf(mock, key);
      const where = { amount: { gt: 1234 }, OR: [{ amount: { neq: 1 } }] };
      await expect(transactionLines.list({ where })).resolves.toEqual([]);
      expect(mock.requests).toMatchObject([{ status: 200, rows: 0 }]);
    },
  );

  test('is accepted by its own workspace only [authentication 2]', async () => {
    const mock = createMock();
    const other = createMock({ apiKeys: [{ key: 'key_of_another_workspace' }] });
    expect(await isAccepted(mock, mock.clientOptions.apiKey)).toBe(true);
    expect(await isAccepted(other, mock.clientOptions.apiKey)).toBe(false);
  });

  test('has a name, a role that restricts nothing, and an expiration date [authentication 3] [authentication 5]', async () => {
    const mock = createMock();
    const expiresAt = '2030-01-01T00:00:00Z';
    const { id, key } = mock.apiKeys.create({ name: 'Export', role: 'Viewer', expiresAt });
    const created = { id, name: 'Export', role: 'Viewer', status: 'active' };
    expect(mock.apiKeys.get(id)).toEqual({ ...created, expiresAt: '2030-01-01T00:00:00.000Z' });
    expect(mock.apiKeys.get(id)).not.toHaveProperty('key');
    expect(mock.apiKeys.all().map(({ name }) => name)).toEqual(['Test key', 'Export']);
    const victim = mock.apiKeys.create();
    await clientOf(mock, key).apiKeys.delete(victim.id);
    expect(mock.apiKeys.get(victim.id)).toBeUndefined();
  });

  test('is rejected once it has expired, and may be created expired [authentication 6] [authentication 7]', async () => {
    const mock = createMock({ now: '2026-06-01T00:00:00Z' });
    const { key: past } = mock.apiKeys.create({ expiresAt: new Date('2026-05-31T23:59:59Z') });
    const { key: future } = mock.apiKeys.create({ expiresAt: new Date('2026-06-01T00:00:01Z') });
    expect(await isAccepted(mock, past)).toBe(false);
    expect(await isAccepted(mock, future)).toBe(true);
  });

  test('may revoke itself, and then stays revoked [authentication 7] [decision 5]', async () => {
    const mock = createMock();
    const { id, key } = mock.apiKeys.create({ name: 'Export' });
    await clientOf(mock, key).apiKeys.revoke(id);
    expect(await isAccepted(mock, key)).toBe(false);
    const admin = createClient(mock.clientOptions);
    const renamed = { id, name: 'Old export', status: 'revoked' };
    expect(await admin.apiKeys.rename(id, 'Old export')).toEqual(renamed);
    expect(await isAccepted(mock, key)).toBe(false);
  });
});
