import {
  boolean,
  decimal,
  defineSchema,
  extendSchema,
  integer,
  nullable,
  one,
  paymentsSchema,
  string,
  uuid,
} from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { serveMock } from 'payments-data-client/mock/server';
import { describe, expect, test } from 'vitest';
import { probes } from '../../src/verify/probes.js';
import { verifyService } from '../../src/verify/verify-service.js';

/** What does not hold, with the reason. */
const others = (report: Awaited<ReturnType<typeof verifyService>>) =>
  report.probes.filter(({ result }) => result !== 'holds').map(({ id, observed }) => `${id}: ${observed}`);

/** A `fetch` that remembers how many requests were open at a time. */
function counting(fetch: ReturnType<typeof createMock>['fetch']) {
  const counts = { requests: 0, open: 0, most: 0 };
  const counted: typeof fetch = async (input, init) => {
    counts.requests++;
    counts.most = Math.max(counts.most, ++counts.open);
    try {
      return await fetch(input, init);
    } finally {
      counts.open--;
    }
  };
  return { counts, fetch: counted };
}

describe('verify', { timeout: 60_000 }, () => {
  test('finds that everything holds in the mock, and that its sample data leaves nothing unknown', async () => {
    const mock = createMock({ latency: 1 });
    const { counts, fetch } = counting(mock.fetch);
    const report = await verifyService({ ...mock.clientOptions, fetch });
    expect(others(report)).toEqual([]);
    expect(report.probes.length).toBe(probes.filter(({ id }) => !id.endsWith('-boolean')).length);
    expect(report.failure).toBeUndefined();
    expect(report.isEmpty).toBe(false);
    expect(counts.requests).toBeLessThan(230);
    expect(counts.most).toBe(4);
    expect(new Set(mock.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('finds the same with other sample data, on a port', async () => {
    const mock = createMock({ data: sampleData({ seed: 7, accounts: 60 }) });
    const { url, close } = await serveMock(mock);
    try {
      const report = await verifyService({ baseUrl: url, apiKey: mock.clientOptions.apiKey });
      expect(others(report)).toEqual([]);
    } finally {
      await close();
    }
  });

  test('asks about the fields and relations of another schema', async () => {
    const schema = extendSchema(paymentsSchema, {
      accounts: { fields: { is_open: boolean(), score: nullable(integer()) } },
      balances: { relations: { unit: one('units', { foreignKey: 'unit_id', filterable: true }) } },
    });
    const data = sampleData();
    const accounts = data.accounts.map((account, index) => ({
      ...account,
      is_open: index % 2 === 0,
      score: index % 3 === 0 ? null : index,
    }));
    const mock = createMock({ schema, data: { ...data, accounts } });
    const report = await verifyService({ ...mock.clientOptions, schema });
    expect(others(report)).toEqual([]);
    expect(report.probes.length).toBe(probes.length);
  });

  test('asks nothing that a schema has no fields and relations for', async () => {
    const schema = defineSchema({
      wallets: {
        path: '/wallets',
        operations: ['list'],
        fields: { id: uuid(), label: string(), sum: decimal() },
      },
    });
    const mock = createMock({ schema });
    for (const [index, label] of ['Zoo', 'apple', 'Banana split', 'cherry pie', 'Apple tree'].entries())
      mock.db.wallets.insert({ label, sum: `${index * 7}.50` });
    const { probes: found } = await verifyService({ ...mock.clientOptions, schema });
    expect(found.filter(({ result }) => result === 'differs')).toEqual([]);
    const others =
      /^json\.|-date$|^where\.(some|every-empty|none|to-one|computed)|^include\.(relation|computed|nested)/;
    expect(found.filter(({ id }) => others.test(id))).toEqual([]);
    expect(found.filter(({ result }) => result === 'holds').length).toBeGreaterThan(80);
  });

  test('says that an empty workspace is empty, and finds no difference', async () => {
    const mock = createMock({ data: sampleData({ accounts: 0 }) });
    const report = await verifyService(mock.clientOptions);
    expect(report.isEmpty).toBe(true);
    expect(report.probes.filter(({ result }) => result === 'differs')).toEqual([]);
    expect(report.probes.find(({ id }) => id === 'where.eq-text')?.observed).toMatch(
      /^depends on where.in: needs/,
    );
  });

  test('stops with the reason if the key is rejected or no service is there', async () => {
    const mock = createMock();
    const { counts, fetch } = counting(mock.fetch);
    const refused = await verifyService({ ...mock.clientOptions, fetch, apiKey: 'another-key-of-somebody' });
    expect(refused.failure).toBe('GET /v1/balances returned 401. Check the API key.');
    expect(counts.requests).toBe(1);
    const baseUrl = 'http://127.0.0.1:1';
    const unreachable = await verifyService({
      baseUrl,
      apiKey: 'k',
      fetch: () => Promise.reject(new TypeError('no route')),
    });
    expect(unreachable.failure).toContain('no route');
    expect(unreachable.probes.every(({ result }) => result === 'unknown')).toBe(true);
  });

  test('asks nothing more once it is aborted', async () => {
    const mock = createMock();
    const abort = new AbortController();
    const { counts, fetch } = counting(mock.fetch);
    const stopping: typeof fetch = (input, init) => {
      if (counts.requests === 50) abort.abort(new Error('enough'));
      return fetch(input, init);
    };
    const report = await verifyService({ ...mock.clientOptions, fetch: stopping, signal: abort.signal });
    expect(counts.requests).toBeLessThan(56);
    expect(report.probes.filter(({ result }) => result === 'differs')).toEqual([]);
    expect(report.probes.filter(({ observed }) => observed === 'enough').length).toBeGreaterThan(5);
  });

  test('does not mistake rows that change meanwhile for a difference', async () => {
    const mock = createMock();
    let count = 0;
    const fetch: typeof mock.fetch = async (input, init) => {
      if (++count === 10)
        for (const { id } of mock.db.balances.all()) mock.db.balances.update(id, { name: id });
      return mock.fetch(input, init);
    };
    const report = await verifyService({
      ...mock.clientOptions,
      fetch,
      only: ['where.*-text', 'where.like*'],
    });
    expect(report.probes.filter(({ result }) => result === 'differs')).toEqual([]);
    const reasons = report.probes.map(({ observed }) => observed);
    expect(reasons).toContain('the rows changed while the probe ran');
  });

  test('asks for no value that would make the URL too long', async () => {
    const mock = createMock();
    for (const { id } of mock.db.balances.all()) {
      const long = 'x'.repeat(3000);
      mock.db.balances.update(id, { description: `${id} ${long}`, variables: { [long.slice(0, 400)]: id } });
    }
    const { counts, fetch } = counting(mock.fetch);
    const limited: typeof fetch = (input, init) =>
      String(new Request(input, init).url).length > 16_100
        ? Promise.resolve(new Response('', { status: 414 }))
        : fetch(input, init);
    const report = await verifyService({ ...mock.clientOptions, fetch: limited });
    expect(counts.requests).toBeGreaterThan(100);
    expect(report.probes.filter(({ result }) => result === 'differs')).toEqual([]);
  });

  test('warns of mistakes that a service ignores, and not of values that it also accepts', async () => {
    const mock = createMock();
    const fetch: typeof mock.fetch = async (input, init) => {
      const request = new Request(input, init);
      const search = decodeURIComponent(new URL(request.url).search)
        .replace(',{"made_up_property":{"eq":"made_up"}}', '')
        .replace('"1e3"', '"1000"');
      const url = new URL(request.url);
      if (search.includes('where=')) url.search = search;
      return mock.fetch(new Request(url, request));
    };
    const only = ['where.unknown-property', 'where.decimal-exponent'];
    const { probes: found } = await verifyService({ ...mock.clientOptions, fetch, only });
    expect(found.map(({ id, observed, isDangerous }) => ({ id, observed, isDangerous }))).toEqual([
      { id: 'where.unknown-property', observed: 'accepted: 3 rows', isDangerous: true },
      { id: 'where.decimal-exponent', observed: 'accepted: 0 rows', isDangerous: false },
    ]);
  });

  test('names the lists that a service does not have, and asks about the others', async () => {
    const mock = createMock();
    const fetch: typeof mock.fetch = async (input, init) => {
      const request = new Request(input, init);
      return new URL(request.url).pathname.startsWith('/v1/balances')
        ? Response.json({ errors: ['no such path'] }, { status: 404 })
        : mock.fetch(request);
    };
    const report = await verifyService({ ...mock.clientOptions, fetch });
    const differing = report.probes.filter(({ result }) => result === 'differs');
    expect(differing.map(({ observed }) => observed)).toEqual(['GET /v1/balances returned 404']);
    expect(report.probes.filter(({ result }) => result === 'holds').length).toBeGreaterThan(100);
  });

  test('shows only the chosen probes, and those that they depend on if these differ', async () => {
    const mock = createMock({ like: 'insensitive' });
    const only = ['where.like-null'];
    const { probes: found } = await verifyService({ ...mock.clientOptions, only });
    expect(found.map(({ id, result }) => `${id} ${result}`)).toEqual([
      'where.like-null unknown',
      'where.like-case differs',
    ]);
  });
});
