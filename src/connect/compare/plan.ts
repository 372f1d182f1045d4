import type { ResolvedDialect } from '../../dialect/dialect.js';
import type { Query } from '../queries/query.js';
import { alternativesTo } from './alternatives.js';
import type { Model } from './model.js';

/** How urgent a query is that separates an alternative which none, one or two before it separate. */
const WEIGHTS = [16, 4, 1];

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
  while (planned.length < count) {
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

/** The queries, each with the alternatives that it separates: those with which the mock answers it differently. */
function candidatesOf(queries: readonly Query[], model: Model, dialect: ResolvedDialect) {
  const alternatives = alternativesTo(dialect, [499]).map(({ setting, value, change }) => ({
    name: `${setting} ${value}`,
    changed: change(dialect),
  }));
  return queries.map((query) => {
    const usual = model.signature(query, dialect);
    const separating = alternatives.filter(({ changed }) => model.signature(query, changed) !== usual);
    const topics = [`about ${query.about}`, `about ${query.about} of ${query.resource}`] as const;
    return { query, separated: separating.map(({ name }) => name), topics };
  });
}

type Candidate = ReturnType<typeof candidatesOf>[number];
