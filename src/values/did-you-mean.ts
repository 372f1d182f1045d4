import { own } from './plain-object.js';

/**
 * A suggestion for a misspelled name, to be appended to an error message. Empty if no name is near.
 *
 * @example
 * didYouMean('nmae', ['name', 'symbol']) // => ' Did you mean `name`?'
 */
export function didYouMean(wrong: string, names: Iterable<string>): string {
  const all = [...names];
  const near = otherName(wrong, all) ?? nearestName(wrong, all);
  return near === undefined ? '' : ` Did you mean \`${near}\`?`;
}

/** The name that another one stands for in other libraries. */
export const otherName = <Name extends string>(other: string, names: readonly Name[]): Name | undefined =>
  names.find((name) => own(namesElsewhere, name)?.split(' ').includes(other));

/** What parameters of a query, comparators and options are called in other libraries. */
const namesElsewhere: { readonly [name: string]: string } = {
  where: 'filter',
  include: 'select fields populate',
  orderBy: 'sort order',
  take: 'limit first',
  pageSize: 'limit',
  skip: 'offset page',
  after: 'cursor',
  eq: 'equals isNull',
  neq: 'not',
  like: 'startsWith endsWith',
  gte: 'between',
  some: 'any',
  every: 'all',
  baseUrl: 'url',
  apiKey: 'token',
  retry: 'retries maxRetries',
};

/**
 * The name with the fewest edits from a misspelled one, ignoring case.
 *
 * @param below - The edits must be fewer than this. The default depends on the length of the name.
 */
export function nearestName(
  wrong: string,
  names: Iterable<string>,
  below = wrong.length / 3 + 1,
): string | undefined {
  if (wrong.length > 64) return undefined;
  let nearest: string | undefined;
  let fewest = below;
  for (const name of names) {
    const edits = editDistance(wrong.toLowerCase(), name.toLowerCase());
    if (edits < fewest) [nearest, fewest] = [name, edits];
  }
  return nearest;
}

/**
 * The Damerau-Levenshtein distance of two words. A substitution counts 1.5 instead of 1, so that `lke` is
 * nearer to `like` than to `lte`.
 */
function editDistance(from: string, to: string): number {
  const distances: number[][] = [];
  const at = (row: number, column: number) => distances[row]?.[column] ?? Infinity;
  for (let row = 0; row <= from.length; row++) {
    const current: number[] = [];
    distances.push(current);
    for (let column = 0; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const distance = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1.5),
        at(row - 2, column - 2) + (isSwapped ? 1 : 3),
      );
      current.push(row + column === 0 ? 0 : distance);
    }
  }
  return at(from.length, to.length);
}
