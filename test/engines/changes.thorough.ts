import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, EngineOptions } from '../fixtures/engines/engine.js';
import { type EngineName, serveEngine } from '../fixtures/engines/serve-engine.js';
import { scratchFolder } from '../fixtures/scratch-folder.js';
import { createChance } from '../types/lib/random.js';
import { connect } from './connect-engine.js';
import { enginesToTest, isLong } from './options.js';

const parent = scratchFolder('changes');

/** A collation that compares text in another way than the one that a new database has. */
const otherCollation: Readonly<Record<EngineName, string>> = {
  sqlite: 'NOCASE',
  mariadb: 'utf8mb4_bin',
  postgres: 'unicode',
};

const lineTable: Readonly<Record<EngineName, string>> = {
  sqlite: 'lines',
  mariadb: 'transaction_lines',
  postgres: 'transaction_line',
};

interface Change {
  readonly options?: EngineOptions;
  readonly sql?: string;
  /** What the check says, and no other setting. */
  readonly says: RegExp;
}

/**
 * Statements that rename a value of `status`. In MariaDB and PostgreSQL, the column lists its
 * values.
 */
const renameStatus = (
  table: string,
  from: string,
  to: string,
): Readonly<Record<EngineName, string>> => {
  const update = `UPDATE ${table}s SET status = '${to}' WHERE status = '${from}'`;
  return {
    sqlite: update,
    mariadb: `ALTER TABLE ${table}s MODIFY status VARCHAR(20) NOT NULL; ${update}`,
    postgres: `ALTER TYPE ${table}_status RENAME VALUE '${from}' TO '${to}'`,
  };
};

/** Changes of the service, as a release of it makes them. */
const changesOf = (name: EngineName): Readonly<Record<string, Change>> => ({
  'a smaller page limit': { options: { pageSize: { max: 30 } }, says: /pageSize/ },
  'a field that is gone': { options: { withoutFields: ['accounts.name'] }, says: /accounts\.name/ },
  'a renamed value': {
    sql: renameStatus('transaction', 'completed', 'done')[name],
    says: /'done'|completed|enumerations/,
  },
  'null where there was none': {
    sql: `UPDATE ${name === 'postgres' ? 'balance' : 'balances'} SET description = NULL`,
    says: /balances\.description/,
  },
  'a new value': { sql: renameStatus('account', 'blocked', 'frozen')[name], says: /frozen/ },
  'another default page size': { options: { pageSize: { default: 10 } }, says: /pageSize/ },
  '`like` with the case': { options: { like: 'exact' }, says: /like|wildcards/ },
  'another field that is gone': {
    options: { withoutFields: ['transactions.note'] },
    says: /transactions\.note/,
  },
  'an ordered comparator that is gone': { options: { withoutComparators: ['gte'] }, says: /gte/ },
  'no page limit': { options: { pageSize: { default: null, max: null } }, says: /pageSize/ },
  'another collation': {
    options: { collation: otherCollation[name] },
    says: /text|order|equality|uuids/,
  },
  'a comparator that is gone': {
    options: { withoutComparators: ['not_contains'] },
    says: /not_contains/,
  },
  'another default order': { options: { defaultOrder: 'id DESC' }, says: /order/ },
  'another status of invalid queries': { options: { invalidStatus: 409 }, says: /409/ },
  'no orders and pages': {
    options: { filtersOnly: true },
    says: /order|parameters|envelope|pageSize/,
  },
});

// A check takes a processor many seconds: `ENGINES=sqlite npx vitest run --project thorough
// test/engines/changes`.
describe.runIf(isLong).each(enginesToTest)(
  'connect --check of a service on %s',
  {
    timeout: 600_000,
  },
  (name) => {
    const folder = join(parent, name);
    let engine: Engine;
    beforeAll(async () => {
      engine = await serveEngine(name);
      expect((await connect(engine, folder)).status).toBe(0);
    }, 600_000);
    afterAll(() => engine.close());

    test('is green after no change', async () => {
      const { status, out, errors } = await connect(engine, folder, '--check');
      expect(status, out + errors).toBe(0);
    });

    test('is green while others write', async () => {
      const writers = createChance(3);
      const table = name === 'postgres' ? 'balance' : 'balances';
      const lines = await engine.answer('/transactions/lines');
      const ids = JSON.stringify(lines.body).match(/(?<="id":")[^"]*/g) ?? [];
      const write = (): string => {
        const [number, identifier] = [writers.below(900), writers.below(900)];
        if (writers.happens(0.8))
          return `UPDATE ${table} SET name = 'Rent ${number}' WHERE identifier = 'B-${identifier}'`;
        return `DELETE FROM ${lineTable[name]} WHERE id = '${writers.pick(ids)}'`;
      };
      const timer = setInterval(() => void engine.sql(write()), 150);
      try {
        for (let run = 0; run < 5; run++) {
          const { status, out, errors } = await connect(engine, folder, '--check');
          expect(status, out + errors).toBe(0);
        }
      } finally {
        clearInterval(timer);
      }
    });

    test.each(Object.entries(changesOf(name)))(
      'is red after %s, and says so',
      async (_, { options = {}, sql, says }) => {
        const changed = await serveEngine(name, options);
        try {
          if (sql) await changed.sql(sql);
          const { status, out, errors } = await connect(changed, folder, '--check');
          if (isLong) console.log(out + errors);
          expect(out + errors).toMatch(says);
          expect(status).toBe(1);
          const [, settings = ''] =
            /Settings that differ from the module\n((?: {2}.*\n)*)/.exec(out) ?? [];
          expect(settings.split('\n').filter((line) => line !== '' && !says.test(line))).toEqual(
            [],
          );
        } finally {
          await changed.close();
        }
      },
    );
  },
);
