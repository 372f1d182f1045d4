import type { JsonObject, JsonValue } from 'payments-data-client';
import { resourceOf } from '../../../../src/schema/resources.js';
import { isPlainObject, own } from '../../../../src/values/plain-object.js';
import type { Change } from './changed-server.js';
import { readJson, readQuery, schema, withJson } from './service-query.js';

/** Changes one level of a filter or of an include, valid or not. */
export type LevelChange = (level: JsonObject, resource: string) => JsonObject;

const unchanged: LevelChange = (level) => level;

/**
 * Changes the JSON of `where` and `include` before the service reads it, at each level. Text that
 * is not JSON is sent as it is.
 */
export const changeSentJson =
  ({
    filter = unchanged,
    include = unchanged,
  }: {
    filter?: LevelChange;
    include?: LevelChange;
  }): Change =>
  ({ request, next }) => {
    const query = readQuery(request);
    if (!query) return next(request);
    const changes: { where?: JsonObject; include?: JsonObject } = {};
    const where = readJson(query, 'where');
    const included = readJson(query, 'include');
    if (where) changes.where = changeFilter(query.resource, where);
    if (included) changes.include = changeInclude(query.resource, included);
    return next(withJson(request, query, changes));

    function changeFilter(resource: string, given: JsonObject): JsonObject {
      const { relations } = resourceOf(schema, resource);
      const inner = (name: string) => (value: JsonValue) =>
        isPlainObject(value) ? changeFilter(name, value) : value;
      return mapMembers(filter(given, resource), (key, value) => {
        if ((key === 'AND' || key === 'OR') && Array.isArray(value))
          return value.map(inner(resource));
        const relation = own(relations, key);
        if (!relation || !isPlainObject(value)) return value;
        if (relation.cardinality === 'one') return changeFilter(relation.target, value);
        return mapMembers(value, (_, quantified) => inner(relation.target)(quantified));
      });
    }

    function changeInclude(resource: string, given: JsonObject): JsonObject {
      return mapMembers(include(given, resource), (key, value) => {
        const target = own(resourceOf(schema, resource).relations, key)?.target;
        if (target === undefined || !isPlainObject(value)) return value;
        if (!('where' in value)) return changeInclude(target, value);
        return mapMembers(value, (name, member) => {
          if (!isPlainObject(member)) return member;
          return name === 'where' ? changeFilter(target, member) : changeInclude(target, member);
        });
      });
    }
  };

/** A copy of an object with other values. */
export const mapMembers = (
  object: JsonObject,
  change: (key: string, value: JsonValue) => JsonValue,
): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));

/** A copy of an object without some members. */
export const dropMembers = (
  object: JsonObject,
  isDropped: (key: string, value: JsonValue) => boolean,
): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key, value]) => !isDropped(key, value)));
