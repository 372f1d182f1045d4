import { paymentsSchema, pickSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';
import { createProxy } from 'payments-data-client/proxy';
import { describe, expect, test } from 'vitest';
import { json } from '../fixtures/answering-fetch.js';
import { accounts, balances, createPage, createPageBefore, pageSchema, policies } from './page.js';
import { data, longer, serviceSchema } from './scenario.js';

const visible = accounts.slice(0, 4);
const list = longer(visible); // of more than 8,000 bytes
const long = {
  ...policies,
  balances: () => ({ account_id: { in: list } }),
  accounts: () => ({ id: { in: list } }),
};
const short = {
  ...policies,
  balances: () => ({ account_id: { in: [...visible] } }),
  accounts: () => ({ id: { in: [...visible] } }),
};
const ids = balances.filter(({ account_id }) => visible.includes(account_id)).map(({ id }) => id);

describe('a policy with 224 ids gives the responses of one with the 4 that exist [decision 58]', () => {
  test.each([
    ['/v1/balances?order_by=id', 2],
    ['/v1/balances?order_by=name:desc,id', 2],
    ['/v1/balances?order_by=available_balance,id&take=3&skip=2', 2],
    ['/v1/balances?order_by=archived_at:desc,id&take=5', 2],
    ['/v1/balances?order_by=name,id&where=name:{gt:"G"}&take=4', 2],
    ['/v1/balances?order_by=id&where=type:"main"', 2],
    [`/v1/balances/${ids[0]}?include=name:true`, 2],
    [`/v1/balances/${balances.find(({ id }) => !ids.includes(id))?.id}`, 2],
    ['/v1/balances?order_by=id&include=account:{status:true,balances:true}', 2],
    ['/v1/accounts?order_by=id&include=balances:{where:{type:"main"},include:{name:true}}', 2],
    ['/v1/accounts?order_by=id&where=balances:{some:{type:"main"}}', 4],
    ['/v1/units?include=name:true', 1],
    ['/v1/transactions?include=lines:{account:true}', 1],
  ])('%s', async (path, atLeast) => {
    const [one, other] = [createPage({ policies: long }), createPage({ policies: short })];
    const expected = await other.send(path);
    expect(expected.status).toBe(
      path.includes(ids[0] ?? '') || !path.includes('/balances/') ? 200 : 404,
    );
    expect(await one.send(path)).toMatchObject({ status: expected.status, text: expected.text });
    expect(one.service.requests.length).toBeGreaterThanOrEqual(atLeast);
    expect(one.service.requests.length).toBeLessThanOrEqual(16);
    expect(one.errors).toEqual([]);
  });

  test('a list without an order is sorted by id, and pages through it have no gap', async () => {
    const { clientOf } = createPage({ policies: long });
    const resource = clientOf('anyone').balances;
    expect((await resource.list()).map(({ id }) => id)).toEqual([...ids].sort());
    for (const orderBy of [undefined, { name: 'desc' }, { archived_at: 'asc' }] as const) {
      const found: string[] = [];
      for await (const { id } of resource.iterate({ ...(orderBy && { orderBy }) }, { pageSize: 2 }))
        found.push(id);
      expect(found.sort()).toEqual([...ids].sort());
    }
  });

  test('also if the service has numbered pages [decision 54]', async () => {
    const dialect = { parameters: { page: 'page', skip: null } } as const;
    const service = createMock({ schema: serviceSchema, data: data as never, dialect });
    const create = (policies: typeof long) =>
      createProxy({
        ...service.clientOptions,
        schema: pageSchema,
        serviceSchema,
        policies,
        dialect,
        maxTake: 3,
      });
    const [one, other] = [create(long), create(short)];
    for (const query of [
      'order_by=id&take=2&skip=4',
      'order_by=name,id&take=3',
      'order_by=id&take=1&skip=5',
    ]) {
      const ask = async ({ fetch }: typeof one) => {
        const response = await fetch(new Request(`https://page.example/v1/balances?${query}`), {
          session: { account: 'anyone' },
        });
        return [response.status, await response.json()];
      };
      expect(await ask(one)).toEqual(await ask(other));
      expect((await ask(one))[0]).toBe(200);
    }
  });

  test.each(
    ([{}, { take: null }] as { take?: null }[]).flatMap((parameters) =>
      (
        [{}, { default: 30 }, { default: 50 }, { default: 200, max: 90 }] as {
          default?: number;
          max?: number;
        }[]
      ).map((pageSize) => ({ parameters, pageSize })),
    ),
  )(
    'also if numbered pages have another size than `maxTake`: %j',
    async ({ parameters, pageSize }) => {
      const dialect = { parameters: { page: 'page', skip: null, ...parameters }, pageSize };
      const rows = Array.from({ length: 130 }, (_, index) => ({
        id: `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`,
        account_id: visible[index % 2] ?? '',
      }));
      const service = createMock({ data: { balances: rows }, dialect });
      const { fetch } = createProxy({
        ...service.clientOptions,
        schema: pickSchema(paymentsSchema, { balances: ['id'] }),
        policies: { balances: () => ({ account_id: { in: list } }) },
        dialect,
      });
      const read = async (query: string) => {
        const request = new Request(`https://page.example/v1/balances?order_by=id&${query}`);
        const response = await fetch(request, { session: {} });
        return [response.status, await response.json()];
      };
      const ids = rows.map(({ id }) => ({ id }));
      const isUnknown = parameters.take === null && !pageSize.default;
      const size = Math.min(pageSize.default ?? 40, pageSize.max ?? 100);
      const take = parameters.take === null ? 80 : size;
      for (const skip of isUnknown ? [0] : [0, size, 2 * size])
        expect(await read(`skip=${skip}&take=${take}`)).toEqual(
          isUnknown
            ? [414, { errors: ['The query is too long.'] }]
            : [200, ids.slice(skip, skip + take)],
        );
    },
  );

  test('also if the service returns fewer rows than were asked for', async () => {
    const service = createMock({ schema: serviceSchema, data: data as never });
    const { fetch } = createProxy({
      ...service.clientOptions,
      fetch: async (input, init) =>
        json(((await (await service.fetch(input, init)).json()) as object[]).slice(0, 2)),
      schema: pageSchema,
      serviceSchema,
      policies: long,
    });
    const request = new Request(
      'https://page.example/v1/balances?order_by=name,id&take=5&include=id:true',
    );
    const names = balances
      .filter(({ id }) => ids.includes(id))
      .sort((a, b) => (`${a.name}${a.id}` < `${b.name}${b.id}` ? -1 : 1));
    expect(await (await fetch(request, { session: { account: 'anyone' } })).json()).toEqual(
      names.slice(0, 5).map(({ id }) => ({ id })),
    );
  });
});

test('an error about a row of a part has the response of this part', async () => {
  let count = 0;
  const { send, errors } = createPageBefore(
    () => {
      const part = String(++count);
      const row = { id: part, name: 'x', account_id: part === '1' ? 'of nobody' : visible[0] };
      return json([row], { headers: { 'x-request-id': part } });
    },
    { policies: long },
  );
  expect((await send('/v1/balances?include=name:true&take=1')).status).toBe(502);
  expect(count).toBeGreaterThan(1);
  expect(errors).toMatchObject([
    { requestId: '1', message: expect.stringContaining('its policy') },
  ]);
});

test('500 ids are four requests', async () => {
  const many = [...visible, ...Array.from({ length: 496 }, () => crypto.randomUUID())];
  const { send, service } = createPage({
    policies: { ...policies, balances: () => ({ account_id: { in: many } }) },
  });
  expect((await send('/v1/balances?order_by=name&take=1')).body).toHaveLength(1);
  expect(service.requests.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(8);
});

describe('a list that cannot be split', () => {
  test.each([
    ['under `none`', '/v1/accounts?where=balances:{none:{type:"main"}}'],
    [
      'with too many parts',
      `/v1/accounts?where=AND:[${Array.from({ length: 9 }, () => '{balances:{some:{type:"main"}}}')}]`,
    ],
  ])('%s is a 414', async (_, path) => {
    const { send, service, errors } = createPage({ policies: { ...long, accounts: true } });
    expect(await send(path)).toMatchObject({
      status: 414,
      text: '{"errors":["The query is too long."]}',
    });
    expect([service.requests.length, errors]).toEqual([0, []]);
  });

  test.each([{ orderBy: null }, { skip: null }])(
    'of a service with the parameters %j is a 414',
    async (parameters) => {
      const { send } = createPage({ policies: long, dialect: { parameters } });
      expect((await send('/v1/balances')).status).toBe(414);
    },
  );

  test('because it skips more than ten pages is a 400', async () => {
    const { send } = createPage({ policies: long, maxTake: 2 });
    expect((await send('/v1/balances?skip=20')).status).toBe(200);
    expect(await send('/v1/balances?skip=21')).toMatchObject({
      status: 400,
      text: '{"errors":["skip: expected at most 20 here, got 21."]}',
    });
  });
});

describe('a service that', () => {
  const row = (id: string, name: string) => ({ id, account_id: visible[0], name });
  const path = '/v1/balances?include=name:true&order_by=name&take=5';

  test.each<[string, (request: Request) => unknown, string]>([
    [
      'orders text in another way',
      ({ url }) => (url.includes('skip') ? [] : [row('1', 'a'), row('2', 'B')]),
      'the rows are in another order than `dialect` describes, so they cannot be merged.',
    ],
    ['ignores `skip`', () => [row('1', 'a')], 'rows are repeated. The service ignores `skip`.'],
    [
      'ignores the policy',
      ({ url }) => (url.includes('skip') ? [] : [{ ...row('1', 'a'), account_id: accounts[6] }]),
      '[0]: a row of balances does not match its policy. The service ignored a filter.',
    ],
  ])('%s is a 502', async (_, respond, reason) => {
    const { send, errors } = createPageBefore((request) => json(respond(request)), {
      policies: long,
    });
    expect((await send(path)).status).toBe(502);
    expect(errors.map((error) => (error as Error).message)).toEqual([
      `GET /v1/balances failed: ${reason}`,
    ]);
    expect(JSON.stringify(errors)).not.toContain('account_id');
  });

  test('fails in one part ends the other requests', async () => {
    const { send, requests } = createPageBefore(
      (request) =>
        requests.length === 1
          ? new Response('', { status: 500 })
          : new Promise((_, reject) => {
              request.signal.addEventListener('abort', () => reject(request.signal.reason));
            }),
      { policies: long },
    );
    expect((await send('/v1/balances')).status).toBe(502);
    expect(requests.slice(1).every(({ signal }) => signal.aborted)).toBe(true);
  });
});
