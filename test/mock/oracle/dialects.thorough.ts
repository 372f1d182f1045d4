import fc from 'fast-check';
import type { Dialect } from 'payments-data-client';
import { describe, expect, test } from 'vitest';
import { declaredSettings } from '../../dialect/declared-settings.js';
import { inTurn } from '../../fixtures/in-turns.js';
import { interpret } from './interpret.js';
import { type Engine, firstDifference, mockEngine } from './mock-engine.js';
import { sampleRows } from './sample-rows.js';
import { questionsWithJsonPaths } from './wheres.js';

/** The groups of settings that decide which rows match. */
const groups = ['nulls', 'text', 'dates', 'json', 'empty', 'uuids'];

/** Every setting of the groups: where it is in a dialect, and its alternatives. */
const choices = declaredSettings
  .filter(({ group, path }) => groups.includes(group) && path !== 'empty.take') // which is about pages
  .map(({ group, name: member, values }) => ({
    alternatives: values,
    with: (value: unknown) => ({ group, member, value }),
  }));

/** A dialect of several settings. */
function dialectOf(chosen: readonly ReturnType<(typeof choices)[number]['with']>[]): Dialect {
  const dialect: Record<string, unknown> = {};
  for (const { group, member, value } of chosen)
    dialect[group] = member === undefined ? value : { ...Object(dialect[group]), [member]: value };
  return dialect as Dialect; // of the names and alternatives of the settings
}

/** With exact equality, spaces at the end show only beside control characters. */
const paddedOnly = { ignores: ['trailingSpaces'] } as const;

/** A comparison by the collation shows only with one that differs from the code points. */
const alternatives = choices
  .flatMap((choice) => choice.alternatives.slice(1).map((value) => dialectOf([choice.with(value)])))
  .map(
    ({ text, ...others }): Dialect =>
      text?.equality === 'collation' || text?.like === 'collation'
        ? { ...others, text: { ...text, collation: { ignores: ['case'] } } }
        : JSON.stringify(text?.collation) === JSON.stringify(paddedOnly)
          ? { ...others, text: { ...text, equality: 'collation' } }
          : { ...others, ...(text && { text }) },
  );

const random = fc
  .tuple(...choices.map((choice) => fc.constantFrom(...choice.alternatives).map(choice.with)))
  .map(dialectOf);

/** A service with microseconds has rows with microseconds. */
const rowsOf = ({ dates }: Dialect) => sampleRows({ hasMicroseconds: dates !== undefined });

const mockOf = (dialect: Dialect) => mockEngine(rowsOf(dialect), dialect);

const interpreterOf =
  (dialect: Dialect): Engine =>
  async (resource, where) =>
    interpret(where, resource, rowsOf(dialect), { dialect });

async function assertAgreement(dialect: Dialect, numRuns: number): Promise<void> {
  const [mock, interpreter] = [mockOf(dialect), interpreterOf(dialect)];
  const property = fc.asyncProperty(questionsWithJsonPaths, async ({ resource, where }) => {
    expect(await mock(resource, where)).toEqual(await interpreter(resource, where));
  });
  await fc.assert(property, { seed: 20260105, numRuns });
}

describe('the mock agrees with a naive interpreter', () => {
  test.each(inTurn(alternatives, 4))(
    'in the dialect %j, which the random filters show',
    async (dialect) => {
      await assertAgreement(dialect, 800);
      if (dialect.dates === 'microseconds') return; // with rows of so many digits, only what they show differs
      const rows = rowsOf(dialect);
      const byDefault: Engine = async (resource, where) => interpret(where, resource, rows);
      const questions = questionsWithJsonPaths;
      expect(await firstDifference(mockOf(dialect), byDefault, 1, questions)).toBeDefined();
    },
  );

  test.each(inTurn(fc.sample(random, { seed: 20260106, numRuns: 40 }), 4))(
    'in the random dialect %#',
    async (dialect) => {
      await assertAgreement(dialect, 150);
    },
  );
});
