/** The name of a resource for the rows of a relation, such as `bankEntities` for `bank_entity`. */
export function resourceNameOf(relation: string, isMany: boolean): string {
  const name = relation.replace(/_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (isMany) return name;
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Such as `transaction_line_id` and `transaction_lines_id` for `transactionLines`. */
export function foreignKeysTo(resource: string): string[] {
  const snake = snakeCase(resource);
  const singulars = [
    snake.replace(/ies$/, 'y'),
    snake.replace(/(s|x|z|ch|sh)es$/, '$1'),
    snake.replace(/s$/, ''),
  ].filter((name) => name !== snake);
  return [...new Set([...singulars, snake])].map((name) => `${name}_id`);
}

export const isNamedAfter = (relation: string, resource: string): boolean =>
  [resource, snakeCase(resource)].includes(relation) ||
  foreignKeysTo(resource).includes(`${relation}_id`);

/** Such as `/bank-entities` and `/bank_entities` for `bankEntities`. */
export function pathsOf(resource: string): string[] {
  const snake = snakeCase(resource);
  return [...new Set([`/${snake.replaceAll('_', '-')}`, `/${snake}`])];
}
