/** The quantile of values: 0.5 is the median, 0.25 the lower quartile. */
export function quantile(values, part) {
  const sorted = values.filter((value) => value !== undefined).sort((left, right) => left - right);
  const place = (sorted.length - 1) * part;
  const below = Math.floor(place);
  return sorted[below] + (sorted[Math.ceil(place)] - sorted[below]) * (place - below);
}

export const median = (values) => quantile(values, 0.5);

/**
 * The ratio of each round's time to the base time of that round: the median and the quartiles, such as
 * `{ ratio: 1.31, low: 1.25, high: 1.4 }`.
 */
export function ratioOf(times, base) {
  const ratios = [];
  times.forEach((time, round) => {
    if (base[round] !== undefined) ratios.push(time / base[round]);
  });
  return { ratio: median(ratios), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
}

/** Two significant digits up to ten, whole numbers above. */
export function short(value) {
  if (!Number.isFinite(value)) return '–';
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  if (value >= 9.95) return value.toFixed(0);
  return value >= 0.995 ? value.toFixed(1) : value.toFixed(2);
}

/** Formats a ratio as `1.3× (1.2–1.4)`. */
export const showRatio = ({ ratio, low, high }) =>
  `${short(ratio)}× (${short(low)}–${short(high)})`;

/** Formats a duration with its unit. */
export const showTime = (milliseconds) =>
  milliseconds < 0.1 ? `${short(milliseconds * 1000)} µs` : `${short(milliseconds)} ms`;
