import { comparators } from '../../../schema/kinds.js';
import type { Query } from './query.js';

/** A query that may be asked. */
export interface Candidate {
  readonly query: Query;
  /** The alternatives of the dialect with which the mock answers it differently. */
  readonly separated: readonly string[];
}

/**
 * How urgent a query is that separates an alternative which none, one or two before it separate.
 */
const WEIGHTS = [16, 4, 1];

/**
 * Chooses queries so that a small number finds out the most: first what every client needs, then
 * those that separate the most alternatives that no earlier one separates, and what was asked about
 * least.
 *
 * @returns The chosen ones in their order, and the others.
 */
export function planQueries(
  candidates: readonly Candidate[],
  count: number,
): { readonly planned: Query[]; readonly others: Query[] } {
  const left = new Set(candidates);
  const times = new Map<string, number>();
  const timesOf = (key: string) => times.get(key) ?? 0;
  const urgency = ({ query, separated }: Candidate): number => {
    if (query.isNeeded) return 1_000;
    const [line, about, both] = countedKeys(query);
    const gain = separated.reduce((sum, name) => sum + (WEIGHTS[timesOf(name)] ?? 0), 0);
    return gain + 12 / (1 + timesOf(line)) + 12 / (1 + timesOf(about)) + 8 / (1 + timesOf(both));
  };
  const bounds = new Map<Candidate, number>(); // what was planned since makes no query more urgent
  const planned: Query[] = [];
  while (planned.length < count) {
    let best: Candidate | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const candidate of left) {
      if ((bounds.get(candidate) ?? Number.POSITIVE_INFINITY) <= most) continue;
      const urgent = urgency(candidate);
      bounds.set(candidate, urgent);
      if (urgent > most) [best, most] = [candidate, urgent];
    }
    if (!best) break;
    left.delete(best);
    planned.push(best.query);
    for (const key of [...best.separated, ...countedKeys(best.query)])
      times.set(key, timesOf(key) + 1);
  }
  return { planned, others: [...left].map(({ query }) => query) };
}

/** What a query is about: of any relation, of its relation and of its resource. */
const countedKeys = ({ about, resource }: Query) => {
  const line = about.replace(/ \((\w+)\)$/, (end, name: string) =>
    Object.hasOwn(comparators, name) ? end : '',
  );
  return [`line ${line}`, `about ${about}`, `about ${about} of ${resource}`] as const;
};
