import type { JsonObject } from '../../schema/field.js';

/** Longer text is a value of its own in each row. */
const MAX_TEXT = 40;

/** What a row can show that others do not: its nulls, its short values, and whether its numbers are negative. */
function featuresOf(row: JsonObject): string[] {
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
export function mostVaried<Row extends JsonObject>(rows: readonly Row[], count: number): Row[] {
  const seen = new Set<string>();
  const left = rows.map((row) => ({ row, features: featuresOf(row) }));
  const chosen = new Set<Row>();
  while (chosen.size < count && left.length > 0) {
    const added = left.map(({ features }) => features.filter((feature) => !seen.has(feature)).length);
    const [next] = left.splice(added.indexOf(Math.max(...added)), 1);
    if (!next) break;
    chosen.add(next.row);
    for (const feature of next.features) seen.add(feature);
  }
  return rows.filter((row) => chosen.has(row));
}
