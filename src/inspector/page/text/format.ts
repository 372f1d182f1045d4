/**
 * A number with separators.
 *
 * @example
 * formatCount(1234) // => '1,234'
 */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** The time of day in the time zone of the reader, such as `09:05:07.123`. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const two = (number: number) => String(number).padStart(2, '0');
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${milliseconds}`;
}

/** The date and the time of a clock in UTC, such as `2026-01-01 00:00:00 UTC`. */
export const formatClock = (iso: string): string => iso.replace('T', ' ').replace(/Z$/, ' UTC');

/**
 * A duration.
 *
 * @example
 * formatDuration(12.345) // => '12 ms'
 */
export const formatDuration = (milliseconds: number): string =>
  milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${formatCount(Math.round(milliseconds))} ms`;

/**
 * A size.
 *
 * @example
 * formatBytes(2048) // => '2.0 kB'
 */
export const formatBytes = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;

/** The class of a status for its color. */
export const statusClass = (status: number | undefined): string => {
  if (status === undefined || status >= 500) return 'error';
  if (status >= 400) return 'warning';
  return status >= 300 ? 'soft' : 'good';
};
