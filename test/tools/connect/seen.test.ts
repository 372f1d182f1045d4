import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/schema/field.js';
import { checkWith, connectTo } from './run-connect.js';
import { tinyOptions, tinyTables } from './tiny-rows.js';
import { type TinyOptions, tinyService } from './tiny-service.js';

/** A service with more rows than are read, whose row in the middle differs. */
function withRow(change: JsonObject): TinyOptions {
  const tables = tinyTables(5, 400);
  const [row] = tables.accounts.rows
    .sort((left, right) => (`${left.id}` < `${right.id}` ? -1 : 1))
    .slice(200);
  Object.assign(row ?? {}, change);
  return tinyOptions({ tables: { ...tables } });
}

/** A service with names that repeat, another list, and a declared field that is always null. */
function strange(): TinyOptions {
  const { accounts, balances } = tinyTables();
  const change = (row: JsonObject, index: number) => ({
    ...row,
    identifier_prefix: ['Anna', 'Bert'][index % 2] ?? '',
    identifier_value: 'same',
    note: ['Smith', 'Miller'][index % 2] ?? '',
    country: ['a sentence of words', 'another sentence'][index % 2] ?? '',
  });
  const tables = {
    accounts: { ...accounts, rows: accounts.rows.map(change) },
    balances: {
      ...{ ...balances, fields: { ...balances.fields, variables: 'json' as const } },
      rows: balances.rows.map((row) => ({ ...row, variables: null })),
    },
    units: {
      fields: { id: 'uuid', name: 'text' } as const,
      rows: accounts.rows.map(({ id }) => ({ id: id ?? '', name: 'Euro' })),
    },
  };
  return tinyOptions({ tables });
}

const connectWith = (options: TinyOptions) => connectTo(tinyService(options));

describe('what was seen at services of strangers', () => {
  const usual = connectWith(tinyOptions());
  const other = connectWith(strange());

  test('null and a value of an enumeration in a row that was not read are asked for', async () => {
    const run = await connectWith(withRow({ identifier_value: null, status: 'frozen' }));
    expect(run.text).toContain(
      '/** Seen in 200 rows. Proven: null in a row that was not read. */\n      identifier_value: nullable(string()),',
    );
    expect(run.connected.schema.accounts?.fields.status).toMatchObject({
      ...{ kind: 'enumeration', values: ['active', 'blocked', 'frozen'] },
    });
  });

  test('text with few values stays text, because the service answers `like`', async () => {
    const { fields } = (await usual).connected.schema.accounts ?? {};
    expect(fields?.country).toMatchObject({ kind: 'string', values: ['DE', 'FR', 'JP', 'US'] });
    expect(fields?.status?.kind).toBe('enumeration');
  });

  test('a rejection of `like` counts only if that of a known text field is answered', async () => {
    const kindWith = async (options: TinyOptions) =>
      (await connectWith(options)).connected.schema.accounts?.fields.country?.kind;
    expect(await kindWith(tinyOptions({ rejected: ['text like'] }))).toBe('string');
    const { accounts, balances } = tinyTables();
    const fields = { ...accounts.fields, country: 'enum' as const };
    const tables = { balances, accounts: { ...accounts, fields } };
    expect(await kindWith(tinyOptions({ tables }))).toBe('enumeration');
  });

  test('values of several types are JSON, a date without time is a date, an array of text is JSON', async () => {
    const { fields } = (await usual).connected.schema.accounts ?? {};
    expect(fields?.extra).toMatchObject({ kind: 'json' });
    expect(fields?.opened_on).toMatchObject({ kind: 'date', nullable: false });
    expect(fields?.tags).toMatchObject({ kind: 'json', format: 'array' });
  });

  test('a declared field is kept although it is null in every row', async () => {
    const { fields } = (await other).connected.schema.balances ?? {};
    expect(fields?.variables).toMatchObject({ kind: 'json', nullable: true });
  });

  test('values are not written of names, external ids and identifiers, nor if they are long or many', async () => {
    expect((await other).text).not.toMatch(/Anna|Smith|sentence|same'/);
  });

  test('GET of one row and lists that the schema lacks are found, and those that do not exist are not', async () => {
    const { schema } = (await other).connected;
    expect(schema.units).toMatchObject({ path: '/units', operations: ['get', 'list'] });
    expect(schema.accounts?.operations).toEqual(['get', 'list']);
    expect(schema.transactions?.operations).toEqual([]);
  });

  test('a message says what was asked, of which fields, and what came', async () => {
    const { text } = await connectTo(
      tinyService(tinyOptions({ rejected: ['decimal like', 'uuid like'], ignored: ['date gt'] })),
    );
    expect(text).toContain(
      '// - decimal like: status 400 instead of the row on balances.balance\n',
    );
    expect(text).toContain(
      '// - date gt: the row instead of no row on balances.created_at, balances.archived_at\n',
    );
    expect(text).not.toContain('Proven: date eq neq in not_in gt ');
  });

  test('an ignored comparator votes for nothing', async () => {
    const { connected } = await connectTo(
      tinyService(tinyOptions({ ignored: ['text like', 'text neq', 'date neq', 'number neq'] })),
    );
    expect(connected.dialect).not.toHaveProperty('like');
    expect(connected.dialect).not.toHaveProperty('nulls');
  });

  test('a filter of a relation that is ignored is not proven', async () => {
    const { text } = await connectWith(tinyOptions({ ignored: ['relation balances'] }));
    const came = 'the row instead of no row';
    expect(text).toContain(
      `// - accounts.balances: \`some\`: ${came}\n// - accounts.balances: \`none\`: ${came}\n`,
    );
    expect(text).not.toContain('Proven: relation');
  });

  test('an empty service, and rows that are too few, are not determined', async () => {
    const few = tinyTables(3, 1);
    const { connected, text } = await connectTo(tinyService(tinyOptions({ tables: { ...few } })));
    expect(connected.dialect).toEqual({ envelope: 'data' });
    expect(text).toContain(
      '// - parameters, pageSize: not asked, because no list has three rows\n',
    );
    const none = tinyOptions({ tables: {} });
    await expect(connectTo(tinyService(none))).rejects.toThrow(
      'No list returned rows with a text `id`. Check --base-url. GET /v1/balances: status 404 (not found); GET /v1/accounts: status 404 (not found); GET /v1/transactions: status 404 (not found); GET /v1/transactions/lines: status 404 (not found).',
    );
  });

  test('a service without a filter, or without relaxed JSON, is named [decision 52]', async () => {
    const renamed = tinyOptions({ parameters: { ...tinyOptions().parameters, where: 'criteria' } });
    await expect(connectTo(tinyService(renamed))).rejects.toThrow(
      "The service has no filter that the client can write: GET /v1/balances with `id:'…'`, then `id:{in:[…]}`, did not return exactly these rows under the names where, filter, filters, query, q.",
    );
    const fetch = tinyService(tinyOptions());
    const run = await connectTo(fetch);
    expect((await checkWith(run, tinyService(renamed))).wrong).toHaveLength(1);
  });
});
