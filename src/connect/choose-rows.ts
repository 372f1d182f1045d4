import type { Row } from './read-pages.js';

/** Longer text is a value of its own in each row. */
const MAX_TEXT = 40;

/** What a row can show that others do not: its nulls, its short values, and whether its numbers are negative. */
function featuresOf(row: Row): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const text = JSON.stringify(value);
    const sign = /^"?-/.test(text) ? ['-'] : [];
    const empty = ['""', '{}', '[]', '0'].includes(text) ? [text] : [];
    const short = text.length <= MAX_TEXT ? [text] : [];
    return [value === null ? 'null' : typeof value, ...sign, ...empty, ...short].map(
      (one) => `${name} ${one}`,
    );
  });
}

/** Chooses rows that differ as much as possible, so that every value of an enumeration and every null is among them. */
export function chooseRows(rows: readonly Row[], count: number): Row[] {
  const seen = new Set<string>();
  const left = rows.map((row) => ({ row, features: featuresOf(row) }));
  const chosen: Row[] = [];
  while (chosen.length < count && left.length > 0) {
    let best = 0;
    let most = -1;
    for (const [index, { features }] of left.entries()) {
      const added = features.filter((feature) => !seen.has(feature)).length;
      if (added > most) [best, most] = [index, added];
    }
    const [next] = left.splice(best, 1);
    if (!next) break;
    chosen.push(next.row);
    for (const feature of next.features) seen.add(feature);
  }
  return chosen;
}
