import { extendSchema, nullable, one, paymentsSchema, string } from 'payments-data-client';
import { createMock, type Mock } from 'payments-data-client/mock';
import { describe, expect, test } from 'vitest';
import type { Resources } from '../../src/schema/resources.js';
import { type VerifyOptions, verifyService } from '../../src/verify/verify-service.js';
import { compileSnippets } from '../snippets/compile-snippets.js';

const filterableSchema = extendSchema(paymentsSchema, {
  balances: { relations: { unit: one('units', { foreignKey: 'unit_id', filterable: true }) } },
});

/** A service that answers as a mock does, but with changes of requests and bodies. */
const changed =
  (mock: Pick<Mock, 'fetch'>, change: (url: URL, body: unknown) => unknown): Mock['fetch'] =>
  async (input, init) => {
    const request = new Request(input, init);
    const response = await mock.fetch(request);
    if (!response.ok) return response;
    return Response.json(change(new URL(request.url), await response.json()));
  };

const adviceOn = async (options: VerifyOptions) => (await verifyService(options)).advice;

/** What the compiler says of advice. */
const problemsOf = (code: string) =>
  compileSnippets([{ page: 'advice', line: 1, language: 'ts', isRun: false, code }], { given: {} });

describe('the advice', () => {
  test('is empty for a service that behaves like the mock', async () => {
    expect(await adviceOn(createMock().clientOptions)).toEqual({ code: '', remarks: [], withoutOption: [] });
  });

  test('has the options of the mock that fit, and code that compiles', { timeout: 30_000 }, async () => {
    const service = createMock({ nulls: 'sql', like: 'insensitive', envelope: 'result' });
    const { code, withoutOption } = await adviceOn(service.clientOptions);
    expect(code).toBe(`import { createMock } from 'payments-data-client/mock';

const mock = createMock({
  envelope: 'result',
  nulls: 'sql',
  like: 'insensitive',
});`);
    expect(problemsOf(code)).toEqual([]);
    expect(withoutOption).toEqual([]);
  });

  test('turns authentication off in the mock for a service without it', async () => {
    const { code, withoutOption } = await adviceOn({
      ...createMock({ apiKeys: false }).clientOptions,
      apiKey: 'any-key-0123456789',
    });
    expect(code).toBe(`import { createMock } from 'payments-data-client/mock';

const mock = createMock({
  apiKeys: false,
});`);
    expect(withoutOption).toEqual([]);
  });

  test('says to pull the properties that the schema lacks, which then fit the mock', async () => {
    const schema = extendSchema(paymentsSchema, {
      balances: { fields: { description: nullable(string()), note: string() } },
    });
    const service = createMock({ schema });
    for (const { id } of service.db.balances.all().slice(0, 3))
      service.db.balances.update(id, { description: null });
    const { probes, advice } = await verifyService(service.clientOptions);
    expect(probes.filter(({ result }) => result !== 'holds').map(({ id, result }) => [id, result])).toEqual([
      ['responses.fields', 'differs'],
      ['responses.kinds', 'differs'],
    ]);
    expect(advice.remarks).toEqual([expect.stringContaining('payments-data-client pull')]);
    const again = await adviceOn({ ...service.clientOptions, schemaModule: 'src/payments.ts' });
    expect(again.remarks).toEqual([
      'Run `payments-data-client pull` again. If only properties differ that it cannot declare, accept them with --accept responses.fields --accept responses.kinds.',
    ]);
    expect(advice.withoutOption).toEqual([]);
  });

  test('has the options of the client that fit, and code that compiles', { timeout: 30_000 }, async () => {
    const mock = createMock();
    const fetch = async (...[input, init]: Parameters<Mock['fetch']>) => {
      const request = new Request(input, init);
      if (request.url.length > 5000) return Response.json({ errors: ['too long'] }, { status: 414 });
      return changed(mock, (_, data) => ({ data }))(request);
    };
    const { code, withoutOption } = await adviceOn({ ...mock.clientOptions, fetch });
    expect(code).toBe(`import { createClient } from 'payments-data-client';

const client = createClient({
  baseUrl: 'https://payments.test',
  apiKey: process.env.PAYMENTS_API_KEY!,
  envelope: 'data',
  maxUrlLength: 4000,
});`);
    expect(problemsOf(code)).toEqual([]);
    expect(withoutOption).toEqual(['responses.envelope']);
  });

  test('extends the schema if the service accepts and returns more', { timeout: 30_000 }, async () => {
    const mock = createMock({ schema: filterableSchema });
    const fetch = changed(mock, ({ pathname, search }, body) =>
      pathname === '/v1/balances' && search === ''
        ? (body as { balance: string }[]).map((row) => ({ ...row, amount: row.balance }))
        : body,
    );
    const { code, remarks } = await adviceOn({ ...mock.clientOptions, fetch });
    expect(
      code,
    ).toBe(`import { createClient, decimal, extendSchema, one, paymentsSchema } from 'payments-data-client';
import { createMock } from 'payments-data-client/mock';

const verifiedSchema = extendSchema(paymentsSchema, {
  balances: {
    fields: {
      amount: decimal(),
    },
    relations: {
      unit: one('units', { foreignKey: 'unit_id', filterable: true }),
    },
  },
});

const client = createClient({
  baseUrl: 'https://payments.test',
  apiKey: process.env.PAYMENTS_API_KEY!,
  schema: verifiedSchema,
});

const mock = createMock({
  schema: verifiedSchema,
});`);
    expect(problemsOf(code)).toEqual([]);
    expect(remarks).toEqual([]);
  });

  test('imports the schema that was given', { timeout: 30_000 }, async () => {
    const schema: Resources = extendSchema(filterableSchema, {
      accounts: { fields: { note: nullable(string()) } },
    });
    const mock = createMock({ schema: filterableSchema });
    const fetch = changed(mock, ({ pathname, search }, body) =>
      pathname === '/v1/balances' && search === ''
        ? (body as { balance: string }[]).map((row) => ({ ...row, amount: row.balance }))
        : body,
    );
    const given = { ...mock.clientOptions, fetch, schema, schemaModule: 'src\\payments.mts' };
    const { code, remarks } = await adviceOn({ ...given, only: ['include.default-*'] });
    expect(code).toContain(`import { schema } from './src/payments.mjs';`);
    expect(code).toContain('const verifiedSchema = extendSchema(schema, {');
    expect(remarks).toEqual([expect.stringContaining('payments-data-client pull')]); // no `note` in the rows
  });
});
