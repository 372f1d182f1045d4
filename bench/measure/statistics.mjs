function quantile(values, part) {
  const sorted = [...values].sort((left, right) => left - right);
  const place = (sorted.length - 1) * part;
  const below = Math.floor(place);
  return sorted[below] + (sorted[Math.ceil(place)] - sorted[below]) * (place - below);
}

/** The time without disturbance: the 5th percentile, which differs least between runs. */
export const undisturbed = (times) => quantile(times, 0.05);

/** How many times as long one takes as the other. */
export const ratioOf = (times, base) => undisturbed(times) / undisturbed(base);

/** Three significant digits up to 100, whole numbers above. */
export function short(value) {
  if (!Number.isFinite(value)) return '–';
  if (value >= 99.5) return Math.round(value).toLocaleString('en-US');
  return value >= 9.95 ? value.toFixed(1) : value.toFixed(2);
}

export const showRatio = (ratio) => `${short(ratio)}×`;

/** Formats the undisturbed time with its unit. */
export function showTime(times) {
  const milliseconds = undisturbed(times);
  return milliseconds < 1 ? `${short(milliseconds * 1000)} µs` : `${short(milliseconds)} ms`;
}
