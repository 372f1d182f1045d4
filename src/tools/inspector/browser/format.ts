export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** The time of day in the time zone of the reader: `09:05:07.123`. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  const options = { hourCycle: 'h23', timeStyle: 'medium' } as const;
  return `${date.toLocaleTimeString('en-GB', options)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** The date and the time of a clock in UTC: `2026-01-01 00:00:00 UTC`. */
export const formatClock = (iso: string): string => iso.replace('T', ' ').replace(/Z$/, ' UTC');

export const formatDuration = (milliseconds: number): string =>
  milliseconds < 10
    ? `${milliseconds.toFixed(1)} ms`
    : `${formatCount(Math.round(milliseconds))} ms`;

export const formatBytes = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;

export const statusClass = (status = 500): string =>
  status >= 500 ? 'error' : status >= 400 ? 'warning' : status >= 300 ? 'soft' : 'good';
