import type { ResolvedDialect } from '../dialect/dialect.js';
import { alternativesTo } from './alternatives.js';
import type { Model } from './model.js';
import type { Query } from './query.js';

/** How urgent a query is that separates an alternative which none, one or two before it separate. */
const WEIGHTS = [16, 4, 1];

/** A query, the alternatives that it separates, and what was asked before. */
interface Candidate {
  readonly query: Query;
  readonly separated: readonly string[];
  /** What it is about, and that with the resource. */
  readonly topics: readonly [string, string];
}

/**
 * Chooses queries so that a small number finds out the most: first what every client needs, then those that separate
 * the most alternatives that no earlier one separates, and what was asked about least.
 *
 * @returns The chosen ones in their order, and the others.
 */
export function planQueries(
  queries: readonly Query[],
  model: Model,
  dialect: ResolvedDialect,
  count: number,
): { readonly planned: Query[]; readonly others: Query[] } {
  const left = new Set(candidatesOf(queries, model, dialect));
  const times = new Map<string, number>();
  const timesOf = (key: string) => times.get(key) ?? 0;
  const urgency = ({ query, separated, topics: [about, both] }: Candidate): number => {
    if (query.isNeeded) return 1_000;
    const gain = separated.reduce((sum, name) => sum + (WEIGHTS[timesOf(name)] ?? 0), 0);
    return gain + 12 / (1 + timesOf(about)) + 8 / (1 + timesOf(both));
  };
  const planned: Query[] = [];
  while (left.size > 0 && planned.length < count) {
    let best: Candidate | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const candidate of left) {
      const urgent = urgency(candidate);
      if (urgent > most) [best, most] = [candidate, urgent];
    }
    if (!best) break;
    left.delete(best);
    planned.push(best.query);
    for (const key of [...best.separated, ...best.topics]) times.set(key, timesOf(key) + 1);
  }
  return { planned, others: [...left].map(({ query }) => query) };
}

/** Finds the alternatives with which the mock answers each query differently. */
function candidatesOf(queries: readonly Query[], model: Model, dialect: ResolvedDialect): Candidate[] {
  const alternatives = alternativesTo(dialect, [499]).map(({ setting, value, change }) => ({
    name: `${setting} ${value}`,
    changed: change(dialect),
  }));
  return queries.map((query) => {
    const usual = model.signature(query, dialect);
    return {
      query,
      separated: alternatives.flatMap(({ name, changed }) =>
        model.signature(query, changed) === usual ? [] : [name],
      ),
      topics: [`about ${query.about}`, `about ${query.about} of ${query.resource}`],
    };
  });
}
