import { createClient, extendSchema, integer, pickSchema } from 'payments-data-client';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/schema/field.js';
import type { Resources } from '../../src/schema/lookup.js';
import type { Resource } from '../../src/schema/resource.js';
import { cursorService } from '../services/cursors.js';
import { hiddenDigits } from '../services/hidden-digits.js';
import { numberedPages } from '../services/numbered-pages.js';
import { type Data, type Name, sampleRows } from '../services/sample-rows.js';
import type { Service } from '../services/service.js';
import { type Chance, createChance } from '../types/lib/random.js';
import { randomRequest } from './random-request.js';
import { functionsOf, type Policies, schemaOf } from './scenario.js';

const services: readonly [name: string, create: () => Service][] = [
  ['cursors', () => cursorService({ size: 7, max: 9 })],
  ['numbered pages', () => numberedPages({ size: 7, max: 20 })],
  ['hidden digits', () => hiddenDigits({ size: 7, max: 9 })],
];
const data = sampleRows();
const idsOf = (name: Name) => data[name].map(({ id }) => String(id));

function randomPolicies(chance: Chance): Policies {
  const [a = '', b = ''] = chance.sample(idsOf('accounts'), 2);
  const [unit = '', other = ''] = chance.sample(idsOf('units'), 2);
  const date = '2026-02-11T01:00:01.000Z';
  return {
    balances: chance.pick<JsonObject>([
      { account_id: { in: [a, b] } },
      { unit_id: unit, priority: { gte: 1 } },
      { OR: [{ archived_at: null }, { balance: { lt: '10' } }] },
      { created_at: { gte: date } },
      { archived_at: { lt: date } },
    ]),
    accounts: chance.pick([
      true,
      { id: { in: [a, b] } },
      { balances: { some: { unit_id: { in: [unit, other] } } } },
    ]),
    units: chance.pick([true, false, { id: { in: [unit, other] } }]),
  };
}

/** A proxy for a random session before a service. */
function createPage(chance: Chance, service: Service, fetch: typeof service.fetch = service.fetch) {
  const serviceSchema = extendSchema(schemaOf(service.dialect.text !== undefined), {
    balances: { fields: { priority: integer() } },
    units: { path: '/units', operations: ['list'] },
    accounts: { operations: ['get', 'list'] },
  });
  const picked = pickSchema(serviceSchema, {
    units: ['symbol'],
    accounts: ['status', 'balances'],
    balances: ['name', 'balance', 'variables', 'updated_at', 'unit', 'account'],
  });
  const policies = randomPolicies(chance);
  const proxy = createProxy({
    ...{ baseUrl: 'https://api.example.com', apiKey: 'test-key', fetch, dialect: service.dialect },
    ...{ schema: picked, serviceSchema, authenticate: () => 'session', maxRelationDepth: 20 },
    policies: functionsOf(policies) as never,
    onError: () => {},
  });
  const visible = new Map(
    Object.entries(policies).map(([name, policy]) => {
      const isVisible = service.test(name as Name, typeof policy === 'object' ? policy : {});
      const rows = service.tables[name as Name].filter((row) => policy && isVisible(row) === true);
      return [name, new Set(rows.map(({ id }) => id))];
    }),
  );
  const schema = { ...picked } as unknown as Resources;
  /** The rows and members of a response that the session may not see. */
  const foreign = (name: string, row: JsonObject | null): unknown[] => {
    if (row === null) return [];
    const { fields, relations } = schema[name] as Resource;
    return [
      ...(visible.get(name)?.has(String(row.id)) ? [] : [row]),
      ...Object.entries(row).flatMap(([key, value]) => {
        const target = relations[key]?.target;
        if (!target) return key in fields ? [] : [key];
        return [value].flat().flatMap((related) => foreign(target, related as JsonObject | null));
      }),
    ];
  };
  return { proxy, picked, policies, schema, serviceSchema, visible, foreign };
}

describe('no foreign row and no hidden field passes', () => {
  const isOf = (name: string, path: string) => path.startsWith(`/v1/${name}`);

  test.each(services)('before a service with %s', async (_, create) => {
    let rows = 0;
    let found = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const chance = createChance(seed);
      const service = create();
      /** Every third request is answered as if it had no filter. */
      const isHonest = seed % 2 === 0;
      const fetch: typeof service.fetch = (input, init) => {
        const url = new URL(String(input));
        if (!isHonest && chance.happens(0.3)) url.searchParams.delete('where');
        return service.fetch(url, init);
      };
      const page = createPage(chance, service, fetch);
      const drawn = { ...page, serviceSchema: { ...page.serviceSchema } as Resources, maxTake: 9 };
      for (let count = 0; count < 25; count++) {
        const path = randomRequest(chance, { ...drawn, data: data as Data as never });
        const response = await page.proxy.fetch(new Request(`https://page.example${path}`));
        const body = await response.json();
        if (response.status !== 200) continue;
        found++;
        const name = Object.keys(page.schema).find((key) => isOf(key, path)) ?? '';
        const list: JsonObject[] = [body.result ?? body].flat();
        rows += list.length;
        const isTestable =
          isHonest || !/"(balances|account|unit)"/.test(JSON.stringify(page.policies));
        if (isTestable)
          expect({ seed, path, foreign: list.flatMap((row) => page.foreign(name, row)) }).toEqual({
            ...{ seed, path, foreign: [] },
          });
      }
    }
    expect(found).toBeGreaterThan(25);
    expect(rows).toBeGreaterThan(35);
  });
});

test('a page behind the last one is no rows, also if the service responds with 404', async () => {
  const service = numberedPages();
  const fetch: Service['fetch'] = async (input, init) => {
    const response = await service.fetch(input, init);
    const { data } = await response.clone().json();
    return data.length > 0 ? response : Response.json({ detail: 'no page' }, { status: 404 });
  };
  const { proxy } = createPage(createChance(1), service, fetch);
  const send = (page: number) =>
    proxy.fetch(new Request(`https://page.example/api/v1/balances?page=${page}`));
  const pages = await Promise.all([1, 2, 9].map(async (page) => (await send(page)).json()));
  expect(pages.map((rows) => rows.length > 0)).toEqual([true, false, false]);
  expect((await send(9)).status).toBe(200);
});

describe('a client reads every visible row, in pages', () => {
  test.each(services)('of a service with %s', async (_, create) => {
    for (let seed = 1; seed <= 2; seed++) {
      const service = create();
      const { proxy, picked, visible } = createPage(createChance(seed), service);
      const { parameters, pageSize = {} } = service.dialect;
      const { balances } = createClient({
        ...{ baseUrl: 'https://page.example/api', apiKey: null, schema: picked, retry: 0 },
        fetch: (input, init) => proxy.fetch(new Request(input, init as RequestInit)),
        dialect: {
          pageSize: { default: pageSize.max, max: pageSize.max },
          ...(parameters?.cursor && {
            ...{ parameters: { cursor: 'cursor' }, envelope: { cursor: 'cursor' } },
          }),
          ...(parameters?.page && { parameters: { page: 'page', skip: null } }),
        },
      });
      const orders = [{}, { id: 'desc' }, { updated_at: 'asc' }, { name: 'asc' }] as const;
      for (const orderBy of orders) {
        const read = await balances.all({ orderBy, include: { id: true } }, { pageSize: 4 });
        expect(read.map(({ id }) => id).sort()).toEqual(
          [...(visible.get('balances') ?? [])].sort(),
        );
      }
    }
  });
});
