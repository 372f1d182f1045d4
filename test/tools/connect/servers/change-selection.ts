import type { JsonObject, JsonValue, Resource } from 'payments-data-client';
import { resourceOf } from '../../../../src/schema/resources.js';
import { isPlainObject, own } from '../../../../src/values/plain-object.js';
import type { Change } from './changed-server.js';
import { changeQuery, readJson, type ServiceQuery, schema, withJson } from './service-query.js';

/** One level of an include. */
export interface IncludeLevel {
  readonly resource: Resource;
  /** How many relations are around it. */
  readonly depth: number;
  /** The flags of fields. */
  readonly flags: { readonly [property: string]: JsonValue };
  readonly relations: readonly IncludedRelation[];
  /** The names of relations whose flag is `false`. */
  readonly excluded: readonly string[];
}

/** A relation that is included. */
export interface IncludedRelation {
  readonly name: string;
  readonly where: JsonObject | undefined;
  readonly level: IncludeLevel;
}

/** The parts of an include that mean something else. */
export interface IncludeMeaning {
  /** The fields of a level. `usual` are those that the service returns without the change. */
  readonly fields?: (level: IncludeLevel, usual: readonly string[]) => readonly string[];
  readonly relations?: (level: IncludeLevel) => readonly IncludedRelation[];
}

/** The include of a query as a tree, also if there is none. */
export const readLevel = (query: ServiceQuery): IncludeLevel =>
  parseLevel(query.resource, readJson(query, 'include') ?? {}, 0);

/** A level without flags and relations. */
export const emptyLevel = (name: string, depth: number): IncludeLevel =>
  parseLevel(name, {}, depth);

function parseLevel(name: string, include: JsonObject, depth: number): IncludeLevel {
  const resource = resourceOf(schema, name);
  const entries = Object.entries(include);
  return {
    resource,
    depth,
    excluded: entries.flatMap(([key, value]) =>
      key in resource.relations && value === false ? [key] : [],
    ),
    flags: Object.fromEntries(entries.filter(([key]) => own(resource.fields, key))),
    relations: entries.flatMap(([key, value]) => {
      const relation = own(resource.relations, key);
      if (!relation || value === false) return [];
      const given = isPlainObject(value) ? value : {};
      const where = isPlainObject(given.where) ? given.where : undefined;
      const inner = where ? ((given.include ?? {}) as JsonObject) : given;
      return [{ name: key, where, level: parseLevel(relation.target, inner, depth + 1) }];
    }),
  };
}

/** Whether a level names fields. */
export const hasFlags = ({ flags }: IncludeLevel): boolean => Object.keys(flags).length > 0;

/** The fields that a level selects by the rules of the specification. */
function usualFields({ resource, flags }: IncludeLevel): string[] {
  const isInclusion = Object.values(flags).includes(true);
  return Object.entries(resource.fields)
    .filter(
      ([name, { computed }]) =>
        name === 'id' || (name in flags ? isInclusion : !isInclusion && !computed),
    )
    .map(([name]) => name);
}

/** Changes what includes mean: each is written with all the names that it selects. */
export const changeSelection = ({
  fields = (_, usual) => usual,
  relations = (level) => level.relations,
}: IncludeMeaning): Change => {
  const write = (level: IncludeLevel): JsonObject => ({
    id: true,
    ...Object.fromEntries(fields(level, usualFields(level)).map((name) => [name, true])),
    ...Object.fromEntries(
      relations(level).map(({ name, where, level: inner }) => [
        name,
        where ? { where, include: write(inner) } : write(inner),
      ]),
    ),
  });
  return changeQuery((query, { request, next }) =>
    next(withJson(request, query, { include: write(readLevel(query)) })),
  );
};
