import type { Logger } from '../http/request-state.js';
import type { OnUnknownValue } from '../query/query-node.js';
import { didYouMean } from '../values/did-you-mean.js';

/** What happens to a value that the enumeration of a filter does not list. */
export const unknownValueModes = ['warn', 'reject', 'allow'] as const;

export type UnknownValues = (typeof unknownValueModes)[number];

/** The warnings that were logged: by logger, so that the variants of a client do not repeat them. */
const logged = new WeakMap<Logger, Set<string>>();

/** For each logger, so that values of users neither fill the log nor the memory. */
const MOST_WARNINGS = 100;

/**
 * Creates the function that is called with each unknown value in a query of a path. A value near no known one is
 * probably new at the service, so there is no warning about it.
 */
export function createUnknownValueCheck(
  mode: UnknownValues = 'warn',
  logger: Logger,
  warn: (line: () => string) => void,
): (path: string) => OnUnknownValue {
  const known = logged.get(logger) ?? new Set();
  logged.set(logger, known);
  return (path) => (value, values, node) => {
    const hint = didYouMean(value, values);
    const problem = `'${value}' is not a known value.${hint || ` Use ${values.join(', ')}.`}`;
    if (mode === 'reject')
      throw node.error(`${problem} Add values with extendSchema() or the command \`connect\`.`);
    if (mode === 'allow' || !hint || known.has(problem) || known.size === MOST_WARNINGS) return;
    warn(() => {
      known.add(problem);
      return `GET /v1${path}: ${node.path}: ${problem}`;
    });
  };
}
