/** Thrown for a query that a syntax cannot express. */
export class NotExpressible extends Error {}

/** The fields and relations that an include selects; `fields` is `undefined` for the default fields. */
export function chosenOf(schema, resource, include = {}) {
  const { fields, relations } = schema[resource];
  const flags = Object.entries(include).filter(([name]) => Object.hasOwn(fields, name));
  const related = Object.entries(include)
    .filter(([name, value]) => Object.hasOwn(relations, name) && value !== false)
    .map(([name, value]) => {
      const isFiltered = typeof value === 'object' && value.where !== undefined;
      const inner = isFiltered ? value.include : value === true ? undefined : value;
      return {
        name,
        target: relations[name].target,
        include: inner,
        where: isFiltered ? value.where : undefined,
      };
    });
  const named = flags.map(([name]) => name);
  const plain = Object.keys(fields).filter((name) => !fields[name].computed);
  if (flags.length === 0) return { fields: undefined, related };
  return flags[0][1] === true
    ? { fields: ['id', ...named.filter((name) => name !== 'id')], related }
    : { fields: plain.filter((name) => !named.includes(name)), related };
}
