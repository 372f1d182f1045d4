/** Members that are written under a condition, by their object: `...(v ? { gte: 'x' } : {})`. */
export type OptionalMembers = WeakMap<object, Set<string>>;

/** A value as the TypeScript expression that makes it. */
export function printExpression(value: unknown, optional?: OptionalMembers): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Date) return `new Date('${value.toISOString()}')`;
  if (Array.isArray(value))
    return `[${value.map((item) => printExpression(item, optional)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, member]) => {
      const text = `${key}: ${printExpression(member, optional)}`;
      return optional?.get(value)?.has(key) ? `...(v ? { ${text} } : {})` : text;
    })
    .join(', ')} }`;
}

/** The value if the condition is false. */
export function withoutOptional(value: unknown, optional: OptionalMembers): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutOptional(item, optional));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !optional.get(value)?.has(key))
      .map(([key, member]) => [key, withoutOptional(member, optional)]),
  );
}
