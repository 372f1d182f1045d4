import type { SelectedRelation, SelectionNode } from '../query/include.js';
import type { Ordering } from '../query/order-by.js';
import { parseGetQuery, parseListQuery } from '../query-string/parse-query.js';
import type { JsonObject } from '../schema/field.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { own } from '../values/plain-object.js';
import { HttpError } from './http-error.js';
import { positionFilters } from './position-filters.js';

/** What a page asks for, checked on the schema of the page. */
export interface PageRequest {
  readonly resource: string;
  /** Of a single row; `undefined` for a list. */
  readonly id: string | undefined;
  readonly selection: SelectionNode;
  /** All of them must match; `after` and `before` are among them. */
  readonly filters: readonly JsonObject[];
  readonly order: readonly Ordering[];
  readonly take: number | undefined;
  readonly skip: number | undefined;
}

/**
 * Parses the request of a page. The path is read from its first `/v1/` on.
 *
 * @throws HttpError for another method than GET and for an unknown path.
 * @throws QueryError for a query that the schema of the page does not allow.
 */
export function parsePageRequest(request: Request, schema: Resources): PageRequest {
  if (request.method !== 'GET')
    throw new HttpError(405, `${request.method} is not allowed. Use GET.`, { Allow: 'GET' });
  const { pathname, search } = new URL(request.url);
  const { resource, id } = findResource(pathname, schema);
  const parse = id === undefined ? parseListQuery : parseGetQuery;
  const { selection, where, order, take, skip, after, before } = parse({
    search,
    schema,
    name: resource,
    allowed: [],
    recorded: {},
  });
  const filters = positionFilters(schema, { selection, order, after, before });
  if (where) filters.push(where);
  return { resource, id, selection, filters, order, take, skip };
}

function findResource(pathname: string, schema: Resources): Pick<PageRequest, 'resource' | 'id'> {
  const start = pathname.indexOf('/v1/');
  const path = start < 0 ? '' : pathname.slice(start + '/v1'.length);
  const find = (own: string, operation: 'get' | 'list') =>
    Object.keys(schema).find((name) => {
      const { path, operations } = resourceOf(schema, name);
      return path === own && operations.includes(operation);
    });
  const list = find(path, 'list'); // first: the last segment of `/transactions/lines` is no id
  if (list !== undefined) return { resource: list, id: undefined };
  const slash = path.lastIndexOf('/');
  const resource = find(path.slice(0, Math.max(slash, 0)), 'get');
  const id = decodeSegment(path.slice(slash + 1));
  if (resource !== undefined && id) return { resource, id };
  throw new HttpError(404, 'There is nothing at this path.');
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The resources whose rows a request reads, and how many relations it nests. */
export function reachedResources(schema: Resources, { resource, selection, filters }: PageRequest) {
  const names = new Set([resource]);
  let depth = 0;
  const visitWhere = (name: string, where: JsonObject, level: number) => {
    const { fields, relations } = resourceOf(schema, name);
    for (const [key, value] of Object.entries(where)) {
      if (own(fields, key)) continue;
      const relation = own(relations, key);
      if (relation) {
        names.add(relation.target);
        depth = Math.max(depth, level + 1);
      }
      // The value of AND and OR is an array of filters, and that of a to-many relation has
      // filters by quantifier.
      const inner = relation?.cardinality === 'one' ? [value] : Object.values(value ?? {});
      for (const filter of inner) visitWhere(relation?.target ?? name, filter, relation ? level + 1 : level);
    }
  };
  const visitRelations = (relations: readonly SelectedRelation[], level: number) => {
    for (const { relation, selection: related, where } of relations) {
      names.add(relation.target);
      depth = Math.max(depth, level);
      if (where) visitWhere(relation.target, where, level);
      visitRelations(related.relations, level + 1);
    }
  };
  for (const filter of filters) visitWhere(resource, filter, 0);
  visitRelations(selection.relations, 1);
  return { names, depth };
}
