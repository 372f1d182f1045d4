import { describe, expect, it } from 'vitest';
import { extendSchema } from '../../src/schema/define-schema.js';
import type { Resources } from '../../src/schema/lookup.js';
import { paymentsSchema } from '../../src/schema/payments-schema.js';
import { one } from '../../src/schema/relation.js';
import { parseWhere } from '../query/parse.js';
import { complain } from './lib/compiler.js';
import { type OptionalMembers, printExpression, withoutOptional } from './lib/print-expression.js';
import { createChance } from './lib/random.js';
import { drawWhere, type WhereDrawing } from './lib/random-where.js';

const extended = extendSchema(paymentsSchema, {
  balances: { relations: { unit: one('units', { foreignKey: 'unit_id', filterable: true }) } },
});
const schema: Resources = { ...extended };
const names = Object.keys(schema);
const COUNT = 1_000;

const broken = new Map<string, number>();

interface Case {
  readonly name: string;
  readonly where: unknown;
  readonly optional: OptionalMembers;
  readonly breaks?: string;
}

/** The filter of a seed; broken in one place, if asked. */
function draw(seed: number, isBroken: boolean): Case {
  const chance = createChance(seed);
  const name = names[seed % names.length] ?? 'balances';
  const drawing: Required<WhereDrawing> = {
    schema,
    chance,
    mutations: [],
    optional: new WeakMap(),
  };
  const where = drawWhere(drawing, name, 3);
  const { optional } = drawing;
  if (!isBroken) return { name, where, optional };
  const rare = [...new Set(drawing.mutations.map(({ breaks }) => breaks))].sort(
    (one, two) => (broken.get(one) ?? 0) - (broken.get(two) ?? 0),
  );
  const mutation = chance.pick(drawing.mutations.filter(({ breaks }) => breaks === rare[0]));
  mutation.apply();
  broken.set(mutation.breaks, (broken.get(mutation.breaks) ?? 0) + 1);
  return { name, where, optional, breaks: mutation.breaks };
}

const good = Array.from({ length: COUNT }, (_, index) => draw(index + 1, false));
const bad = Array.from({ length: COUNT }, (_, index) => draw(index + 1, true));

const opening = `import { extendSchema, one, paymentsSchema, type Where } from 'payments-data-client';
const schema = extendSchema(paymentsSchema, {
  balances: { relations: { unit: one('units', { foreignKey: 'unit_id', filterable: true }) } },
});
declare const v: boolean;`;
const firstLine = opening.split('\n').length;
const file = [
  opening,
  ...[...good, ...bad].map(
    ({ name, where, optional }, index) =>
      `export const w${index}: Where<'${name}', typeof schema> = ${printExpression(where, optional)};`,
  ),
].join('\n');

/** The shortest of some cases, which is the easiest to read. */
const shortest = (cases: readonly Case[]) =>
  cases
    .map(
      ({ name, breaks, where, optional }) =>
        `${breaks ?? 'right'}: Where<'${name}'> = ${printExpression(where, optional)}`,
    )
    .sort((one, two) => one.length - two.length)[0];

const accepts = ({ name, where, optional }: Case): boolean => {
  try {
    parseWhere(schema, name, where);
    parseWhere(schema, name, withoutOptional(where, optional));
    return true;
  } catch {
    return false;
  }
};

describe.each(['6.0', '7.0'] as const)(
  'TypeScript %s and the check before sending agree',
  { timeout: 120_000 },
  (version) => {
    const complained = new Set(complain(version, file).map(({ line }) => line - firstLine));

    it(`that ${COUNT} random filters are right`, () => {
      expect(shortest(good.filter((one) => !accepts(one)))).toBeUndefined();
      expect(shortest(good.filter((_, index) => complained.has(index)))).toBeUndefined();
    });

    it(`that ${COUNT} filters with one fault are wrong`, () => {
      expect(broken.size).toBe(14);
      expect(shortest(bad.filter(accepts))).toBeUndefined();
      expect(shortest(bad.filter((_, index) => !complained.has(COUNT + index)))).toBeUndefined();
    });
  },
);
