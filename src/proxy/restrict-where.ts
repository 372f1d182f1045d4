import { QueryError } from '../errors/usage-errors.js';
import type { Quantifier } from '../query/comparators.js';
import type { JsonObject } from '../schema/field.js';
import type { Relation } from '../schema/relation.js';
import { type Resources, resourceOf } from '../schema/resources.js';
import { memberPath } from '../values/member-path.js';
import { own, setMember } from '../values/plain-object.js';

/** Which rows of a resource a session may see: all, none, or those that match a filter. */
export type Visibility = boolean | JsonObject;

/** What a query is restricted with. */
export interface RestrictOptions {
  /** The resources that a page may ask for. */
  readonly schema: Resources;
  /** Which rows of a resource are visible. */
  readonly visibilityOf: (resource: string) => Visibility;
}

/** A filter that matches no row (`false`), every row (`true`), or those of an object that can be sent. */
type Restricted<Filter = JsonObject> = boolean | Filter;

/**
 * Restricts a checked filter, so that hidden related rows cannot influence its result: the visibility of a
 * resource is added wherever the filter looks at its rows. The rows of the resource itself are not
 * restricted; see {@link both}.
 *
 * @param path - Where the filter is in the query, for messages.
 * @throws QueryError for `every` on a resource of which only some rows are visible: the query language has no
 * negation, so that "every visible row matches" cannot be expressed.
 */
export function restrictWhere(
  options: RestrictOptions,
  resource: string,
  where: JsonObject,
  path: string,
): Restricted {
  const { fields, relations } = resourceOf(options.schema, resource);
  const json: JsonObject = {};
  for (const [key, value] of Object.entries(where)) {
    if (own(fields, key)) {
      setMember(json, key, value);
      continue;
    }
    const at = memberPath(path, key);
    const relation = own(relations, key);
    const member = relation
      ? restrictRelation(options, relation, value as JsonObject, at) // by the check
      : // AND and OR are the only other names.
        restrictGroup(options, resource, key, value as JsonObject[], at);
    if (member === false) return false;
    if (member !== true) setMember(json, key, member);
  }
  return Object.keys(json).length === 0 || json;
}

/** The rows that are visible and match a filter. */
export function both(visibility: Visibility, filter: Restricted): Restricted {
  if (visibility === false || filter === false) return false;
  if (visibility === true) return filter;
  return filter === true ? visibility : { AND: [visibility, filter] };
}

function restrictGroup(
  options: RestrictOptions,
  resource: string,
  combinator: string,
  filters: readonly JsonObject[],
  path: string,
): Restricted<JsonObject[]> {
  const decisive = combinator === 'OR'; // one such member decides about all
  const restricted = filters.map((filter, index) =>
    restrictWhere(options, resource, filter, memberPath(path, index)),
  );
  if (restricted.includes(decisive)) return decisive;
  const rest = restricted.filter((filter) => typeof filter === 'object');
  return rest.length > 0 ? rest : !decisive;
}

function restrictRelation(
  options: RestrictOptions,
  { target, cardinality }: Relation,
  value: JsonObject,
  path: string,
): Restricted {
  const visibility = options.visibilityOf(target);
  if (cardinality === 'one') {
    // `{}` is no constraint, not even that the row is visible (decision 10).
    if (Object.keys(value).length === 0) return true;
    const restricted = both(visibility, restrictWhere(options, target, value, path));
    return restricted === true ? { AND: [] } : restricted;
  }
  const quantified: JsonObject = {};
  for (const [quantifier, filter] of Object.entries(value)) {
    const at = memberPath(path, quantifier);
    const restricted = restrictWhere(options, target, filter as JsonObject, at); // by the check
    const member = restrictQuantifier(quantifier as Quantifier, visibility, restricted, target, at);
    if (member === false) return false;
    if (member === true) continue;
    const [name, rows] = member;
    // A second `none` means that `every` became `none: {}`, which includes the other one.
    quantified[name] = Object.hasOwn(quantified, name) ? {} : rows;
  }
  return Object.keys(quantified).length === 0 || quantified;
}

/** A quantifier over the visible rows, and which of them it is about. */
function restrictQuantifier(
  quantifier: Quantifier,
  visibility: Visibility,
  filter: Restricted,
  target: string,
  path: string,
): Restricted<[Quantifier, JsonObject]> {
  if (quantifier === 'every') {
    if (filter === true || visibility === false) return true;
    if (visibility === true) return filter === false ? ['none', {}] : ['every', filter];
    throw new QueryError(
      path,
      `is not available, because only some of the ${target} are visible. Use \`none\` with the opposite filter.`,
    );
  }
  const matching = both(visibility, filter);
  if (matching === false) return quantifier === 'none';
  return [quantifier, matching === true ? {} : matching];
}
