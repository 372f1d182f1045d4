import { own } from './plain-object.js';

/** A sentence to append to a message, with a space before it. Empty if no name is near. */
export function didYouMean(wrong: string, names: readonly string[]): string {
  const near = nameElsewhere(wrong, names) ?? nearestName(wrong, names);
  return near === undefined ? '' : ` Did you mean \`${near}\`?`;
}

/** The name for what other libraries call `wrong`. */
export const nameElsewhere = <Name extends string>(
  wrong: string,
  names: readonly Name[],
): Name | undefined =>
  names.find((name) => own<readonly string[]>(namesElsewhere, name)?.includes(wrong));

/** What parameters of a query, comparators and options are called in other libraries. */
const namesElsewhere = {
  where: ['filter'],
  include: ['select', 'fields', 'populate'],
  orderBy: ['sort', 'order'],
  take: ['limit', 'first', 'perPage', 'pageSize'],
  skip: ['offset', 'page'],
  after: ['cursor'],
  eq: ['equals', 'is', 'isNull'],
  neq: ['not'],
  like: ['startsWith', 'endsWith'],
  some: ['any'],
  every: ['all'],
  baseUrl: ['url'],
  apiKey: ['key', 'token'],
  retry: ['retries', 'maxRetries'],
  body: ['data', 'json'],
} as const;

/** The name with the fewest edits from a misspelled one, ignoring case; fewer than `below`. */
export function nearestName(
  wrong: string,
  names: readonly string[],
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
 * The Levenshtein distance of two words. A substitution counts 1.5 instead of 1, so that `lke` is
 * nearer to `like` than to `lte`.
 */
function editDistance(from: string, to: string): number {
  let edits = Array.from(`.${to}`, (_, column) => column);
  for (const letter of from) {
    let diagonal = edits[0] ?? 0;
    let left = diagonal;
    edits = edits.map((above, column) => {
      const changed = diagonal + (letter === to[column - 1] ? 0 : 1.5);
      diagonal = above;
      left = Math.min(above + 1, column > 0 ? Math.min(left + 1, changed) : Infinity);
      return left;
    });
  }
  return edits.at(-1) ?? 0;
}
