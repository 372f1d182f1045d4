import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/schema/field.js';
import { withoutDelays } from '../../fixtures/without-delays.js';
import { slashes } from '../../services/slashes.js';
import { type AnyFetch, checkWith, connectTo } from './run-connect.js';
import { tinyOptions, tinyTables } from './tiny-rows.js';
import { type Table, type TinyOptions, tinyService } from './tiny-service.js';

withoutDelays();

/** A service that answers the requests whose decoded URL suits in another way. */
const losing =
  (fetch: AnyFetch, isLost: (url: string) => boolean, status: number, headers = {}): AnyFetch =>
  async (url, init) =>
    isLost(decodeURIComponent(url))
      ? Response.json({ message: 'no' }, { status, headers })
      : fetch(url, init);

describe('a question that is neither answered nor rejected', () => {
  const service = slashes().fetch;
  const undisturbed = connectTo(service);

  test.each([429, 500, 503])(
    'leaves the names of parameters as they are found (%i)',
    async (status) => {
      const isFirst = (url: string) => /\?where=id:\{in:\[('[^']*',?){4}\]\}$/.test(url);
      const { connected } = await connectTo(
        losing(service, isFirst, status, { 'retry-after': '0' }),
      );
      expect(connected.dialect.parameters).toEqual({
        ...{ take: 'page_size', orderBy: 'ordering', skip: null, page: 'page' },
      });
    },
  );

  test('by a role that may not read a relation removes nothing, and is named', async () => {
    const { connected, text } = await connectTo(
      losing(service, (url) => /include=.*lines/.test(url), 403),
    );
    expect(connected.schema.transactions?.relations.lines).toBeDefined();
    expect(text).toContain(
      '// - transactions.lines: an include of it: not determined: status 403: a firewall, or the role of the API key, forbids it\n',
    );
    const list = await connectTo(losing(service, (url) => /\/v1\/accounts\//.test(url), 403));
    expect(list.connected.schema.accounts?.operations).toEqual(['list']);
    expect(list.text).toContain(
      '// - accounts: GET /v1/accounts/: not determined: status 403: a firewall, or the role of the API key, forbids it\n',
    );
  });

  test('makes no claim false in a check, which is open then', async () => {
    const drift = await checkWith(
      await undisturbed,
      losing(service, (url) => /\?where=status:\{not_in/.test(url), 500),
    );
    expect(drift.wrong).toEqual([]);
    expect(drift.open).toEqual([
      'balances.status, accounts.status, transactions.status: not determined: status 500',
    ]);
  });

  test.each([500, 503, 403, 429])(
    'ends a run and a check if it is every one (%i)',
    async (status) => {
      const broken = losing(service, () => true, status);
      await expect(connectTo(broken)).rejects.toThrow(`status ${status}`);
      await expect(checkWith(await undisturbed, broken)).rejects.toThrow(`status ${status}`);
    },
  );

  test('is not sent again to a service that asks to wait for an hour', async () => {
    let count = 0;
    const quota: AnyFetch = async (url, init) =>
      ++count > 30
        ? Response.json({}, { status: 429, headers: { 'retry-after': '3600' } })
        : service(url, init);
    await expect(connectTo(quota)).rejects.toThrow('Wait 3600 s before you retry.');
    expect(count).toBeLessThan(36);
  });
});

describe('what an answer shows', () => {
  const connectWith = (options: TinyOptions) => connectTo(tinyService(options));
  const withEntities = (): TinyOptions => {
    const { accounts, balances } = tinyTables();
    const entities: Table = {
      fields: { id: 'uuid', name: 'text' },
      rows: accounts.rows.map(
        ({ id }, index): JsonObject => ({
          id: `${id}`.replace(/^.{8}/, 'eeeeeeee'),
          name: `Entity ${index}`,
        }),
      ),
    };
    const rows = accounts.rows.map(
      (row, index): JsonObject => ({
        ...row,
        entity_id: entities.rows[index]?.id ?? null,
        settings: { id: 'x1', name: 'JSON with an id' },
      }),
    );
    const fields = { ...accounts.fields, entity_id: 'uuid' as const };
    const one = { entity: ['entities', 'entity_id'] as const };
    return tinyOptions({
      tables: { balances, accounts: { ...accounts, fields, one, rows }, entities },
    });
  };

  test('a resource behind a relation has get and list, and its check prints nothing', async () => {
    const fetch = tinyService(withEntities());
    const run = await connectTo(fetch);
    expect(run.connected.schema.entities).toMatchObject({
      ...{ path: '/entities', operations: ['get', 'list'] },
    });
    expect(run.connected.schema.accounts?.relations.entity).toMatchObject({ target: 'entities' });
    expect(await checkWith(run, fetch)).toMatchObject({ wrong: [], news: [], open: [] });
  });

  test('JSON with an `id` in it is JSON, and no related row', async () => {
    const { connected } = await connectWith(withEntities());
    expect(connected.schema.accounts?.fields.settings).toMatchObject({
      ...{ kind: 'json', format: 'object' },
    });
    expect(connected.undeclared.map(({ topic }) => topic)).not.toContain('accounts.settings');
  });

  test('an order that is ignored votes for no place of null', async () => {
    const fetch = tinyService(tinyOptions());
    const nulls = (row: object) => Object.values(row).filter((value) => value === null).length;
    // Rows with null come last in both directions, as if that were their place.
    const ignoring: AnyFetch = async (url) => {
      const response = await fetch(url.replace(/order_by=(?!id)[^&]*/, 'order_by=id%3Aasc'));
      const body = await response.json();
      if (/order_by=(?!id)/.test(url))
        body.data.sort((left: object, right: object) => nulls(left) - nulls(right));
      return Response.json(body, { status: response.status });
    };
    expect((await connectTo(ignoring)).connected.dialect).not.toHaveProperty('nullOrder');
  });

  test('an integer above 2^53 is named, and no filter is sent by it', async () => {
    const { accounts, balances } = tinyTables();
    const rows = balances.rows.map((row) => ({ ...row, count: 2 ** 60 }));
    const { text } = await connectWith(
      tinyOptions({ tables: { accounts, balances: { ...balances, rows } } }),
    );
    expect(text).toContain(
      '/** Seen in all 60 rows, with integers above 2^53, which readers of JSON round. */\n      count: integer(),',
    );
  });

  test('a day that a field of instants rejects is named', async () => {
    const fetch = slashes().fetch;
    const strict = losing(fetch, (url) => /created_at:\{gte:'\d{4}-\d\d-\d\d'\}/.test(url), 400);
    expect((await connectTo(strict)).text).toContain(
      '`gte` with a day, of a field of instants: status 400\n',
    );
    expect((await connectTo(fetch)).text).not.toContain('of a field of instants');
  });
});
