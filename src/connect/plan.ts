import type { ResolvedDialect } from '../dialect/dialect.js';
import { alternativesTo } from './alternatives.js';
import type { Model } from './model.js';
import type { Query } from './query.js';

/** How many queries tell an alternative from the dialect before further ones are less urgent. */
const OFTEN = 3;

/**
 * Orders queries so that a small number finds out the most: first what every client needs, then those that separate
 * the most alternatives that no earlier one separates, and what was asked about least.
 */
export function planQueries(queries: readonly Query[], model: Model, dialect: ResolvedDialect): Query[] {
  const separated = separations(queries, model, dialect);
  const covered = new Map<string, number>();
  const askedAbout = new Map<string, number>();
  const timesOf = (counts: ReadonlyMap<string, number>, key: string) => counts.get(key) ?? 0;
  const increase = (counts: Map<string, number>, key: string) => counts.set(key, timesOf(counts, key) + 1);
  const urgency = (query: Query): number => {
    if (query.isNeeded) return 1_000;
    const names = separated.get(query) ?? [];
    const gain = names.reduce(
      (sum, name) => sum + [16, 4, 1][Math.min(timesOf(covered, name), OFTEN)]! || 0,
      0,
    );
    const { about, resource } = query;
    return (
      gain + 12 / (1 + timesOf(askedAbout, about)) + 3 / (1 + timesOf(askedAbout, `${about} ${resource}`))
    );
  };
  const left = new Set(queries);
  const planned: Query[] = [];
  while (left.size > 0) {
    let best: Query | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const query of left) {
      const urgent = urgency(query);
      if (urgent > most) [best, most] = [query, urgent];
    }
    if (!best) break;
    left.delete(best);
    planned.push(best);
    for (const name of separated.get(best) ?? []) increase(covered, name);
    increase(askedAbout, best.about);
    increase(askedAbout, `${best.about} ${best.resource}`);
  }
  return planned;
}

/** The alternatives with which the mock answers each query differently. */
function separations(
  queries: readonly Query[],
  model: Model,
  dialect: ResolvedDialect,
): ReadonlyMap<Query, readonly string[]> {
  const usual = queries.map((query) => ({
    query,
    signature: model.signature(query, dialect),
    reads: model.reads(query, dialect),
  }));
  const names = new Map<Query, string[]>(queries.map((query) => [query, []]));
  for (const alternative of alternativesTo(dialect, [499])) {
    const changed = alternative.change(dialect);
    for (const { query, signature, reads } of usual)
      if (alternative.concerns(query, reads) && model.signature(query, changed) !== signature)
        names.get(query)?.push(`${alternative.setting} ${alternative.value}`);
  }
  return names;
}
