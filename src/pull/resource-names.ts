/**
 * The name of a resource for the rows of a relation, in the plural and in camel case.
 *
 * @example
 * resourceNameOf('bank_entity') // => 'bankEntities'
 */
export const resourceNameOf = (relation: string): string =>
  pluralOf(relation.replace(/_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase()));

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/**
 * The names that a foreign key to a resource may have.
 *
 * @example
 * foreignKeysTo('transactionLines') // => ['transaction_line_id', 'transactionLines_id', …]
 */
export function foreignKeysTo(resource: string): string[] {
  const snake = snakeCase(resource);
  const singulars = [
    snake.replace(/ies$/, 'y'),
    snake.replace(/(s|x|z|ch|sh)es$/, '$1'),
    snake.replace(/s$/, ''),
    snake,
  ];
  return [...new Set(singulars.filter((name, index) => index === 3 || name !== snake))].map(
    (name) => `${name}_id`,
  );
}

/** The spellings of a name that a service may use. */
export const spellingsOf = (name: string): string[] => [...new Set([name, snakeCase(name)])];

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether a relation is named after a resource, such as `unit` or `units` after `units`. */
export const isNamedAfter = (relation: string, resource: string): boolean =>
  spellingsOf(resource).includes(relation) || foreignKeysTo(resource).includes(`${relation}_id`);
