import { redactText } from '../values/redact.js';
import type { ClientKeys } from './api-key.js';

/** What a call has done so far, with all its requests. */
export interface CallProgress {
  /** The most attempts of one of them. */
  attempts: number;
  /** The functions of the application that the call waits for, such as `apiKey()`. */
  readonly pending: string[];
}

export interface RequestLine {
  /** Upper case. */
  readonly method: string;
  /** Without a query. */
  readonly url: string;
  /** The end of the URL, with the version: `/v1/balances`. */
  readonly path: string;
  readonly call?: CallProgress | undefined;
}

/**
 * One request with all its attempts: what errors and log lines may show of it, and its API keys,
 * which no property holds.
 */
export type RequestState = ReturnType<typeof createRequestState>;

export function createRequestState(
  { method, url, path, call = { attempts: 0, pending: [] } }: RequestLine,
  keys: ClientKeys,
) {
  const usedKeys = new Set<string>();
  const redact = (text: string): string => redactText(text, [...keys.known, ...usedKeys]);
  return {
    method,
    attempts: 0,
    call,
    pending: call.pending,
    repeatsKey: false,
    redact,
    get hasKey(): boolean {
      return usedKeys.size > 0;
    },
    /** Redacted, because the caller may have passed a key as an id. */
    get path(): string {
      return redact(path);
    },
    get url(): string {
      return redact(url);
    },
    async nextKey(rejectedKey?: string): Promise<string | null> {
      call.pending.push('`apiKey()`');
      try {
        const key = await keys.next(rejectedKey);
        if (key !== null) usedKeys.add(key);
        return key;
      } finally {
        call.pending.pop();
      }
    },
  };
}

/** Where the client writes its log lines, such as `console`. */
export interface Logger {
  /** Called after each attempt. */
  debug(message: string): void;
  /** Called if a key function replaces a key that the service rejected. */
  info(message: string): void;
  /** Called before each retry, and for a value of a filter that looks misspelled. */
  warn(message: string): void;
  /** Unused: a failed call throws its error. */
  error(message: string): void;
}

/** From the most to the fewest lines. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'off'] as const;

/**
 * The lowest level that is written: `debug` has a line for each attempt, `info` one for each
 * replaced API key, `warn` one for each retry and each warning about a query.
 */
export type LogLevel = (typeof logLevels)[number];

export type Log = (level: 'debug' | 'info' | 'warn', line: () => string) => void;

/**
 * Applies a log level to a logger, and redacts its lines. An error of the logger does not fail the
 * call.
 */
export function createLog(logger: Logger, level: LogLevel, redact: (line: string) => string): Log {
  return (at, line) => {
    if (logLevels.indexOf(at) < logLevels.indexOf(level)) return;
    try {
      logger[at](redact(line()));
    } catch {
      // the request matters more than its log line
    }
  };
}
