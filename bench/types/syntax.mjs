/** An object literal of the non-empty parts. */
export const object = (parts) => `{ ${parts.filter(Boolean).join(', ')} }`;

export const list = (items) => `[${items.join(', ')}]`;

export const quote = (value) => JSON.stringify(value);

/** Flags such as `name: true`. */
export const flags = (names, value) => names.map((name) => `${name}: ${value}`);

/** A query as a function that reads its result at every level. */
export const asFunction = (index, expression, reads) => `export async function q${index}() {
  const rows = await ${expression};
  return [${reads.join(', ')}] as const;
}
`;

/**
 * Conditions as nested objects, in the syntax that most libraries share.
 *
 * @param options.operators - The library's names for `eq`, `neq`, `in`, `gt`, `lte`, `like`.
 * @param options.or - The library's name for OR.
 * @param options.bare - Prints a bare value that means equality; unchanged by default.
 */
export function whereObject(conditions, { operators, or, bare = (value) => value }) {
  const write = (condition) => {
    if (condition.or) return `${or}: ${list(condition.or.map((one) => object([write(one)])))}`;
    const { field, operator, value } = condition;
    return operator === 'bare'
      ? `${field}: ${bare(quote(value))}`
      : `${field}: { ${operators[operator]}: ${quote(value)} }`;
  };
  return object(conditions.map(write));
}
