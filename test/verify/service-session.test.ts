import { createMock } from 'payments-data-client/mock';
import { expect, test } from 'vitest';
import { ServiceSession } from '../../src/verify/service-session.js';
import { verifyService } from '../../src/verify/verify-service.js';
import { idsWith } from './find-differences.js';

test('verify gives up a service whose gateway only returns 503', { timeout: 60_000 }, async () => {
  const { baseUrl, apiKey, fetch } = createMock().clientOptions;
  let sent = 0;
  const report = await verifyService({
    baseUrl,
    apiKey,
    fetch: async (input, init) => {
      if (++sent <= 40) return fetch(input, init);
      return new Response('Service Unavailable', { status: 503, headers: { 'retry-after': '0' } });
    },
  });
  // Four requests at a time are sent three times, and one that succeeded before is sent again.
  expect(sent).toBeLessThan(40 + 3 * (6 + 4));
  expect(idsWith(report, 'differs')).toEqual([]);
  expect(idsWith(report, 'holds').length).toBeGreaterThan(10);
  const reason = 'the service failed 6 times in a row, the last time with status 503';
  expect(report.probes.filter(({ observed }) => observed === reason).length).toBeGreaterThan(5);
});

test('a session goes on if a service fails only some queries', async () => {
  const { baseUrl, apiKey, fetch } = createMock().clientOptions;
  let isDown = false;
  const session = new ServiceSession({
    baseUrl,
    apiKey,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      // 501 is not retried.
      return isDown || response.status === 400 ? new Response('', { status: 501 }) : response;
    },
  });
  const ask = (property: string) =>
    session.send({ path: '/balances', where: { [property]: 'x' } }).then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
  expect(await ask('name')).toBe(200);
  for (let number = 0; number < 20; number++)
    expect(await ask(`unknown_${number}`)).toBe('GET /v1/balances returned 501');
  expect(await ask('description')).toBe(200);
  isDown = true;
  for (let number = 20; number < 26; number++)
    expect(await ask(`unknown_${number}`)).toBe('GET /v1/balances returned 501');
  isDown = false;
  expect(await ask('identifier')).toBe(200);
  isDown = true;
  for (let number = 26; number < 32; number++) await ask(`unknown_${number}`);
  expect(await ask('type')).toBe('the service failed 6 times in a row, the last time with status 501');
  isDown = false;
  expect(await ask('external_id')).toContain('6 times in a row');
});

test('verify gives up a service that stops responding', { timeout: 60_000 }, async () => {
  const { baseUrl, apiKey, fetch } = createMock().clientOptions;
  let sent = 0;
  const report = await verifyService({
    baseUrl,
    apiKey,
    fetch: async (input, init) => {
      if (++sent > 40) throw new TypeError('the connection was reset');
      return fetch(input, init);
    },
  });
  // Four requests at a time are sent three times.
  expect(sent).toBeLessThan(40 + 3 * (6 + 4));
  expect(idsWith(report, 'differs')).toEqual([]);
  expect(idsWith(report, 'holds').length).toBeGreaterThan(10);
  expect(report.probes.filter(({ observed }) => observed === 'the service stopped responding')).not.toEqual(
    [],
  );
});

test('verify reports a service that never responds', { timeout: 60_000 }, async () => {
  const { baseUrl, apiKey } = createMock().clientOptions;
  const report = await verifyService({
    baseUrl,
    apiKey,
    timeout: 50,
    fetch: (input, init) =>
      new Promise((_, reject) => {
        const { signal } = new Request(input, init);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  expect(report.failure).toContain('the timeout of 50 ms expired');
  expect(idsWith(report, 'unknown')).toEqual(report.probes.map(({ id }) => id));
});
