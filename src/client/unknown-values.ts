import type { Log, Logger } from '../http/log.js';
import type { OnUnknownValue } from '../query/query-node.js';
import { didYouMean } from '../values/did-you-mean.js';

/** What happens to a value that the enumeration of a filter does not list. */
export const unknownValueModes = ['warn', 'reject', 'allow'] as const;

export type UnknownValues = (typeof unknownValueModes)[number];

/** The warnings that were logged: by logger, so that the variants of a client do not repeat them. */
const logged = new WeakMap<Logger, Set<string>>();

/**
 * Creates the function that is called with each unknown value. A value near no known one is probably new at the
 * service, so there is no warning about it.
 */
export function createUnknownValueCheck(
  mode: UnknownValues = 'warn',
  logger: Logger,
  log: Log,
  redact: (text: string) => string,
): OnUnknownValue | undefined {
  if (mode === 'allow') return undefined;
  const known = logged.get(logger) ?? new Set();
  logged.set(logger, known);
  return (value, values, node) => {
    const hint = didYouMean(value, values);
    const problem = `'${value}' is not a known value.${hint || ` Use ${values.join(', ')}.`}`;
    if (mode === 'reject') throw node.error(problem);
    if (!hint || known.has(problem)) return;
    log('warn', () => {
      known.add(problem);
      return redact(`${node.path}: ${problem}`);
    });
  };
}
