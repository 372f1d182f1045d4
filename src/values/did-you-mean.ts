/**
 * A suggestion for a misspelled name, to be appended to an error message. Empty if no name is near.
 *
 * @example
 * didYouMean('nmae', ['name', 'symbol']) // => ' Did you mean `name`?'
 */
export function didYouMean(wrong: string, names: Iterable<string>): string {
  const near = nearestName(wrong, names);
  return near === undefined ? '' : ` Did you mean \`${near}\`?`;
}

/**
 * The name with the fewest edits from a misspelled one, ignoring case.
 *
 * @param below - The edits must be fewer than this. The default depends on the length of the name.
 */
export function nearestName(
  wrong: string,
  names: Iterable<string>,
  below = Math.ceil(wrong.length / 3) + 1,
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
 * The Damerau-Levenshtein distance of two words. A substitution counts 1.5 instead of 1, so that `lke` is nearer to `like`
 * than to `lte`.
 */
function editDistance(from: string, to: string): number {
  let older: number[] = [];
  let old = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let edits = Math.min(
        at(old, column) + 1,
        at(current, column - 1) + 1,
        at(old, column - 1) + (same ? 0 : 1.5),
      );
      const exchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (exchanged && row > 1 && column > 1) edits = Math.min(edits, at(older, column - 2) + 1);
      current.push(edits);
    }
    [older, old] = [old, current];
  }
  return at(old, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
