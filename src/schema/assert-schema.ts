import { ConfigurationError } from '../errors/usage-errors.js';
import type { Resources } from './resources.js';

/** Segments that need no encoding and that no URL parser resolves, as it does `..`. */
const PATH = /^(?:\/[\w~-][\w.~-]*)+$/;

/** Names that `order_by` could not say, for want of its comma and colon, and names that lose their place in an object. */
const UNUSABLE = /^$|[,:]|^\d+$/;
const CURE = 'cannot be named in a query. Use letters, digits and underscores.';

const members = ['path', 'operations', 'fields', 'relations'];

/** @throws ConfigurationError for a member that no resource has: left out without a word, it would be missed much later. */
export function assertDefinitions(definitions: { readonly [name: string]: unknown }): void {
  for (const [name, given] of Object.entries(definitions)) {
    if (UNUSABLE.test(name) || name === '__proto__') throw new ConfigurationError(`schema.${name} ${CURE}`);
    if (typeof given !== 'object' || given === null)
      throw new ConfigurationError(`schema.${name} must be an object of ${members.join(', ')}.`);
    const unknown = Object.keys(given).find((member) => !members.includes(member));
    if (unknown !== undefined)
      throw new ConfigurationError(`schema.${name}.${unknown} is not one of ${members.join(', ')}.`);
  }
}

/** @throws ConfigurationError where a schema can't be right, with the path of what is wrong. */
export function assertSchema(schema: Resources): void {
  const paths = new Map<string, string>();
  for (const [name, { path, operations, fields, relations }] of Object.entries(schema)) {
    const refuse = (where: string, why: string) => {
      throw new ConfigurationError(`schema.${name}${where} ${why}`);
    };
    if (!fields || !Object.hasOwn(fields, 'id')) refuse('.fields', 'has no `id`. Add `id: uuid()`.');
    for (const [field, made] of Object.entries(fields)) {
      if (UNUSABLE.test(field)) refuse(`.fields.${field}`, CURE);
      if (typeof made?.kind !== 'string')
        refuse(`.fields.${field}`, 'is not a field. Make it with `string()`, `decimal()` and the like.');
    }
    if (fields.id?.nullable || fields.id?.computed) refuse('.fields.id', 'cannot be nullable or computed.');
    if (path !== undefined && !PATH.test(path))
      refuse(
        '.path',
        `must be made like \`/payment-plans\`, of slashes, letters, digits and \`-._~\`, not \`${path}\`.`,
      );
    const unknown = operations.find((operation) => operation !== 'get' && operation !== 'list');
    if (unknown !== undefined) refuse('.operations', `can hold 'get' and 'list', not '${unknown}'.`);
    if (path === undefined && operations.length > 0) refuse('', 'has operations but no `path`.');
    const twin = path === undefined ? undefined : paths.get(path);
    if (twin !== undefined) refuse('.path', `is that of \`${twin}\` too: \`${path}\`.`);
    if (path !== undefined) paths.set(path, name);
    for (const reserved of ['AND', 'OR']) {
      if (Object.hasOwn(fields, reserved) || Object.hasOwn(relations, reserved))
        refuse(`.${reserved}`, 'is a word of the query language. Choose another name.');
    }
    for (const [relation, { target, foreignKey }] of Object.entries(relations)) {
      if (UNUSABLE.test(relation) || relation === '__proto__') refuse(`.relations.${relation}`, CURE);
      if (Object.hasOwn(fields, relation))
        refuse(`.relations.${relation}`, 'has the name of a field. Choose another name.');
      if (!Object.hasOwn(schema, target))
        refuse(`.relations.${relation}`, `leads to \`${target}\`, which is not a resource of the schema.`);
      if (typeof foreignKey !== 'string' || foreignKey === '')
        refuse(`.relations.${relation}`, 'names no foreign key. Add `foreignKey`.');
    }
  }
}
