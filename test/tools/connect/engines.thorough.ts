import { expect, onTestFinished, test } from 'vitest';
import { mariadbMissing } from '../../fixtures/engines/mariadb-server.js';
import { engines, type SqlTable, sqlService } from '../../fixtures/engines/sql-service.js';
import { checkWith, connectTo } from './run-connect.js';
import { tinyTables } from './tiny-rows.js';

/** Rows without what no database column has: values of several types. */
const tables = Object.fromEntries(
  Object.entries(tinyTables()).map(([name, { fields, many = {}, rows }]): [string, SqlTable] => {
    const { tags: _, extra: __, variables: ___, ...columns } = fields;
    return [name, { fields: columns as SqlTable['fields'], many, rows }]; // no `tags` are left
  }),
);

const meanings = {
  postgres: { nulls: 'sql', text: 'exact', like: 'insensitive', nullOrder: 'largest' },
  mariadb: { nulls: 'sql', text: 'insensitive', like: 'insensitive', nullOrder: 'smallest' },
} as const;

test.each(
  (['postgres', 'mariadb'] as const).filter((name) => name !== 'mariadb' || !mariadbMissing),
)(
  'the module of a service on %s has what the database does, and its check is green',
  async (name) => {
    const engine = await engines[name]();
    onTestFinished(() => engine.close());
    const fetch = await sqlService(engine, tables);
    const run = await connectTo(fetch);
    expect(run.connected.dialect).toMatchObject(meanings[name]);
    expect(await checkWith(run, fetch)).toMatchObject({ wrong: [], news: [], open: [] });
  },
);
