import { ConfigurationError } from '../errors/usage-errors.js';
import { didYouMean } from '../values/did-you-mean.js';
import type { Probe } from './probe.js';

/** The chosen probes, and those that they depend on. */
export interface ProbeSelection {
  /** In the order of the table. */
  readonly probes: readonly Probe[];
  /** Whether a probe was chosen itself. */
  readonly isChosen: (id: string) => boolean;
}

/**
 * Selects probes by patterns, in which `*` stands for any text.
 *
 * @param patterns - If there are none, all probes are selected.
 * @throws ConfigurationError for a pattern that matches no probe, with the nearest id.
 */
export function selectProbes(all: readonly Probe[], patterns: readonly string[]): ProbeSelection {
  if (patterns.length === 0) return { probes: all, isChosen: () => true };
  const isChosen = matcherOf(all, patterns);
  const needed = new Set<string>();
  const add = (id: string): void => {
    if (needed.has(id)) return;
    needed.add(id);
    for (const other of all.find((probe) => probe.id === id)?.dependsOn ?? []) add(other);
  };
  for (const { id } of all) if (isChosen(id)) add(id);
  return { probes: all.filter(({ id }) => needed.has(id)), isChosen };
}

/**
 * Returns a function that says whether an id matches one of the patterns, in which `*` stands for any text.
 *
 * @throws ConfigurationError for a pattern that matches no probe, with the nearest id.
 */
export function matcherOf(all: readonly Probe[], patterns: readonly string[]): (id: string) => boolean {
  const ids = all.map(({ id }) => id);
  const expressions = patterns.map((pattern) => {
    const expression = toRegExp(pattern);
    if (ids.some((id) => expression.test(id))) return expression;
    const hint = didYouMean(pattern, ids) || ` Use an area such as ${areasOf(all)}.`;
    throw new ConfigurationError(`\`${pattern}\` matches no probe.${hint}`);
  });
  return (id) => expressions.some((expression) => expression.test(id));
}

const toRegExp = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

/** The area of a probe: `where.in` -> `where`. */
export const areaOf = (id: string): string => id.slice(0, id.indexOf('.'));

const areasOf = (all: readonly Probe[]): string =>
  [...new Set(all.map(({ id }) => `'${areaOf(id)}.*'`))].join(', ');
