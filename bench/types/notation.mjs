/** An object literal of the parts that there are. */
export const object = (parts) => `{ ${parts.filter(Boolean).join(', ')} }`;

export const list = (items) => `[${items.join(', ')}]`;

export const quote = (value) => JSON.stringify(value);

/** Flags such as `name: true`. */
export const flags = (names, value) => names.map((name) => `${name}: ${value}`);

/** One query as a function, which reads its result on every level. */
export const asFunction = (index, expression, reads) => `export async function q${index}() {
  const rows = await ${expression};
  return [${reads.join(', ')}] as const;
}
`;

/**
 * Conditions as an object of objects, in the notation that most libraries share.
 *
 * @param options.operators - The library's words for `eq`, `neq`, `in`, `gt`, `lte`, `like`.
 * @param options.or - The library's word for OR.
 * @param options.bare - Writes a value that stands for equality; by default as it is.
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
