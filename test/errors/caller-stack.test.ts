import { createClient, defineSchema, extendSchema, paymentsSchema } from 'payments-data-client';
import { describe, expect, it } from 'vitest';

const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'test-key' });
const deep = { AND: [{ OR: [{ AND: [{ OR: [{ name: { lke: 'a' } }] }] }] }] } as never;

/** Reads the first page, and throws what that throws. */
async function first(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages) return;
}

/** The first line of a stack that is not the message, and the name of the error. */
async function failure(act: () => unknown): Promise<{ name: string; frame: string | undefined }> {
  try {
    await act();
  } catch (error) {
    const { name, message, stack = '' } = error as Error;
    return { name, frame: stack.slice(stack.indexOf(message) + message.length).split('\n')[1] };
  }
  throw new Error('it did not fail');
}

describe('the stack of a usage error begins at the line that called', () => {
  it.each([
    ['list', () => client.balances.list({ were: 1 } as never)],
    ['list, with an invalid value deep in the query', () => client.balances.list({ where: deep })],
    ['list, with an invalid option', () => client.balances.list({}, { timeout: -1 })],
    ['get', () => client.balances.get('')],
    ['pages', () => first(client.balances.pages({ take: 1 } as never))],
    ['iterate', () => first(client.balances.iterate({ where: deep }))],
    ['iterate, with an invalid option', () => first(client.balances.iterate({}, { pageSize: 0 }))],
    ['all', () => client.balances.all({ where: deep })],
    ['request', () => client.request('LIST', '/balances')],
    ['apiKeys.rename', () => client.apiKeys.rename('k1', '')],
    ['apiKeys.revoke', () => client.apiKeys.revoke('')],
    ['apiKeys.delete', () => client.apiKeys.delete('..')],
    ['with', () => client.with({ timeuot: 1 } as never)],
    ['with, with an invalid combination', () => client.with({ apiKey: '' })],
    ['list of another client', () => client.with({ timeout: 1 }).balances.list({ were: 1 } as never)],
    ['createClient', () => createClient({} as never)],
    ['defineSchema', () => defineSchema({ things: {} } as never)],
    ['extendSchema', () => extendSchema(paymentsSchema, { balances: { feilds: {} } } as never)],
  ])('%s', async (_, act) => {
    const { name, frame } = await failure(act);
    expect(name).toMatch(/^(QueryError|ConfigurationError)$/);
    expect(frame).toMatch(/caller-stack\.test\.ts:\d+:\d+/);
  });

  it('also if user code called it from inside another call', async () => {
    const insideKey = () => client.balances.list({ were: 1 } as never);
    let inside: Awaited<ReturnType<typeof failure>> | undefined;
    const outer = createClient({
      baseUrl: 'https://api.example.com',
      apiKey: async () => {
        inside = await failure(insideKey);
        throw new Error('no key');
      },
      retry: 0,
    });
    await expect(outer.balances.list()).rejects.toThrow('no key');
    expect(inside?.frame).toContain('insideKey');
  });
});
