import { Query } from 'mingo';
import { sharedLoop } from '../six-filters.mjs';
import { mongoQueries } from './mongo-queries.mjs';

/** Decimal text is converted to floats by an expression. */
const compare = (operator, number) => ({
  $expr: { [operator]: [{ $toDouble: '$balance' }, number] },
});

/** Embedded rows cannot use expressions. They have a column of floats, which is an easier task. */
export function createEngine({ rows, embedded, operands }) {
  const queries = mongoQueries(operands, {
    above: (number) => compare('$gt', number),
    from: (number) => compare('$gte', number),
    below: (number) => compare('$lt', number),
    embedded: (number) => ({ float: { $lt: number } }),
    like: (text) => new RegExp(text),
  });
  return Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [
      name,
      () => {
        const compiled = new Query(query);
        return sharedLoop(name === 'relation' ? embedded : rows.balances, (row) =>
          compiled.test(row),
        );
      },
    ]),
  );
}
