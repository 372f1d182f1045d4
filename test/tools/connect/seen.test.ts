import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/schema/field.js';
import { checkWith, connectTo } from './run-connect.js';
import { tinyOptions, tinyTables } from './tiny-rows.js';
import { type TinyOptions, tinyService } from './tiny-service.js';

/** The fields of the schema that `connect` infers for a resource. */
const fieldsOf = async (options: TinyOptions, resource: string) =>
  (await connectTo(tinyService(options))).connected.schema[resource]?.fields;

/** Tables with more rows than are read, whose last row by `id` in the middle of the list differs. */
function withRow(change: JsonObject): TinyOptions {
  const tables = tinyTables(5, 400);
  const [row] = tables.accounts.rows
    .sort((left, right) => (`${left.id}` < `${right.id}` ? -1 : 1))
    .slice(200);
  Object.assign(row ?? {}, change);
  return tinyOptions({ tables: { ...tables } });
}

describe('what was seen at services of strangers', () => {
  test('null in a row that was not read is asked for', async () => {
    const { text } = await connectTo(tinyService(withRow({ identifier_value: null })));
    expect(text).toContain(
      '/** Seen in 200 rows. Proven: null in a row that was not read. */\n      identifier_value: nullable(string()),',
    );
  });

  test('so is a value of an enumeration', async () => {
    const fields = await fieldsOf(withRow({ status: 'frozen' }), 'accounts');
    expect(fields?.status).toMatchObject({
      ...{ kind: 'enumeration', values: ['active', 'blocked', 'frozen'] },
    });
  });

  test('text with few values stays text, because the service answers `like`', async () => {
    const fields = await fieldsOf(tinyOptions(), 'accounts');
    expect(fields?.country).toMatchObject({ kind: 'string', values: ['DE', 'FR', 'JP', 'US'] });
    expect(fields?.status?.kind).toBe('enumeration');
  });

  test('a rejection of `like` counts only if that of a known text field is answered', async () => {
    const rejected = tinyOptions({ rejected: ['text like'] });
    expect((await fieldsOf(rejected, 'accounts'))?.country?.kind).toBe('string');
    const enums = tinyTables();
    const { fields } = enums.accounts;
    const tables = {
      ...enums,
      accounts: { ...enums.accounts, fields: { ...fields, country: 'enum' as const } },
    };
    expect((await fieldsOf(tinyOptions({ tables }), 'accounts'))?.country?.kind).toBe(
      'enumeration',
    );
  });

  test('values of several types are JSON, a date without time is a date, an array of text is JSON', async () => {
    const fields = await fieldsOf(tinyOptions(), 'accounts');
    expect(fields?.extra).toMatchObject({ kind: 'json' });
    expect(fields?.opened_on).toMatchObject({ kind: 'date', nullable: false });
    expect(fields?.tags).toMatchObject({ kind: 'json', format: 'array' });
  });

  test('a declared field is kept although it is null in every row', async () => {
    const options = tinyOptions();
    const { balances } = options.tables;
    options.tables.balances = {
      ...{ ...balances, fields: { ...balances?.fields, variables: 'json' } },
      rows: (balances?.rows ?? []).map((row) => ({ ...row, variables: null })),
    };
    expect((await fieldsOf(options, 'balances'))?.variables).toMatchObject({
      kind: 'json',
      nullable: true,
    });
  });

  test('values are not written of names, external ids and identifiers, nor if they are long or many', async () => {
    const options = tinyOptions();
    const { accounts } = options.tables;
    const change = (row: JsonObject, index: number) => ({
      ...row,
      identifier_prefix: ['Anna', 'Bert'][index % 2] ?? '',
      identifier_value: 'same',
      note: ['Smith', 'Miller'][index % 2] ?? '',
      country: ['a sentence of words', 'another sentence'][index % 2] ?? '',
    });
    options.tables.accounts = {
      ...(accounts ?? { fields: {} }),
      rows: (accounts?.rows ?? []).map(change),
    };
    const { text } = await connectTo(tinyService(options));
    expect(text).not.toMatch(/Anna|Smith|sentence|same'/);
  });

  test('GET of one row and lists that the schema lacks are found, and those that do not exist are not', async () => {
    const tables = tinyTables();
    const units = {
      fields: { id: 'uuid', name: 'text' } as const,
      rows: tables.accounts.rows.map(({ id }) => ({ id: id ?? '', name: 'Euro' })),
    };
    const { connected } = await connectTo(
      tinyService(tinyOptions({ tables: { ...tables, units } })),
    );
    expect(connected.schema.units).toMatchObject({ path: '/units', operations: ['get', 'list'] });
    expect(connected.schema.accounts?.operations).toEqual(['get', 'list']);
    expect(connected.schema.transactions?.operations).toEqual([]);
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

  test('the check is green right after connect, with a closed enumeration too', async () => {
    const fetch = tinyService(tinyOptions({ known: ['active', 'blocked'] }));
    expect(await checkWith(await connectTo(fetch), fetch)).toMatchObject({ wrong: [], news: [] });
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
