import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { streamNews } from '../../../src/inspector/server/stream-news.js';
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

/** Streams news to a connection; `set` changes them. */
function stream() {
  const connection = new Connection();
  let news = { number: 0, text: '' };
  let looks = 0;
  streamNews(connection as unknown as ServerResponse, () => {
    looks++;
    return JSON.stringify(news);
  });
  const set = (number: number, text = '') => {
    news = { number, text };
  };
  return { connection, set, looks: () => looks };
}

const numbersIn = (text: string) => eventsIn(text).map(({ data }) => (data as { number: number }).number);

describe('the event stream', () => {
  test('reports the news at the beginning, and their last state every 100 milliseconds', async () => {
    const { connection, set } = stream();
    expect(numbersIn(await connection.read())).toEqual([0]);
    set(1);
    set(2);
    vi.advanceTimersByTime(90);
    expect(await connection.read()).toBe('');
    vi.advanceTimersByTime(20);
    expect(numbersIn(await connection.read())).toEqual([2]);
  });

  test('sends a comment every 15 seconds, and nothing else if there is no news', async () => {
    const { connection } = stream();
    await connection.read();
    vi.advanceTimersByTime(14_800);
    expect(await connection.read()).toBe('');
    vi.advanceTimersByTime(400);
    expect(await connection.read()).toBe(':\n\n');
  });

  test('keeps no more than one event for a slow reader, who gets the newest state then', async () => {
    const { connection, set, looks } = stream();
    await connection.read();
    for (let number = 1; number <= 50; number++) {
      set(number, 'x'.repeat(3_000));
      vi.advanceTimersByTime(100);
    }
    expect(looks()).toBe(2);
    expect(connection.writableLength).toBeLessThan(4_000);
    expect(numbersIn(await connection.read())).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(numbersIn(await connection.read())).toEqual([50]);
  });

  test('stops when the connection is closed', async () => {
    const { connection, looks } = stream();
    await connection.read();
    vi.advanceTimersByTime(100);
    expect(looks()).toBe(2);
    connection.destroy();
    await once(connection, 'close');
    vi.advanceTimersByTime(1_000);
    expect(looks()).toBe(2);
  });
});
