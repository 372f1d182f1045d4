import { own } from '../values/plain-object.js';

/** A sentence to append to a message, with a space before it. Empty if no name is near. */
export function didYouMean(wrong: string, names: readonly string[]): string {
  const near = nameElsewhere(wrong, names) ?? nearestName(wrong, names);
  return near === undefined ? '' : ` Did you mean \`${near}\`?`;
}

/** The name for what other libraries call `wrong`, such as `_nin` and `notInArray`. */
export function nameElsewhere<Name extends string>(
  wrong: string,
  names: readonly Name[],
): Name | undefined {
  const plain = wrong.toLowerCase().replaceAll(/[$_]/g, '');
  return names.find((name) => own<string>(namesElsewhere, name)?.split(' ').includes(plain));
}

/** What parameters, comparators and options are called in other libraries, in small letters. */
const namesElsewhere = {
  where: 'filter',
  include: 'select fields columns omit populate expand with depth',
  orderBy: 'sort order',
  take: 'limit first perpage pagesize',
  skip: 'offset page',
  eq: 'equals is',
  neq: 'not notequals',
  in: 'inarray',
  not_in: 'nin notinarray',
  gt: 'greaterthan',
  gte: 'greaterthanequal',
  lt: 'lessthan',
  lte: 'lessthanequal',
  like: 'startswith endswith',
  some: 'any',
  every: 'all',
  baseUrl: 'url',
  apiKey: 'key token',
  retry: 'retries maxretries maxnetworkretries',
  body: 'data json',
  query: 'params',
};

/**
 * The advice for a parameter that marks a row in other libraries, such as `after`; empty for other
 * names.
 *
 * @param where - What the parameter `where` is called.
 */
export function filterInstead(wrong: string, where: string | null = 'where'): string {
  const plain = wrong.toLowerCase().replaceAll('_', '');
  const isAfter = /^(after|cursor|startingafter)$/.test(plain);
  if (where === null || !(isAfter || /^(before|endingbefore)$/.test(plain))) return '';
  return `Use \`${where}: { created_at: { ${isAfter ? 'gt' : 'lt'}: … } }\`.`;
}

/** The name with the fewest edits from a misspelled one, ignoring case, if below the limit. */
export function nearestName(
  wrong: string,
  names: readonly string[],
  limit = wrong.length / 3 + 1,
): string | undefined {
  if (wrong.length > 64) return undefined;
  let nearest: string | undefined;
  let fewest = limit;
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
