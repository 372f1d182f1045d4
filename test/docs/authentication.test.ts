import { createClient, isApiError } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';

const clientOf = (mock: ReturnType<typeof createMock>, apiKey: string) =>
  createClient({ ...mock.clientOptions, apiKey });

/** The status of a rejected `accounts.list()`, or `undefined` if it succeeds. */
async function statusWith(
  mock: ReturnType<typeof createMock>,
  apiKey: string,
): Promise<number | undefined> {
  try {
    await clientOf(mock, apiKey).accounts.list();
    return undefined;
  } catch (error) {
    if (isApiError(error)) return error.status;
    throw error;
  }
}

describe('an API key', () => {
  test('is accepted by its own workspace only [authentication 2]', async () => {
    const mock = createMock();
    const other = createMock({ apiKeys: [{ key: 'key_of_another_workspace' }] });
    expect(await statusWith(mock, mock.clientOptions.apiKey)).toBeUndefined();
    expect(await statusWith(other, mock.clientOptions.apiKey)).toBe(401);
    expect(await statusWith(mock, 'key_of_another_workspace')).toBe(401);
  });

  test('is created active, with a name, a role and an expiration date [authentication 3]', () => {
    const mock = createMock();
    const key = mock.apiKeys.create({
      name: 'Export',
      role: 'Viewer',
      expiresAt: '2030-01-01T00:00:00Z',
    });
    expect(mock.apiKeys.get(key.id)).toEqual({
      id: key.id,
      name: 'Export',
      role: 'Viewer',
      status: 'active',
      expiresAt: '2030-01-01T00:00:00.000Z',
    });
  });

  test('is not restricted by its role [authentication 5]', async () => {
    const mock = createMock();
    for (const role of ['Admin', 'Developer', 'Viewer', 'Night shift']) {
      const { key } = mock.apiKeys.create({ role });
      const victim = mock.apiKeys.create();
      await clientOf(mock, key).apiKeys.delete(victim.id);
      expect(mock.apiKeys.get(victim.id)).toBeUndefined();
    }
  });

  test('is rejected once it has expired, and may be created expired [authentication 6] [authentication 7]', async () => {
    const mock = createMock({ now: '2026-06-01T00:00:00Z' });
    const { key: past } = mock.apiKeys.create({ expiresAt: new Date('2026-05-31T23:59:59Z') });
    const { key: future } = mock.apiKeys.create({ expiresAt: new Date('2026-06-01T00:00:01Z') });
    expect(await statusWith(mock, past)).toBe(401);
    expect(await statusWith(mock, future)).toBeUndefined();
  });

  test('may revoke itself and then stays rejected [authentication 7] [decision 5]', async () => {
    const mock = createMock();
    const { id, key } = mock.apiKeys.create({ name: 'Export' });
    const client = clientOf(mock, key);
    await client.apiKeys.revoke(id);
    expect(await statusWith(mock, key)).toBe(401);
    const admin = createClient(mock.clientOptions);
    expect(await admin.apiKeys.revoke(id)).toEqual({ id, name: 'Export', status: 'revoked' });
    expect(await admin.apiKeys.rename(id, 'Old export')).toEqual({
      id,
      name: 'Old export',
      status: 'revoked',
    });
    expect(await statusWith(mock, key)).toBe(401);
  });

  test('may delete itself and is then rejected [decision 5]', async () => {
    const mock = createMock();
    const { id, key } = mock.apiKeys.create();
    expect(await clientOf(mock, key).apiKeys.delete(id)).toBeUndefined();
    expect(mock.apiKeys.get(id)).toBeUndefined();
    expect(await statusWith(mock, key)).toBe(401);
  });
});
