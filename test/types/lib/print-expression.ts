/** A value as the TypeScript expression that makes it. */
export function printExpression(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Date) return `new Date('${value.toISOString()}')`;
  if (Array.isArray(value)) return `[${value.map(printExpression).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, member]) => `${key}: ${printExpression(member)}`)
    .join(', ')} }`;
}
