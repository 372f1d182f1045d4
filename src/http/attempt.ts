import { parseResponse } from './answer.js';
import type { KeyRing } from './api-key.js';
import { type Exchange, exchange } from './exchange.js';
import type { Log } from './log.js';
import type { CallState } from './ongoing-call.js';
import { discardBody } from './read-body.js';
import type { HttpResult } from './request.js';

/** What the attempts of one call have in common. */
export interface Attempts extends Pick<Exchange, 'fetch' | 'middleware'> {
  /** Counts the attempts. */
  readonly call: CallState;
  readonly keys: KeyRing;
  readonly search: string;
  readonly log: Log;
}

/**
 * Makes the attempts of one call: each sends the request and reads its answer to the end. After a 401 the key is asked for
 * once more, and another one is tried at once.
 */
export function createAttempts({ call, keys, search, log, fetch, middleware }: Attempts) {
  let { renewable } = keys;

  const send = async (request: Request, key: string | null, signal: AbortSignal): Promise<Response> => {
    signal.throwIfAborted();
    call.attempts++;
    const began = Date.now();
    const end = (how: string | number) =>
      log('debug', () => {
        const asked = call.redact(readable(search)).slice(0, 1_000); // in this order: no part of a key is left
        return `${call.method} ${call.path}${asked} ${how} in ${Date.now() - began} ms`;
      });
    try {
      const response = await exchange(request, key, { call, fetch, middleware, signal });
      end(response.status);
      return response;
    } catch (error) {
      end('failed');
      throw error;
    }
  };

  return async (request: Request, signal: AbortSignal): Promise<HttpResult> => {
    const key = await keys.next();
    const again = renewable ? request.clone() : request;
    let response = await send(request, key, signal);
    if (response.status === 401 && renewable) {
      renewable = false;
      const other = await keys.next();
      if (other !== key) {
        discardBody(response); // the next answer counts
        response = await send(again, other, signal);
      }
    }
    return parseResponse(response, call);
  };
}

/** A query as one reads it. */
const readable = (search: string): string => search && `?${decodeURIComponent(search)}`;
