/** Where a client writes what it does; `console` is one. */
export interface Logger {
  /** Hears of each attempt. */
  debug(message: string): void;
  /** Hears of nothing. */
  info(message: string): void;
  /** Hears of each wait before another attempt. */
  warn(message: string): void;
  /** Hears of nothing: a call that fails says so itself. */
  error(message: string): void;
}

/** From talkative to silent. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'off'] as const;

/** How much is written: each attempt at `debug`, each wait before another attempt at `warn`. */
export type LogLevel = (typeof logLevels)[number];

/** Writes a line at its level. */
export type Log = (level: 'debug' | 'warn', line: () => string) => void;

/** A logger that keeps its level, and whose own failures are no failure of a call. */
export function createLog(logger: Logger | undefined, level: LogLevel): Log {
  return (at, line) => {
    if (!logger || logLevels.indexOf(at) < logLevels.indexOf(level)) return;
    try {
      logger[at](line());
    } catch {
      // what was asked of the service matters more
    }
  };
}
