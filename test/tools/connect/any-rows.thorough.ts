import type * as sdk from 'payments-data-client';
import { createMock, sampleData } from 'payments-data-client/mock';
import { describe, expect, test, vi } from 'vitest';
import { toMockData } from '../../../src/tools/connect/sample/mock-data.js';
import { type Chance, createChance } from '../../types/lib/random.js';
import { runModule } from './run-module.js';
import { readStatic, type ServiceRow, type StaticService, uuidOf } from './static-service.js';

// Each test reads a whole service. A busy machine takes seconds for that.
vi.setConfig({ testTimeout: 30_000 });

const texts = [
  '', 'a', 'b', 'open', '0', '1.50', '-7', '007', 'null', '*/', "'", '\u2028', '\ud800', '💰', '2026-01-31',
  '2026-01-31T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-31T00:00:00.123456Z', '__proto__', uuidOf(3), 'x'.repeat(300),
]; // biome-ignore format: a list
const names = [
  'name', 'unit', 'unit_id', 'units', 'account', 'account_id', 'accounts', 'balances', 'lines', 'entity', 'entity_id',
  'x_id', 'x', '_id', 'status', 'amount', 'identifier', 'constructor', 'toString', '__proto__', 'AND', 'a:b', '7', '',
  "it's", '*/', 'line\nbreak', '\u202e', '\ud800', 'then', 'where', 'transaction_id', 'created_at', 'balance', 'id ',
]; // biome-ignore format: a list
const paths = ['/balances', '/accounts', '/transactions', '/transactions/lines', '/things'];

function randomValue(chance: Chance, depth = 0): unknown {
  const choice = chance.below(depth > 2 ? 6 : 9);
  if (choice < 2) return chance.pick(texts);
  if (choice === 2) return chance.pick([0, -1, 1.5, 2 ** 53, 1e300, -0]);
  if (choice === 3) return chance.happens(0.5);
  if (choice < 6) return null;
  const items = Array.from({ length: chance.below(3) }, () => randomValue(chance, depth + 1));
  if (choice === 6) return items;
  const id = chance.happens(0.7) ? { id: chance.pick([uuidOf(chance.below(5)), 'x', '1', 5]) } : {};
  return { ...id, ...Object.fromEntries(items.map((item) => [chance.pick(names), item])) };
}

/** A service that returns anything whatever, as long as its rows have ids. */
function randomService(chance: Chance): StaticService {
  const sample = Object.values(sampleData({ seed: 1 + chance.below(9), accounts: 4 }));
  return Object.fromEntries(
    paths.map((path) => {
      const shape = chance.sample(names, 2 + chance.below(6));
      const source: readonly object[] = chance.happens(0.5)
        ? chance.pick(sample)
        : [{}, {}, {}, {}, {}];
      const hasUuids = chance.happens(0.7);
      const constant = new Map(
        shape.map((name) => [name, chance.happens(0.6) ? randomValue(chance) : undefined]),
      );
      const sentValue = (name: string) => constant.get(name) ?? randomValue(chance);
      const rows = source.map((row, index): ServiceRow => {
        const present = shape.filter(() => chance.happens(0.9));
        const added = Object.fromEntries(present.map((name) => [name, sentValue(name)]));
        return JSON.parse(
          JSON.stringify({ ...row, ...added, id: hasUuids ? uuidOf(index) : `${index}` }),
        );
      });
      const included = Object.fromEntries(
        chance
          .sample(names, 6)
          .map((name) => [
            name,
            () => (chance.happens(0.8) ? sentValue(name) : randomValue(chance)),
          ]),
      );
      return [path, { rows, included }];
    }),
  );
}

describe('connect to a service that returns anything', () => {
  test.each(Array.from({ length: 100 }, (_, seed) => seed))(
    'writes what it says, for seed %i',
    async (seed) => {
      const service = randomService(createChance(seed));
      const { text, schema, known } = await readStatic(service, {
        paths: new Map([['things', '/things']]),
      });
      expect(JSON.stringify(runModule(text))).toBe(JSON.stringify(schema));
      expect(text.split('\n').filter((line) => line.length > 400)).toEqual([]);
      const rows = Object.fromEntries(
        known.names.map((name) => [name, [...known.rowsOf(name).values()] as sdk.JsonObject[]]),
      );
      const fitted = toMockData(schema, rows).rows;
      expect(() => createMock({ schema, data: fitted as object })).not.toThrow();
    },
  );
});
