import module from 'sift';
import { sharedLoop } from '../six-filters.mjs';
import { mongoQueries } from './mongo-queries.mjs';

const { default: sift, createEqualsOperation } = module; // CommonJS

const compare = (holds) => (operand, owner, options) =>
  createEqualsOperation((value) => value !== null && holds(Number(value), operand), owner, options);

/** Decimal text is compared as floats by custom operations. */
const operations = {
  $above: compare((value, operand) => value > operand),
  $from: compare((value, operand) => value >= operand),
  $below: compare((value, operand) => value < operand),
};

export function createEngine({ rows, embedded, operands }) {
  const queries = mongoQueries(operands, {
    above: (number) => ({ balance: { $above: number } }),
    from: (number) => ({ balance: { $from: number } }),
    below: (number) => ({ balance: { $below: number } }),
    like: (text) => ({ $regex: text }),
  });
  return Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [
      name,
      () => sharedLoop(name === 'relation' ? embedded : rows.balances, sift(query, { operations })),
    ]),
  );
}
