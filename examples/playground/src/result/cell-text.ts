const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What stands in a cell: ids by their beginning, objects as JSON, everything else as it is. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return uuid.test(value) ? `${value.slice(0, 8)}…` : value;
  return JSON.stringify(value) ?? '';
}

/** Whether a value is written in the typeface of code. */
export const isCode = (value: unknown): boolean =>
  typeof value !== 'string' || uuid.test(value) || /^-?\d+(?:\.\d+)?$|^\d{4}-\d\d-\d\dT/.test(value);

/** Whether a value is a number or decimal text, which stand flush right. */
export const isAmount = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));
