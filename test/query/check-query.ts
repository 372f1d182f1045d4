import { buildFilter } from '../../src/query/filter-node.js';
import * as include from '../../src/query/include.js';
import { QueryNode } from '../../src/query/query-node.js';
import * as where from '../../src/query/where.js';
import type { Resources } from '../../src/schema/resources.js';

/** Checks a `where`: the copy that is sent, and the filter that is built from it. */
export function checkWhere(schema: Resources, name: string, value: unknown) {
  const json = where.checkWhere(schema, name, new QueryNode('where', value));
  return { json, filter: buildFilter(schema, name, json) };
}

/** Checks an `include`: the copy that is sent, and the selection. */
export const checkInclude = (schema: Resources, name: string, value: unknown) =>
  include.checkInclude(schema, name, new QueryNode('include', value));
