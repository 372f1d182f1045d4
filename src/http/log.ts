/** Where the client writes its log lines; `console` fits. */
export interface Logger {
  /** Called after each attempt. */
  debug(message: string): void;
  /** Unused; present so that `console` fits. */
  info(message: string): void;
  /** Called before each retry, and for a value of a filter that looks misspelled. */
  warn(message: string): void;
  /** Unused: a failed call throws its error. */
  error(message: string): void;
}

/** From the most to the fewest lines. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'off'] as const;

/**
 * The lowest level that is written: `debug` has a line for each attempt, `warn` one for each retry and each
 * warning about a query.
 */
export type LogLevel = (typeof logLevels)[number];

export type Log = (level: 'debug' | 'warn', line: () => string) => void;

/** Applies a log level to a logger. An error of the logger does not fail the call. */
export function createLog(logger: Logger, level: LogLevel): Log {
  return (at, line) => {
    if (logLevels.indexOf(at) < logLevels.indexOf(level)) return;
    try {
      logger[at](line());
    } catch {
      // the request matters more than its log line
    }
  };
}
