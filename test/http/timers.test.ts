import { createClient } from 'payments-data-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failure } from '../fixtures/failure.js';

// A file of its own: the global `fetch` of other tests would create timers too.

const fetch = async () => new Response('[]', { status: 503, headers: { 'retry-after': '20' } });
const good = { baseUrl: 'https://api.example.com', apiKey: 'test-key', fetch };

describe('a call that is over', () => {
  it('leaves no timer behind, however it ended', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true }); // they count the timers of this test and no other's
    onTestFinished(() => void vi.useRealTimers());
    const client = createClient(good);
    const well = client.with({ fetch: async () => new Response('[]') });
    const controller = new AbortController();
    const waiting = failure(client.balances.list({}, { signal: controller.signal }));
    await well.balances.list();
    await failure(client.balances.list({}, { retry: 0 }));
    await failure(well.with({ fetch: () => new Promise(() => {}), timeout: 20 }).balances.list());
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    controller.abort();
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait or call the key function if the logger aborted it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const logger = { debug() {}, warn: () => controller.abort('enough') };
    let keys = 0;
    const client = createClient({ ...good, apiKey: () => `key-${++keys}`, logger });
    await expect(client.balances.list({}, { signal: controller.signal })).rejects.toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
    expect(keys).toBe(1);
  });
});
