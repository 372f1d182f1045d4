const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The text of a table cell: the first digits of an id, JSON for an object, and the value itself otherwise. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return uuid.test(value) ? `${value.slice(0, 8)}…` : value;
  return JSON.stringify(value) ?? '';
}

/** Whether a value is shown in a monospaced font. */
export const isCode = (value: unknown): boolean =>
  typeof value !== 'string' ||
  uuid.test(value) ||
  /^-?\d+(?:\.\d+)?$|^\d{4}-\d\d-\d\dT/.test(value);

/** Whether a value is a number or a decimal string, which are aligned right. */
export const isAmount = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value));
