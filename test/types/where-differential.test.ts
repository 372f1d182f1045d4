import { describe, expect, it } from 'vitest';
import { comparators } from '../../src/query/comparators.js';
import { paymentsSchema } from '../../src/schema/payments-schema.js';
import type { Resources } from '../../src/schema/resources.js';
import { checkWhere } from '../query/check-query.js';
import { complain } from './lib/compiler.js';
import { printExpression } from './lib/print-expression.js';
import { createChance } from './lib/random.js';
import { drawWhere, type WhereDrawing } from './lib/random-where.js';

const schema: Resources = { ...paymentsSchema };
const names = Object.keys(schema);
const COUNT = 1_000;

const covered = new Map<string, number>();
const broken = new Map<string, number>();

interface Case {
  readonly name: string;
  readonly where: unknown;
  readonly breaks?: string;
}

/** The filter of a seed; broken in one place, if asked. */
function draw(seed: number, isBroken: boolean): Case {
  const chance = createChance(seed);
  const name = names[seed % names.length] ?? 'balances';
  const drawing: WhereDrawing = {
    schema,
    chance,
    mutations: [],
    note: (feature, resource, depth) => {
      const cell = `${feature}, ${resource}, level ${depth}`;
      if (!isBroken) covered.set(cell, (covered.get(cell) ?? 0) + 1);
    },
  };
  const where = drawWhere(drawing, name, 1, 3);
  if (!isBroken) return { name, where };
  const rare = [...new Set(drawing.mutations.map(({ breaks }) => breaks))].sort(
    (one, two) => (broken.get(one) ?? 0) - (broken.get(two) ?? 0),
  );
  const mutation = chance.pick(drawing.mutations.filter(({ breaks }) => breaks === rare[0]));
  mutation.apply();
  broken.set(mutation.breaks, (broken.get(mutation.breaks) ?? 0) + 1);
  return { name, where, breaks: mutation.breaks };
}

const good = Array.from({ length: COUNT }, (_, index) => draw(index + 1, false));
const bad = Array.from({ length: COUNT }, (_, index) => draw(index + 1, true));

const opening = "import type { Where } from 'payments-data-client';";
const file = [
  opening,
  ...[...good, ...bad].map(
    ({ name, where }, index) => `export const w${index}: Where<'${name}'> = ${printExpression(where)};`,
  ),
].join('\n');

/** The shortest of some cases, which is the easiest to read. */
const shortest = (cases: readonly Case[]) =>
  cases
    .map(({ name, breaks, where }) => `${breaks ?? 'right'}: Where<'${name}'> = ${printExpression(where)}`)
    .sort((one, two) => one.length - two.length)[0];

const accepts = ({ name, where }: Case): boolean => {
  try {
    checkWhere(schema, name, where);
    return true;
  } catch {
    return false;
  }
};

describe.each(['6.0', '7.0'] as const)(
  'TypeScript %s and the check before sending agree',
  { timeout: 120_000 },
  (version) => {
    const complained = new Set(complain(version, file).map(({ line }) => line - 1));

    it(`that ${COUNT} random filters are right`, () => {
      expect(shortest(good.filter((one) => !accepts(one)))).toBeUndefined();
      expect(shortest(good.filter((_, index) => complained.has(index)))).toBeUndefined();
    });

    it(`that ${COUNT} filters with one fault are wrong`, () => {
      expect(shortest(bad.filter(accepts))).toBeUndefined();
      expect(shortest(bad.filter((_, index) => !complained.has(COUNT + index)))).toBeUndefined();
    });

    it('having met every comparator of every kind, every quantifier and combinator, on every resource and level', () => {
      const cells = new Set<string>();
      for (const [name, { fields, relations }] of Object.entries(schema)) {
        for (const { kind } of Object.values(fields))
          for (const comparator of comparators[kind]) cells.add(`${comparator} on ${kind}, ${name}, level 1`);
        const isMany = Object.values(relations).some(({ cardinality }) => cardinality === 'many');
        for (const quantifier of isMany ? ['some', 'none', 'every'] : [])
          cells.add(`${quantifier}, ${name}, level 1`);
        for (const combinator of ['AND', 'OR'])
          for (const level of [1, 2]) cells.add(`${combinator}, ${name}, level ${level}`);
        for (const level of [1, 2, 3]) cells.add(`bare, ${name}, level ${level}`);
      }
      expect([...cells].filter((cell) => !covered.has(cell))).toEqual([]);
      expect(Math.min(...broken.values())).toBeGreaterThanOrEqual(20);
      expect(broken.size).toBe(15);
    });
  },
);
