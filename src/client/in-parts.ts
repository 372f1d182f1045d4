import { onAbort } from '../http/on-abort.js';

/** How many requests of one call are under way at most. */
const AT_ONCE = 4;

/**
 * Runs something for each part, a few at a time. Where one fails, the others are stopped.
 *
 * @param signal - Stops all of them.
 */
export async function inParts<Part, Result>(
  parts: readonly Part[],
  signal: AbortSignal,
  run: (part: Part, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const controller = new AbortController();
  const unwatch = onAbort(signal, () => controller.abort(signal.reason));
  const results: Result[] = [];
  const waiting = parts.entries();
  const work = async () => {
    for (const [index, part] of waiting) results[index] = await run(part, controller.signal);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    controller.abort(error);
    throw error;
  } finally {
    unwatch();
  }
  return results;
}
