import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangeEvent, RequestSummary } from '../../../../src/mock/server/inspector/protocol.js';
import { RequestLog } from '../../../../src/mock/server/inspector/request-log.js';
import { streamEvents } from '../../../../src/mock/server/inspector/stream-events.js';
import { eventsIn } from './read-events.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection whose reader reads nothing until `read` is called. */
class Connection extends Writable {
  readonly #waiting: (() => void)[] = [];
  text = '';

  constructor() {
    super({ highWaterMark: 2_000, decodeStrings: false });
  }

  override _write(chunk: string, _: string, done: () => void): void {
    this.#waiting.push(() => {
      this.text += chunk;
      done();
    });
  }

  /** Reads what was sent up to now, and returns it. */
  async read(): Promise<string> {
    this.text = '';
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      next();
      await Promise.resolve();
    }
    return this.text;
  }
}

/** Streams the events of a log to a connection. */
function stream() {
  const log = new RequestLog();
  const connection = new Connection();
  let summaries = 0;
  const summary = (id: number) => ({ id, path: '/x'.repeat(50) }) as unknown as RequestSummary;
  streamEvents(connection as unknown as ServerResponse, {
    log,
    summarize: (id) => {
      summaries++;
      return summary(id);
    },
    change: () => ({ revision: 1 }) as ChangeEvent,
    resets: () => 0,
    write: (data) => JSON.stringify(data),
  });
  const add = (count: number) => {
    for (let index = 0; index < count; index++)
      log.add({
        method: 'GET',
        target: '/',
        rawHeaders: [],
        requestBody: undefined,
        response: undefined,
        time: 0,
        milliseconds: 0,
      });
  };
  return { log, connection, add, summaries: () => summaries };
}

const namesIn = (text: string) => eventsIn(text).map(({ event, id }) => [event, id]);

describe('the event stream', () => {
  test('reports requests together, every 100 milliseconds', async () => {
    const { connection, add } = stream();
    await connection.read();
    add(3);
    vi.advanceTimersByTime(90);
    expect(await connection.read()).toBe('');
    vi.advanceTimersByTime(20);
    expect(eventsIn(await connection.read())).toMatchObject([
      { event: 'request', id: 3, data: [{ id: 1 }, { id: 2 }, { id: 3 }] },
    ]);
  });

  test('sends a comment every 15 seconds, and nothing else if there is no news', async () => {
    const { connection } = stream();
    expect(namesIn(await connection.read())).toEqual([['change', undefined]]);
    vi.advanceTimersByTime(14_800);
    expect(await connection.read()).toBe('');
    vi.advanceTimersByTime(400);
    expect(await connection.read()).toBe(':\n\n');
  });

  test('keeps no more than one batch for a slow reader, who then loads the list again', async () => {
    const { connection, add, summaries } = stream();
    await connection.read();
    for (let tick = 0; tick < 50; tick++) {
      add(400);
      vi.advanceTimersByTime(100);
    }
    expect(summaries()).toBe(400);
    expect(connection.writableLength).toBeLessThan(100_000);
    expect(namesIn(await connection.read())).toEqual([['request', 400]]);
    vi.advanceTimersByTime(100);
    expect(namesIn(await connection.read())).toEqual([['overflow', 20_000]]);
    add(1);
    vi.advanceTimersByTime(100);
    expect(namesIn(await connection.read())).toEqual([['request', 20_001]]);
  });

  test('stops when the connection is closed', async () => {
    const { connection, add, summaries } = stream();
    await connection.read();
    connection.destroy();
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(connection.closed).toBe(true);
    add(3);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(summaries()).toBe(0);
  });
});
